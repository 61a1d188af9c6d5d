/// What a level says of the light, by the levels and the noise that are known of it.
extension KeyTracker {
  struct Levels {
    var dark: Double
    var step: Double
    /// One standard deviation of a reading.
    var noise: Double

    var bright: Double { dark + step }
  }

  /// On above it, off below.
  var threshold: Double { levels.dark + (manualStep ?? levels.step / 2) }

  /// One standard deviation of a reading at `level`.
  func noise(at level: Double) -> Double {
    let share = min(1, max(0, (level - levels.dark) / levels.step))
    return (darkNoise * darkNoise * (1 - share) + brightNoise * brightNoise * share).squareRoot()
  }

  /// The share of the step that `level` shows: 0 dark, 1 bright.
  func share(of level: Double) -> Double { (level - levels.dark) / levels.step }

  /// Whether a level is far outside both of the light's.
  func isStrange(_ level: Double) -> Bool { isTooBright(level) || isTooDark(level) }

  func isTooBright(_ level: Double) -> Bool {
    // A light that was silent for long may come back as bright as it was, though less is expected.
    level - levels.dark > 1.5 * max(levels.step, provenStep) + 6 * levels.noise
  }

  /// Whether a level is so far below dark that somebody stands before the background: nothing is known of the light.
  func isTooDark(_ level: Double) -> Bool { level - levels.dark < -0.5 * levels.step - 6 * levels.noise }
}
