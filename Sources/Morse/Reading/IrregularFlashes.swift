import Foundation

/// A light whose gaps have one length that varies, with pauses of any length between them: traffic of a router, leaves before a
/// lamp, a hand that waves, lights that twinkle.
///
/// Its flashes may be as long as dots and dashes, so only gaps are evidence.
struct IrregularFlashes: Sendable {
  /// By how many nats Morse leads this source.
  var lead = OtherSources.Lead()
  private var gap = VariedLength()

  mutating func take(_ segment: MessageGate.Segment, slack: Double) {
    if !segment.isLit { lead.take(segment, density: log(gap.take(segment.seconds, slack: slack))) }
  }
}

/// Lengths of one kind, log-normal with a mean and a deviation that are learned, among some of any length.
private struct VariedLength: Sendable {
  /// The mean of the logarithm, in seconds, and the sum of squares around it.
  private var mean = 0.0
  private var squares = 0.0
  private var count = 0.0

  // These constants are chosen, not measured.

  /// The share of lengths that are of the kind.
  private static let share = 0.8
  /// The deviation of the logarithm before lengths are known, and the number of lengths that it counts as.
  private static let prior = (deviation: 0.4, count: 3.0)
  /// The least deviation. More regular lights belong to the other sources, or blink.
  private static let minimumDeviation = 0.15

  /// Learns from a length, and returns its density before, divided by that of random lengths.
  mutating func take(_ seconds: Double, slack: Double) -> Double {
    guard count > 0 else {
      (mean, count) = (log(seconds), 1)
      return 1
    }
    let variance =
      (squares + Self.prior.count * Self.prior.deviation * Self.prior.deviation)
      / (count - 1 + Self.prior.count)
    // The mean of `count` lengths is uncertain by their variance over `count`.
    let deviation = max(Self.minimumDeviation, (variance * (1 + 1 / count)).squareRoot())
    let own = Self.share * OtherSources.density(seconds, around: exp(mean), deviation, slack: slack)
    let density = own + (1 - Self.share)
    let weight = own / density
    count += weight
    let error = log(seconds) - mean
    mean += weight * error / count
    squares += weight * error * (log(seconds) - mean)
    return density
  }
}
