/// When to look again where a light falls.
///
/// Whether its levels keep to two values as well as they did is seen at little cost, and often. A new fit costs much, and
/// finds nothing new where the light stands still: then the next one may wait ever longer, unless the levels
/// become unsteadier meanwhile or the light's step changes: a small light may wander through a tile unseen, until it leaves it.
struct FitSchedule {
  /// Seconds between two checks of the levels, and between two fits at least.
  private static let shortest = 0.5
  /// A light that stands still may begin to move at any time.
  private static let longest = 2.0
  /// So many fits in a row must have found nothing new.
  private static let patience = 8
  /// How many times as unsteady levels give cause for a fit: by what is keyed alone they change by a third.
  private static let cause = 1.5
  /// The share by which the step must change to give cause for one.
  private static let stepCause = 0.05

  private var nextCheck: Double
  private var nextFit: Double
  private var interval = shortest
  private var stillFits = 0
  /// How unsteady the levels were when the last fit had been made, and the step from dark to bright.
  private var unsteadiness = 0.0
  private var step = 0.0

  /// - Parameters:
  ///   - time: When the light was found, in seconds.
  ///   - turn: 0...1: lights that were found together and take different turns are not fitted in the same frame.
  init(time: Double, turn: Double) {
    nextCheck = time + Self.shortest * turn
    nextFit = nextCheck
  }

  func isCheckDue(at time: Double) -> Bool { time >= nextCheck }

  /// Notes that the levels are checked.
  ///
  /// - Parameter isWaning: Whether the light may be moving out of its tiles.
  mutating func check(at time: Double, isWaning: Bool) {
    nextCheck = time + Self.shortest / (isWaning ? 2 : 1)
    if isWaning { nextFit = time }
  }

  /// - Parameters:
  ///   - unsteadiness: Of the levels that were checked: see ``TwoLevels``.
  ///   - step: From dark to bright, as the light is followed.
  func isFitDue(at time: Double, unsteadiness: Double, step: Double) -> Bool {
    time >= nextFit || unsteadiness > Self.cause * self.unsteadiness
      || abs(step - self.step) > Self.stepCause * self.step
  }

  /// Notes what a fit has shown.
  ///
  /// - Parameters:
  ///   - isStill: Whether the light falls where it was known to.
  ///   - unsteadiness: Of the levels now.
  ///   - step: From dark to bright, now.
  mutating func fitted(at time: Double, isStill: Bool, unsteadiness: Double, step: Double) {
    stillFits = isStill ? stillFits + 1 : 0
    interval = stillFits > Self.patience ? min(2 * interval, Self.longest) : Self.shortest
    // A check comes a moment earlier or later than it is due.
    nextFit = time + interval - Self.shortest / 4
    self.unsteadiness = unsteadiness
    self.step = step
  }
}
