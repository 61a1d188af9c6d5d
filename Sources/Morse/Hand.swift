import Foundation

/// How a sender keys: the mean length of each kind of mark and pause, in seconds, learned from runs.
///
/// A run of kind k has a length with mean `m_k` and variance `(spread m_k)² + measurement variance`. The kinds of marks
/// are dot and dash; those of pauses are the gaps between elements, characters and words.
struct Hand: Sendable, Equatable {
  var dot: Double
  var dash: Double
  var elementGap: Double
  var characterGap: Double
  var wordGap: Double

  /// Relative spread of lengths that a hand or a torch shows within a message.
  static let spread = 0.18

  /// ITU timing.
  init(unit: Double) {
    dot = unit
    dash = 3 * unit
    elementGap = unit
    characterGap = 3 * unit
    wordGap = 7 * unit
  }

  /// A dash of standard length is three units and a PARIS dot one: what the two say together. Bloom and latency that
  /// lengthen marks shorten the gap beside them, so a dot and an element gap together are two units.
  var unit: Double { (dot + elementGap) / 2 }

  /// Log density of a length under a normal with mean `mean`.
  static func logDensity(_ length: Double, mean: Double, variance: Double) -> Double {
    let total = spread * spread * mean * mean + variance
    let distance = length - mean
    return -0.5 * (distance * distance / total + log(2 * .pi * total))
  }

  /// Log probability ratio of dash to dot.
  func dashEvidence(_ run: Run) -> Double {
    // Beyond a dash, and below a dot, a longer tail must not turn the verdict round.
    if run.length >= dash { return 20 }
    if run.length <= dot { return -20 }
    return Self.logDensity(run.length, mean: dash, variance: run.variance)
      - Self.logDensity(run.length, mean: dot, variance: run.variance)
  }

  /// Log probability ratio of a gap that ends a character to one inside it.
  func separatorEvidence(length: Double, variance: Double) -> Double {
    if length >= characterGap { return 20 }
    if length <= elementGap { return -20 }
    return Self.logDensity(length, mean: characterGap, variance: variance)
      - Self.logDensity(length, mean: elementGap, variance: variance) - 0.5
  }

  /// Where a gap between characters becomes one between words.
  var wordThreshold: Double { (characterGap * wordGap).squareRoot() }
}
