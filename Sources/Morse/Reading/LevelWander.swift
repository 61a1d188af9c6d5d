import Foundation

/// How fast the levels of a light wander, learned from how much each stretch differs from the one before it that was
/// taken for the same: of a lamp or camera that lags behind the key, short marks are dimmer than long ones.
///
/// Levels are taken to walk at random: over `t` seconds their variance grows by `(rate step)² t`. The logarithm of the rate
/// is led to its likeliest value by scoring (Fisher): each difference counts by the share of its variance that is not noise.
struct LevelWander: Sendable {
  /// One standard deviation, in steps, over a second.
  private(set) var rate = Self.usual
  /// How many differences without noise tell as much as is known of `rate`.
  private var known = Self.trust
  private var last: [SegmentKind: Seen] = [:]

  private struct Seen: Sendable {
    var level: Double
    var count: Double
    var time: Double
  }

  /// Of a light nothing is known of: that of most lamps in still air.
  private static let usual = 0.05
  /// How many differences that beginning is worth.
  private static let trust = 4.0
  /// From hardly any to all of a step in a few seconds.
  private static let range = 0.01...0.5
  /// No more of them are remembered: the air changes.
  private static let memory = 50.0
  /// Beyond so many standard deviations a difference counts as so many: a misread stretch says nothing of the light.
  private static let most = 3.0

  /// - Parameters:
  ///   - level: The mean of `count` frames that lie wholly in a stretch, around `time` in seconds.
  ///   - noise: One standard deviation of a frame.
  mutating func learn(
    _ level: Double, count: Double, at time: Double, _ kind: SegmentKind, noise: Double, step: Double
  ) {
    guard count > 0, step > 0 else { return }
    let seen = Seen(level: level, count: count, time: time)
    guard let before = last.updateValue(seen, forKey: kind), time > before.time, time - before.time < 10
    else { return }
    let growth = rate * rate * step * step * (time - before.time)
    let variance = noise * noise * (1 / count + 1 / before.count) + growth
    let difference = min(abs(level - before.level), Self.most * variance.squareRoot())
    let share = growth / variance
    known = min(known + share * share, Self.memory)
    // Half of that of the logarithm of its square, the growth's.
    rate *= exp(share * (difference * difference / variance - 1) / known / 2)
    rate = min(max(rate, Self.range.lowerBound), Self.range.upperBound)
  }
}
