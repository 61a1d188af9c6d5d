import Foundation

/// The properties of a lamp's light that all readings expect.
struct LampExpectation: Sendable {
  /// How much brighter lit is than dark.
  var step: Double
  /// `1 / (2 σ²)` of a frame.
  var precision: Double
  /// Wander of the levels: one standard deviation, in steps, over a second.
  var wanderRate: Double
}

/// The lamp's levels in one reading of the light: the level of the dark, and the step to lit. Each is a normal distribution.
/// Segments reduce its variance and time increases it (a Kalman filter of two independent levels).
struct LampLevels: Sendable {
  var dark: Double
  var darkVariance: Double
  var step: Double
  var stepVariance: Double

  /// The evidence of a segment: the logarithm of its probability, without the terms that are the same for all readings.
  ///
  /// - Parameter precision: `1 / (2 σ²)` of a frame.
  @inline(__always)
  func darkEvidence(from a: Ticks.Row, to b: Ticks.Row, precision: Double) -> Double {
    let count = b.begun - a.begun
    let sum = b.begunLevel - a.begunLevel
    let squares = b.begunSquares - a.begunSquares
    var evidence = -(squares - dark * (2 * sum - dark * count)) * precision
    // The dark level is uncertain: this adds its variance. Only frames that lie completely inside show that level.
    let inside = b.ended - a.begun
    if inside > 0 {
      let excess = b.endedLevel - a.begunLevel - inside * dark
      let prior = 1 / (2 * precision * darkVariance)
      evidence += excess * excess * precision / (inside + prior) - 0.5 * Self.log(1 + inside / prior)
    } else if inside < 0 {
      // The darkness is shorter than the exposure that contains it: the light before it and after it share the frame.
      evidence -= 2 * step * step * precision * a.part * (1 - b.part)
    }
    return evidence
  }

  @inline(__always)
  func litEvidence(from a: Ticks.Row, to b: Ticks.Row, precision: Double) -> Double {
    let count = b.begun - a.begun
    let sum = b.begunLevel - a.begunLevel
    let squares = b.begunSquares - a.begunSquares
    let asDark = -(squares - dark * (2 * sum - dark * count)) * precision
    let lit = Self.lit(a, b)
    let excess = lit.level - dark * lit.share
    let prior = 1 / (2 * precision * stepVariance)
    let mean = excess + step * prior
    let weight = lit.squares + prior
    // A lit lamp shows at least part of its step. Otherwise a mark of no brightness could explain darkness of any length.
    let least = Self.minimumStepShare * step
    let fit = mean > least * weight ? mean * mean / weight : least * (2 * mean - least * weight)
    return asDark + precision * (fit - step * step * prior) - 0.5 * Self.log(1 + lit.squares / prior)
  }

  /// The squared distance from darkness of the frame that is exposed at `row`; 0 between exposures.
  func darkSquares(ofExposureAt row: Ticks.Row) -> Double {
    guard row.part > 0 else { return 0 }
    let excess = row.begunLevel - row.endedLevel - dark
    return excess * excess
  }

  /// The logarithm to seven digits. These are enough for nats and take half the time; every reading calls this at every tick.
  @inline(__always)
  private static func log(_ value: Double) -> Double { Double(Foundation.log(Float(value))) }

  /// For the shares of all exposures that lie between the ticks: their sum, the sum of their squares, and the sum of the levels
  /// weighted by them.
  @inline(__always)
  private static func lit(_ a: Ticks.Row, _ b: Ticks.Row) -> (share: Double, squares: Double, level: Double) {
    let share = b.exposed - a.exposed
    let isWithinOne = b.ended < a.begun
    let squares = isWithinOne ? share * share : share - a.part * (1 - a.part) - b.part * (1 - b.part)
    return (share, squares, b.exposedLevel - a.exposedLevel)
  }

  /// The least light of a lamp, as a share of the expected step.
  static let minimumStepShare = 0.25

  /// Whether a level is nearer to dark or to lit than this share of the step.
  func includes(_ level: Double, within share: Double) -> Bool {
    min(abs(level - dark), abs(level - dark - step)) < share * step
  }

  mutating func learnDark(from a: Ticks.Row, to b: Ticks.Row, _ lamp: LampExpectation, seconds: Double) {
    age(seconds, lamp.wanderRate)
    let precision = lamp.precision
    let inside = b.ended - a.begun
    guard inside > 0 else { return }
    let prior = 1 / (2 * precision * darkVariance)
    let excess = b.endedLevel - a.begunLevel - inside * dark
    dark += excess / (inside + prior)
    darkVariance = 1 / (2 * precision * (inside + prior))
  }

  mutating func learnLit(from a: Ticks.Row, to b: Ticks.Row, _ lamp: LampExpectation, seconds: Double) {
    age(seconds, lamp.wanderRate)
    let precision = lamp.precision
    let lit = Self.lit(a, b)
    let prior = 1 / (2 * precision * stepVariance)
    step = (lit.level - dark * lit.share + step * prior) / (lit.squares + prior)
    stepVariance = 1 / (2 * precision * (lit.squares + prior))
  }

  /// The lamp may have any brightness from now on. The standard deviation of the step is chosen: the step itself.
  mutating func forgetStep() { stepVariance = max(stepVariance, step * step) }

  private mutating func age(_ seconds: Double, _ wanderRate: Double) {
    let wander = wanderRate * wanderRate * step * step * min(seconds, 10)
    darkVariance += wander
    stepVariance += wander
  }
}
