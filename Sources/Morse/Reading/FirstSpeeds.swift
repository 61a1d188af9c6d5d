import Foundation

/// The speeds at which a sender may begin of whom nothing is known.
///
/// Until the first mark has ended all of them explain the light alike, so one reading stands for all. The length of that
/// mark parts them.
struct FirstSpeeds: Sendable {
  struct Speed: Sendable {
    let hand: Hand
    let tempo: Int
    /// The logarithm of its probability, but for a constant.
    let score: Double
    fileprivate(set) var dot: Hand.Length
    fileprivate(set) var dash: Hand.Length
  }

  private(set) var all: [Speed] = []
  /// What the lengths were made for.
  private var slack: Double

  /// None.
  init() { slack = 0 }

  /// A speed that is told, as the logarithm of its unit in ticks.
  init(unit: Double, variance: Double, slack: Double) {
    self.slack = slack
    append(unit: unit, variance: variance, seconds: nil)
  }

  /// Every speed with a unit from `shortest` to `longest`, in seconds, and the first one in any case: where frames are
  /// farther apart than the longest unit nothing can be read, but it has to be gone through.
  init(from shortest: Double, to longest: Double, ticksPerSecond: Double, slack: Double) {
    self.slack = slack
    var unit = shortest
    repeat {
      append(unit: log(unit * ticksPerSecond), variance: 0.15 * 0.15, seconds: unit)
      unit *= exp(Self.distance)
    } while unit < longest
  }

  /// In every style.
  ///
  /// - Parameter seconds: Of the unit; `nil` where it is told.
  private mutating func append(unit: Double, variance: Double, seconds: Double?) {
    for (number, style) in Hand.styles.enumerated() {
      let hand = Hand(unit: unit, variance: variance, style: number)
      let oddness = seconds.map { log($0 / 0.1) / style.range } ?? 0
      all.append(
        Speed(
          hand: hand, tempo: hand.tempo, score: style.score - 0.5 * oddness * oddness,
          dot: hand.dotLength(slack: slack), dash: hand.dashLength(slack: slack)))
    }
  }

  /// Keeps those of `units`, logarithms of ticks.
  mutating func limit(to units: ClosedRange<Double>) { all.removeAll { !units.contains($0.hand.unit) } }

  /// A mark is seen with this slack from now on.
  mutating func see(slack: Double) {
    guard slack != self.slack else { return }
    self.slack = slack
    for index in all.indices {
      all[index].dot = all[index].hand.dotLength(slack: slack)
      all[index].dash = all[index].hand.dashLength(slack: slack)
    }
  }

  /// The logarithm of the ratio of one speed to the next.
  private static let distance = 0.3

  /// The numbers of the speeds with about this unit, the logarithm of ticks. Those beside these would learn the same from
  /// a mark.
  func near(unit: Double) -> Range<Int> {
    guard let first = all.first else { return 0..<0 }
    let nearest = Int((unit - first.hand.unit) / Self.distance + 0.5)
    let styles = Hand.styles.count
    let place = min(max(nearest, 0), all.count / styles - 1)
    return max(0, place - 1) * styles..<min(all.count, (place + 2) * styles)
  }

  /// No first mark lasts for more ticks.
  var longest: Double { all.last?.dash.longest ?? 0 }

  var likeliest: Hand? { all.max { $0.score < $1.score }?.hand }
}
