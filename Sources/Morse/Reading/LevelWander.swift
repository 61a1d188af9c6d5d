import Foundation

/// Measures how fast the levels of a light wander, from the difference between each segment and the last one of the same kind.
/// Kinds are kept apart because short marks are dimmer than long ones if a lamp or camera lags behind the key.
///
/// The levels are modelled as a random walk: over `t` seconds their variance grows by `(rate step)² t`. Fisher scoring moves
/// the logarithm of the rate to its likeliest value. Each difference is weighted by the share of its variance that is not
/// noise.
struct LevelWander: Sendable {
  /// One standard deviation, in steps, over a second.
  private(set) var rate = Self.usualRate
  /// The weight of `rate`, in differences without noise.
  private var rateWeight = Self.usualRateWeight
  private var last: [SegmentKind: SegmentLevel] = [:]

  private struct SegmentLevel: Sendable {
    var level: Double
    var count: Double
    var time: Double
  }

  /// The rate at the start: that of most lamps in still air.
  private static let usualRate = 0.05
  /// The weight of the starting rate, in differences.
  private static let usualRateWeight = 4.0
  /// The limits of the rate: from almost no wander to a whole step in a few seconds.
  private static let rateRange = 0.01...0.5
  /// The maximum weight, in differences: the air changes, so old ones are forgotten.
  private static let memory = 50.0
  /// Differences are limited to this many standard deviations, because a misread segment is no evidence of the light.
  private static let largestDeviation = 3.0

  /// - Parameters:
  ///   - level: The mean of `count` frames that lie completely in a segment, around `time` in seconds.
  ///   - noise: One standard deviation of a frame.
  mutating func learn(
    _ level: Double, count: Double, at time: Double, _ kind: SegmentKind, noise: Double, step: Double
  ) {
    guard count > 0, step > 0 else { return }
    let seen = SegmentLevel(level: level, count: count, time: time)
    guard let before = last.updateValue(seen, forKey: kind), time > before.time, time - before.time < 10
    else { return }
    let growth = rate * rate * step * step * (time - before.time)
    let variance = noise * noise * (1 / count + 1 / before.count) + growth
    let difference = min(abs(level - before.level), Self.largestDeviation * variance.squareRoot())
    let share = growth / variance
    rateWeight = min(rateWeight + share * share, Self.memory)
    // Divided by two, because the score is for the growth, which is proportional to the square of the rate.
    rate *= exp(share * (difference * difference / variance - 1) / rateWeight / 2)
    rate = min(max(rate, Self.rateRange.lowerBound), Self.rateRange.upperBound)
  }
}
