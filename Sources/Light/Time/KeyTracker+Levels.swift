import Glibc

/// Interprets a level by the known levels and noise of the light.
extension KeyTracker {
  struct Levels {
    var dark: Double
    var step: Double
    /// One standard deviation of a reading.
    var noise: Double

    var bright: Double { dark + step }
  }

  /// The level above which the light is on, if lit and dark are equally noisy. It is half a step above dark, so that edges are
  /// timed without a bias, or the user's step if that is larger.
  var threshold: Double { levels.dark + max(manualStep ?? 0, levels.step / 2) }

  /// The least and the most noise that the test of a change assumes, as shares of the step. With the least, one reading decides
  /// only if it is more than about five of these deviations from the present level. With the most, a reading at either level
  /// still counts as evidence.
  private static let assumedNoise = 0.08...1.0 / 3

  /// The log-likelihood ratio of lit to dark that a level shows: of two normal distributions, each with its own noise. A small
  /// lamp is noisier lit than dark, because it shimmers and the camera's shot noise grows. Outside both levels the ratio grows as
  /// for equal noise, because far out in their tails the wider distribution would always win. A threshold that the user has set
  /// holds exactly: the noise is then taken to be the same.
  func litEvidence(of level: Double) -> Double {
    func assumed(_ noise: Double) -> Double {
      min(max(noise / levels.step, Self.assumedNoise.lowerBound), Self.assumedNoise.upperBound)
    }
    let wider = max(assumed(darkNoise), assumed(brightNoise))
    let isSet = manualStep ?? 0 > levels.step / 2
    let (dark, bright) = isSet ? (wider, wider) : (assumed(darkNoise), assumed(brightNoise))
    let share = 0.5 + (level - threshold) / levels.step
    let inside = min(1, max(0, share))
    return log(dark / bright) + inside * inside / (2 * dark * dark)
      - (1 - inside) * (1 - inside) / (2 * bright * bright) + (share - inside) / (wider * wider)
  }

  /// Differences from the model, as a share of the step, that the decoder adds to the noise of either state (`LightScale` in
  /// `Morse`).
  private static let modelDeviation = 0.1

  /// The level on a scale on which the noise is the same lit and dark, which decoders of the light assume. Both levels stay where
  /// they are. The scale is the integral of the inverse of the noise (a variance-stabilizing transformation, Bartlett 1947). The
  /// variance of the noise grows evenly from dark to bright (``noise(at:)``).
  func stabilized(_ level: Double) -> Double {
    let dark = hypot(darkNoise / levels.step, Self.modelDeviation)
    let bright = hypot(brightNoise / levels.step, Self.modelDeviation)
    let share = share(of: level)
    let inside = min(1, max(0, share))
    let noise = Self.noise(dark: dark, bright: bright, at: inside)
    // (noise - dark) / (bright - dark), also where both are the same.
    let bent = inside * (bright + dark) / (noise + dark)
    let slope = (bright + dark) / (2 * noise)
    return levels.dark + levels.step * (bent + slope * (share - inside))
  }

  /// One standard deviation of a reading at `level`.
  func noise(at level: Double) -> Double {
    Self.noise(dark: darkNoise, bright: brightNoise, at: min(1, max(0, share(of: level))))
  }

  /// The noise at a share of the step, whose variance grows evenly from dark to bright.
  private static func noise(dark: Double, bright: Double, at share: Double) -> Double {
    (dark * dark * (1 - share) + bright * bright * share).squareRoot()
  }

  /// The share of the step that `level` shows: 0 dark, 1 bright.
  func share(of level: Double) -> Double { (level - levels.dark) / levels.step }

  /// Whether a level is far outside the light's two levels.
  func isOutsideLevels(_ level: Double) -> Bool { isTooBright(level) || isTooDark(level) }

  func isTooBright(_ level: Double) -> Bool {
    // A light that was silent for long may come back as bright as before, although a smaller step is expected.
    level - levels.dark > 1.5 * max(levels.step, lastSeenStep) + 6 * levels.noise
  }

  /// Whether a level is so far below dark that an occluder covers the background. Then the state of the light is unknown.
  func isTooDark(_ level: Double) -> Bool { level - levels.dark < -0.5 * levels.step - 6 * levels.noise }
}
