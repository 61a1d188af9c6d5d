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

  /// The light is on above it, off below it. Half of the step, because edges are then timed without a bias, or the user's step
  /// if that is larger.
  var threshold: Double { levels.dark + max(manualStep ?? 0, levels.step / 2) }

  /// The noise that the test of a change assumes, as shares of the step: at least so much that one reading near the middle cannot
  /// decide, and at most so much that one at either level still counts.
  private static let assumedNoise = 0.08...1.0 / 3

  /// The log-likelihood ratio of lit to dark that a level shows: of two normal distributions, each with its own noise. A small
  /// lamp is noisier lit than dark, because it shimmers and the camera's shot noise grows. Outside both levels the ratio grows as
  /// for equal noise, because far out in their tails the wider distribution would always win.
  func litEvidence(of level: Double) -> Double {
    func assumed(_ noise: Double) -> Double {
      min(max(noise / levels.step, Self.assumedNoise.lowerBound), Self.assumedNoise.upperBound)
    }
    let (dark, bright) = (assumed(darkNoise), assumed(brightNoise))
    let share = 0.5 + (level - threshold) / levels.step
    let inside = min(1, max(0, share))
    let wider = max(dark, bright)
    return log(dark / bright) + inside * inside / (2 * dark * dark)
      - (1 - inside) * (1 - inside) / (2 * bright * bright) + (share - inside) / (wider * wider)
  }

  /// Differences from the model, as a share of the step, that a decoder adds to the noise of either state.
  private static let modelDeviation = 0.1

  /// The level on a scale on which the noise is the same lit and dark, which decoders of the light assume. Both levels stay where
  /// they are. The noise is taken to grow evenly from the one to the other: the scale is the integral of its inverse, a
  /// logarithm (a variance-stabilizing transformation, Bartlett 1947).
  func stabilized(_ level: Double) -> Double {
    let dark = hypot(darkNoise / levels.step, Self.modelDeviation)
    let bright = hypot(brightNoise / levels.step, Self.modelDeviation)
    let growth = bright / dark - 1
    guard abs(growth) > 1e-3 else { return level }
    let share = share(of: level)
    let inside = min(1, max(0, share))
    let slope = growth / ((1 + growth * inside) * log(1 + growth))
    return levels.dark
      + levels.step * (log(1 + growth * inside) / log(1 + growth) + slope * (share - inside))
  }

  /// One standard deviation of a reading at `level`.
  func noise(at level: Double) -> Double {
    let share = min(1, max(0, (level - levels.dark) / levels.step))
    return (darkNoise * darkNoise * (1 - share) + brightNoise * brightNoise * share).squareRoot()
  }

  /// The share of the step that `level` shows: 0 dark, 1 bright.
  func share(of level: Double) -> Double { (level - levels.dark) / levels.step }

  /// Whether a level is far outside both of the light's.
  func isOutsideLevels(_ level: Double) -> Bool { isTooBright(level) || isTooDark(level) }

  func isTooBright(_ level: Double) -> Bool {
    // A light that was silent for long may come back as bright as before, although a smaller step is expected.
    level - levels.dark > 1.5 * max(levels.step, lastSeenStep) + 6 * levels.noise
  }

  /// Whether a level is so far below dark that an occluder covers the background. Then the state of the light is unknown.
  func isTooDark(_ level: Double) -> Bool { level - levels.dark < -0.5 * levels.step - 6 * levels.noise }
}
