import Foundation

/// What is expected of a lamp's light, whoever reads it.
struct LampExpectation: Sendable {
  /// How much brighter lit is than dark.
  var step: Double
  /// `1 / (2 σ²)` of a frame.
  var precision: Double
  /// How fast the levels wander: one standard deviation, in steps, over a second.
  var restlessness: Double
}

/// What one reading of the light so far knows of the lamp: how bright dark is, and how much brighter lit is, each as a
/// normal distribution that stretches of light sharpen and time blurs (a Kalman filter of two independent levels).
struct LampLevels: Sendable {
  var dark: Double
  var darkVariance: Double
  var step: Double
  var stepVariance: Double

  /// The evidence of a stretch: the logarithm of its probability, but for what is the same for all readings.
  ///
  /// - Parameter precision: `1 / (2 σ²)` of a frame.
  @inline(__always)
  func darkEvidence(from a: Ticks.Row, to b: Ticks.Row, precision: Double) -> Double {
    let count = b.begun - a.begun
    let sum = b.begunLevel - a.begunLevel
    let squares = b.begunSquare - a.begunSquare
    var evidence = -(squares - dark * (2 * sum - dark * count)) * precision
    // Of the dark level's own doubt: frames that lie wholly inside tell of it.
    let whole = b.ended - a.begun
    if whole > 0 {
      let excess = b.endedLevel - a.begunLevel - whole * dark
      let prior = 1 / (2 * precision * darkVariance)
      evidence += excess * excess * precision / (whole + prior) - 0.5 * Self.log(1 + whole / prior)
    } else if whole < 0 {
      // Dark for less than the exposure it lies in: light before and after it share the frame.
      evidence -= 2 * step * step * precision * a.part * (1 - b.part)
    }
    return evidence
  }

  @inline(__always)
  func litEvidence(from a: Ticks.Row, to b: Ticks.Row, precision: Double) -> Double {
    let count = b.begun - a.begun
    let sum = b.begunLevel - a.begunLevel
    let squares = b.begunSquare - a.begunSquare
    let asDark = -(squares - dark * (2 * sum - dark * count)) * precision
    let lit = Self.lit(a, b)
    let excess = lit.level - dark * lit.share
    let prior = 1 / (2 * precision * stepVariance)
    let mean = excess + step * prior
    let weight = lit.squares + prior
    // A lamp that is on shows some of its step: dark explained as light of none would be a mark without end.
    let least = Self.faintest * step
    let fit = mean > least * weight ? mean * mean / weight : least * (2 * mean - least * weight)
    return asDark + precision * (fit - step * step * prior) - 0.5 * Self.log(1 + lit.squares / prior)
  }

  /// To seven digits, which is plenty in nats and takes half the time: every reading asks at every tick.
  @inline(__always)
  private static func log(_ value: Double) -> Double { Double(Foundation.log(Float(value))) }

  /// Of the shares of all exposures that fall between the ticks: their sum, that of their squares, and that of the levels
  /// weighted by them.
  @inline(__always)
  private static func lit(_ a: Ticks.Row, _ b: Ticks.Row) -> (share: Double, squares: Double, level: Double) {
    let share = b.exposed - a.exposed
    let isWithinOne = b.ended < a.begun
    let squares = isWithinOne ? share * share : share - a.part * (1 - a.part) - b.part * (1 - b.part)
    return (share, squares, b.exposedLevel - a.exposedLevel)
  }

  /// The least light of a lamp, as a share of the step that is expected of it.
  static let faintest = 0.25

  mutating func takeDark(from a: Ticks.Row, to b: Ticks.Row, _ lamp: LampExpectation, seconds: Double) {
    age(seconds, lamp.restlessness)
    let precision = lamp.precision
    let whole = b.ended - a.begun
    guard whole > 0 else { return }
    let prior = 1 / (2 * precision * darkVariance)
    let excess = b.endedLevel - a.begunLevel - whole * dark
    dark += excess / (whole + prior)
    darkVariance = 1 / (2 * precision * (whole + prior))
  }

  mutating func takeLit(from a: Ticks.Row, to b: Ticks.Row, _ lamp: LampExpectation, seconds: Double) {
    age(seconds, lamp.restlessness)
    let precision = lamp.precision
    let lit = Self.lit(a, b)
    let prior = 1 / (2 * precision * stepVariance)
    step = (lit.level - dark * lit.share + step * prior) / (lit.squares + prior)
    stepVariance = 1 / (2 * precision * (lit.squares + prior))
  }

  private mutating func age(_ seconds: Double, _ restlessness: Double) {
    let wander = restlessness * restlessness * step * step * min(seconds, 10)
    darkVariance += wander
    stepVariance += wander
  }
}
