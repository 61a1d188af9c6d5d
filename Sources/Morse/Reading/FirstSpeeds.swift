import Foundation

/// The speeds at which an unknown sender may begin.
///
/// Until the first mark has ended, all of them explain the light equally well, so one reading stands for all. The length of
/// that mark separates them.
struct FirstSpeeds: Sendable {
  struct Speed: Sendable {
    let sender: SenderTiming
    let tempo: Int
    /// The logarithm of its probability, up to a constant.
    let score: Double
    fileprivate(set) var dot: SenderTiming.Length
    fileprivate(set) var dash: SenderTiming.Length
  }

  private(set) var all: [Speed] = []
  /// The number of speeds, at the end of ``all``, that come from a sender that was read before.
  private var knownCount = 0
  /// The slack that the lengths were computed for.
  private var slack: Double

  /// No speeds.
  init() { slack = 0 }

  /// One given speed, as the logarithm of its unit in ticks.
  init(unit: Double, variance: Double, slack: Double) {
    self.slack = slack
    append(unit: unit, variance: variance, seconds: nil)
  }

  /// Every speed with a unit from `shortest` to `longest`, in seconds, and the first one in any case. If frames are farther
  /// apart than the longest unit, nothing can be read, but the search needs at least one speed.
  init(from shortest: Double, to longest: Double, ticksPerSecond: Double, slack: Double) {
    self.slack = slack
    var unit = shortest
    repeat {
      append(unit: log(unit * ticksPerSecond), variance: 0.15 * 0.15, seconds: unit)
      unit *= exp(Self.distance)
    } while unit < longest
  }

  /// Appends a speed in every style.
  ///
  /// - Parameter seconds: The unit in seconds; `nil` if the speed is given.
  private mutating func append(unit: Double, variance: Double, seconds: Double?) {
    for (number, style) in SenderTiming.styles.enumerated() {
      let sender = SenderTiming(unit: unit, variance: variance, style: number)
      let unitDeviations = seconds.map { log($0 / style.unit) / style.range } ?? 0
      all.append(
        Speed(
          sender: sender, tempo: sender.tempo, score: style.score - 0.5 * unitDeviations * unitDeviations,
          dot: sender.dotLength(slack: slack), dash: sender.dashLength(slack: slack)))
    }
  }

  /// Appends the speed of a sender that was read before the light was interrupted. It is as probable as any.
  mutating func append(_ known: SenderTiming) {
    all.append(
      Speed(
        sender: known, tempo: known.tempo, score: 0, dot: known.dotLength(slack: slack),
        dash: known.dashLength(slack: slack)))
    knownCount += 1
  }

  /// Keeps the speeds within `units`, logarithms of ticks.
  mutating func limit(to units: ClosedRange<Double>) {
    knownCount = all[known].count { units.contains($0.sender.unit) }
    all.removeAll { !units.contains($0.sender.unit) }
  }

  /// Computes the lengths for this slack, in ticks.
  mutating func updateLengths(slack: Double) {
    guard slack != self.slack else { return }
    self.slack = slack
    for index in all.indices {
      all[index].dot = all[index].sender.dotLength(slack: slack)
      all[index].dash = all[index].sender.dashLength(slack: slack)
    }
  }

  /// The logarithm of the ratio of one speed to the next.
  private static let distance = 0.3

  /// The indices of the speeds of known senders.
  var known: Range<Int> { all.count - knownCount..<all.count }

  /// The indices of the unknown speeds with about this unit, the logarithm of ticks. Speeds farther away would learn the same
  /// from a mark.
  func near(unit: Double) -> Range<Int> {
    guard let first = all.first, known.lowerBound > 0 else { return 0..<0 }
    let nearest = Int((unit - first.sender.unit) / Self.distance + 0.5)
    let styles = SenderTiming.styles.count
    let nearestSpeed = min(max(nearest, 0), known.lowerBound / styles - 1)
    return max(0, nearestSpeed - 1) * styles..<min(known.lowerBound, (nearestSpeed + 2) * styles)
  }

  /// The maximum length of a first mark, in ticks.
  var longest: Double { max(all[..<known.lowerBound].last?.dash.longest ?? 0, all.last?.dash.longest ?? 0) }

  var likeliest: SenderTiming? { all.max { $0.score < $1.score }?.sender }
}
