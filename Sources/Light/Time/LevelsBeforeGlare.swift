/// A light's levels before something far brighter appeared beside it. They are kept for a while, because it may be an occluder.
struct LevelsBeforeGlare {
  let levels: KeyTracker.Levels
  /// When the brighter level was adopted, in seconds.
  let since: Double
  private var isDarkAgain = false

  /// How far a level may lie from its own, in steps.
  private static let tolerance = 0.3

  init(_ levels: KeyTracker.Levels, since: Double) {
    self.levels = levels
    self.since = since
  }

  /// Whether two successive readings show the old bright level, after earlier ones showed the old dark level.
  mutating func noteReturn(_ readings: (Reading, Reading)) -> Bool {
    func areNear(_ level: Double) -> Bool {
      let reach = Self.tolerance * levels.step
      return abs(readings.0.level - level) < reach && abs(readings.1.level - level) < reach
    }
    if areNear(levels.dark) { isDarkAgain = true }
    return isDarkAgain && areNear(levels.bright)
  }
}
