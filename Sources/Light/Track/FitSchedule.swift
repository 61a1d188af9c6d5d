/// Decides when a spatial filter is fitted again.
///
/// The steadiness of the levels is cheap to check, so it is checked often. A fit is expensive, and changes nothing while the
/// light rests: then the time to the next fit grows. A fit is due at once if the levels become less steady or the step changes: a
/// small light may move inside its tile without effect until it leaves the tile.
struct FitSchedule {
  /// Seconds between two checks of the levels, and the shortest time between two fits.
  private static let shortestInterval = 0.5
  /// The longest time between two fits, in seconds: a light at rest may begin to move at any time.
  private static let longestInterval = 2.0
  /// The interval grows after this many fits in a row that found nothing new.
  private static let fitsBeforeSlowing = 8
  /// A fit is due if the unsteadiness grows by this factor. Keying alone changes it by a third.
  private static let unsteadinessRatio = 1.5
  /// A fit is due if the step changes by this share.
  private static let stepChange = 0.05

  private var nextCheck: Double
  private var nextFit: Double
  private var interval = shortestInterval
  private var stillFits = 0
  /// The unsteadiness of the levels and the step from dark to bright, after the last fit.
  private var unsteadiness = 0.0
  private var step = 0.0

  /// - Parameters:
  ///   - time: When the light was found, in seconds.
  ///   - phase: 0...1. Lights that were found together get different phases, so that they are not fitted in the same frame.
  init(time: Double, phase: Double) {
    nextCheck = time + Self.shortestInterval * phase
    nextFit = nextCheck
  }

  func isCheckDue(at time: Double) -> Bool { time >= nextCheck }

  /// Notes that the levels are checked.
  ///
  /// - Parameter isFading: Whether the light becomes fainter, so that it may be moving out of its tiles.
  mutating func check(at time: Double, isFading: Bool) {
    nextCheck = time + Self.shortestInterval / (isFading ? 2 : 1)
    if isFading { nextFit = time }
  }

  /// - Parameters:
  ///   - unsteadiness: Of the levels that were checked: see ``TwoLevels``.
  ///   - step: From dark to bright, as the light is tracked.
  func isFitDue(at time: Double, unsteadiness: Double, step: Double) -> Bool {
    time >= nextFit || unsteadiness > Self.unsteadinessRatio * self.unsteadiness
      || abs(step - self.step) > Self.stepChange * self.step
  }

  /// Notes the result of a fit.
  ///
  /// - Parameters:
  ///   - isStill: Whether the light is where it was.
  ///   - unsteadiness: Of the levels now.
  ///   - step: From dark to bright, now.
  mutating func fitted(at time: Double, isStill: Bool, unsteadiness: Double, step: Double) {
    stillFits = isStill ? stillFits + 1 : 0
    interval =
      stillFits > Self.fitsBeforeSlowing ? min(2 * interval, Self.longestInterval) : Self.shortestInterval
    // A check comes a moment earlier or later than it is due.
    nextFit = time + interval - Self.shortestInterval / 4
    self.unsteadiness = unsteadiness
    self.step = step
  }
}
