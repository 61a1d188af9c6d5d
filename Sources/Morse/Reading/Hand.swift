import Foundation

/// How a sender keys, as one reading of the light so far knows it: the logarithms of the unit and of the other lengths in
/// units, each with its variance, sharpened by every mark and pause (Kalman filters), and the spread of the lengths.
struct Hand: Sendable {
  /// Logarithm of the unit, in ticks.
  var unit: Double
  var unitVariance: Double
  /// Logarithm of a dash in units.
  var dash = log(3.0)
  var dashVariance = 0.15 * 0.15
  /// Logarithm of the gap between elements in units.
  var gap = 0.0
  var gapVariance = 0.3 * 0.3
  /// Logarithm of the shortest gap between characters in units.
  var separator = log(3.0)
  var separatorVariance = 0.25 * 0.25
  /// Variance of a length around its mean, as a share of the mean squared.
  var spread = 0.1 * 0.1

  init(unit: Double, variance: Double) {
    self.unit = unit
    unitVariance = variance
  }

  /// Quarters of the logarithm of the unit.
  var tempo: Int { Self.tempo(unit: unit) }
  static func tempo(unit: Double) -> Int { Int(unit * 4) }

  /// Lengths of one kind, in ticks: a normal distribution, and rarely what a stall made longer.
  ///
  /// A busy camera, recorder or sender stands still for some frames now and then while time goes on: a length grows by them,
  /// and none shrinks.
  struct Length: Sendable {
    var mean: Double
    var logMean: Double
    /// One over the standard deviation.
    var sharpness: Double
    /// The logarithm of the probability at the mean.
    var peak: Double
    /// The logarithm of the probability of the shortest stall.
    private var stalled: Double

    /// How many lengths hold a stall where they are as even as a machine's: to 4 %. An uneven hand's odd lengths are its own.
    private static let stalls = 0.004
    private static let even = 0.04 * 0.04
    /// No hand makes less than so much of a length it means. Shorter darkness can hide between two exposures of a light that
    /// stays on, everywhere, and there are many such readings.
    private static let least = 0.2
    /// How many ticks a stall lasts on average: a quarter of a second.
    private static let stallLength = 40.0

    /// - Parameter spread: The part of the relative variance that is the hand's own.
    /// - Parameter share: How many of the stretches of its light are of this kind.
    /// - Parameter slack: How many ticks an edge may be off unnoticed: so many are alike, and their densities add up.
    init(logMean: Double, relativeVariance: Double, spread: Double, share: Double, slack: Double) {
      mean = exp(logMean)
      self.logMean = logMean
      // A tick's own width adds 1/6: both ends are rounded.
      let deviation = (relativeVariance * mean * mean + 1 / 6.0).squareRoot()
      sharpness = 1 / deviation
      peak = Self.log(share * min(1, slack * 0.3989 * sharpness))
      let evenness = min(1, Self.even / spread)
      stalled = Self.log(share * slack * Self.stalls / Self.stallLength * evenness * evenness * evenness)
    }

    /// To seven digits, which is plenty in nats and takes half the time.
    @inline(__always)
    private static func log(_ value: Double) -> Double { Double(Foundation.log(Float(value))) }

    @inline(__always)
    func density(_ length: Double) -> Double {
      guard length > Self.least * mean else { return -.infinity }
      let excess = length - mean
      let z = excess * sharpness
      let usual = peak - 0.5 * z * z
      return excess > 0 ? max(usual, stalled - excess / Self.stallLength) : usual
    }
  }

  func dotLength(slack: Double) -> Length { length(0, 0, share: 0.56, slack) }
  func dashLength(slack: Double) -> Length { length(dash, dashVariance, share: 0.44, slack) }
  func gapLength(slack: Double) -> Length { length(gap, gapVariance, share: 0.62, slack) }
  func separatorLength(slack: Double) -> Length { length(separator, separatorVariance, share: 0.26, slack) }

  /// - Parameter ratio: Logarithm of the length in units.
  private func length(_ ratio: Double, _ ratioVariance: Double, share: Double, _ slack: Double) -> Length {
    Length(
      logMean: unit + ratio, relativeVariance: spread + unitVariance + ratioVariance, spread: spread,
      share: share, slack: slack)
  }

  // A stretch of one kind has ended, whose mean ``Length`` this hand had told: nothing was learned since.

  mutating func takeDot(_ length: Double, mean: Double) {
    let error = Self.error(length, mean: mean, within: spread + unitVariance)
    learn(error, beyond: unitVariance)
    let total = unitVariance + spread
    unit += unitVariance / total * error
    unitVariance *= spread / total
    age()
  }

  mutating func takeDash(_ length: Double, mean: Double) {
    var ratio = dash, variance = dashVariance
    take(length, mean, &ratio, &variance)
    (dash, dashVariance) = (min(log(4.8), max(log(1.9), ratio)), variance)
  }

  mutating func takeGap(_ length: Double, mean: Double) {
    var ratio = gap, variance = gapVariance
    take(length, mean, &ratio, &variance)
    (gap, gapVariance) = (min(log(2.4), max(log(0.4), ratio)), variance)
  }

  mutating func takeSeparator(_ length: Double, mean: Double) {
    // Longer ones are gaps between words, or a sender who takes time.
    guard length < 1.5 * mean else { return }
    let error = Self.error(length, mean: mean, within: spread + separatorVariance)
    let total = separatorVariance + spread
    separator += separatorVariance / total * error
    separator = max(separator, gap + 0.3)
    separatorVariance = max(0.05 * 0.05, separatorVariance * spread / total)
  }

  private mutating func take(
    _ length: Double, _ mean: Double, _ ratio: inout Double, _ ratioVariance: inout Double
  ) {
    let total = unitVariance + ratioVariance + spread
    let error = Self.error(length, mean: mean, within: total)
    learn(error, beyond: unitVariance + ratioVariance)
    unit += unitVariance / total * error
    ratio += ratioVariance / total * error
    unitVariance *= 1 - unitVariance / total
    ratioVariance = max(0.03 * 0.03, ratioVariance * (1 - ratioVariance / total))
    age()
  }

  private static func error(_ length: Double, mean: Double, within variance: Double) -> Double {
    let limit = 2.5 * variance.squareRoot()
    return min(limit, max(-limit, length / mean - 1))
  }

  private mutating func learn(_ error: Double, beyond variance: Double) {
    spread += 0.03 * (max(0, error * error - variance) - spread)
    spread = min(0.25 * 0.25, max(0.03 * 0.03, spread))
  }

  /// Speed wanders by one part in seventy from element to element.
  private mutating func age() {
    unitVariance += 0.014 * 0.014
  }
}
