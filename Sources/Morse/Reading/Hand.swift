import Foundation

/// How a sender keys, as one reading of the light so far knows it.
///
/// Each kind of duration is log-normal: the mean of its logarithm with its variance, which every duration of the kind
/// sharpens (Kalman filters of the logarithms of the unit and of the others in units), and its spread, the variance of the
/// logarithm around that mean.
struct Hand: Sendable {
  /// A kind of duration: logarithm of its mean in units, the variance of that, and the spread of the durations around it.
  struct Ratio: Sendable {
    var mean: Double
    var variance: Double
    var spread: Spread
  }

  /// The variance of a logarithm, from as many durations as it was learned from.
  struct Spread: Sendable {
    private(set) var variance: Double
    private var count = 12.0
    /// Older durations than so many are forgotten.
    private static let memory = 33.0
    /// From a machine's frames to a beginner's key: deviations of 3 % to 40 %.
    private static let range = 0.03 * 0.03...0.4 * 0.4

    init(deviation: Double) { variance = deviation * deviation }

    mutating func learn(_ error: Double, beyond known: Double) {
      count = min(Self.memory, count + 1)
      variance += (max(0, error * error - known) - variance) / count
      variance = min(Self.range.upperBound, max(Self.range.lowerBound, variance))
    }
  }

  /// Logarithm of the unit, in ticks, and its variance.
  var unit: Double
  var unitVariance: Double
  /// Of dots, whose mean is the unit.
  var dots: Spread
  var dash: Ratio
  /// Between elements.
  var gap: Ratio
  /// Between characters.
  var separator: Ratio
  /// Between words: times the gap between characters.
  var word: Ratio
  /// Whether each gap is longer by the mark before it.
  let waitsForMark: Bool
  /// The style's place in ``styles``.
  let style: Int
  /// A way of keying in which a sender may begin.
  struct Style: Sendable {
    let hand: Hand
    /// The logarithm of its probability, chosen and not measured: rare enough that text of nothing but dots is a machine's.
    let score: Double
    /// One standard deviation of the logarithm of the unit, around 0.1 seconds (12 words a minute).
    let range: Double

    fileprivate init(
      _ style: Int, dash: Double, gap: Double = 1, separator: Double,
      deviations: (Double, Double, Double, Double) = (0.1, 0.1, 0.1, 0.1), waitsForMark: Bool = false,
      score: Double, range: Double
    ) {
      hand = Hand(
        style: style, dash: dash, gap: gap, separator: separator, deviations: deviations,
        waitsForMark: waitsForMark)
      self.score = score
      self.range = range
    }
  }

  static let styles = [
    // Machines: 1 to 130 words a minute lie within two deviations.
    Style(0, dash: 3, separator: 3, score: 0, range: 1.2),
    // Hands, by VE3NEA's measurements of straight keys: 4.5 to 33 words a minute.
    Style(1, dash: 3.8, separator: 4, deviations: (0.15, 0.25, 0.2, 0.25), score: -2, range: 0.5),
    // Programs that wait for each mark's length, by how they part letters.
    Style(2, dash: 2.7, separator: 1.8, waitsForMark: true, score: -6, range: 0.8),
    Style(3, dash: 2.7, separator: 3.5, waitsForMark: true, score: -6, range: 0.8),
    Style(4, dash: 2.7, separator: 7, waitsForMark: true, score: -7, range: 0.8),
    // Machines that space wide.
    Style(5, dash: 3, separator: 8, score: -2, range: 1.2),
  ]

  private init(
    style: Int, dash: Double, gap: Double, separator: Double, deviations: (Double, Double, Double, Double),
    waitsForMark: Bool = false
  ) {
    self.style = style
    self.waitsForMark = waitsForMark
    unit = 0
    unitVariance = 0
    dots = Spread(deviation: deviations.0)
    self.dash = Ratio(mean: log(dash), variance: 0.15 * 0.15, spread: Spread(deviation: deviations.1))
    self.gap = Ratio(mean: log(gap), variance: 0.3 * 0.3, spread: Spread(deviation: deviations.2))
    self.separator = Ratio(
      mean: log(separator), variance: 0.25 * 0.25, spread: Spread(deviation: deviations.3))
    word = Ratio(mean: 0.85, variance: 0.2 * 0.2, spread: Spread(deviation: max(0.2, deviations.3)))
  }

  /// The hand of `style` at a unit, the logarithm of ticks.
  init(unit: Double, variance: Double, style: Int = 0) {
    self = Self.styles[style].hand
    self.unit = unit
    unitVariance = variance
  }

  /// The hand's place among those that compete: its style, and quarters of the logarithm of its unit.
  var tempo: Int { Int(max(0, unit) * 4) * Self.styles.count + style }

  /// Lengths of one kind, in ticks: log-normal, and rarely what a stall made longer.
  ///
  /// A busy camera, recorder or sender stands still for some frames now and then while time goes on: a length grows by them,
  /// and none shrinks.
  struct Length: Sendable {
    var mean: Double
    var logMean: Double
    /// One over the standard deviation of the logarithm.
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

    /// - Parameters:
    ///   - variance: Of the logarithm.
    ///   - spread: The part of the variance that is the hand's own.
    ///   - share: How many of the stretches of its light are of this kind.
    ///   - slack: How many ticks an edge may be off unnoticed: so many are alike, and their densities add up.
    init(logMean: Double, variance: Double, spread: Double, share: Double, slack: Double) {
      mean = exp(logMean)
      self.logMean = logMean
      // A tick's own width adds 1/6: both ends are rounded.
      let deviation = (variance * mean * mean + 1 / 6.0).squareRoot()
      sharpness = mean / deviation
      peak = Self.log(share * min(1, slack * 0.3989 / deviation))
      let evenness = min(1, Self.even / spread)
      stalled = Self.log(share * slack * Self.stalls / Self.stallLength * evenness * evenness * evenness)
    }

    /// To seven digits, which is plenty in nats and takes half the time.
    @inline(__always)
    private static func log(_ value: Double) -> Double { Double(Foundation.log(Float(value))) }

    @inline(__always)
    func density(_ length: Double) -> Double {
      guard length > Self.least * mean else { return -.infinity }
      let stretch = Self.log(length) - logMean
      let z = stretch * sharpness
      let usual = peak - stretch - 0.5 * z * z
      return stretch > 0 ? max(usual, stalled - (length - mean) / Self.stallLength) : usual
    }

    /// No length of this kind is greater.
    var longest: Double { mean * max(2.2, exp(3.5 / sharpness)) + 2 }
  }

  func dotLength(slack: Double) -> Length {
    Length(
      logMean: unit, variance: dots.variance + unitVariance, spread: dots.variance, share: 0.56, slack: slack)
  }

  func dashLength(slack: Double) -> Length { length(dash, share: 0.44, slack) }
  func gapLength(slack: Double) -> Length { length(gap, share: 0.62, slack) }
  func separatorLength(slack: Double) -> Length { length(separator, share: 0.26, slack) }

  private func length(_ ratio: Ratio, share: Double, _ slack: Double) -> Length {
    Length(
      logMean: unit + ratio.mean, variance: ratio.spread.variance + unitVariance + ratio.variance,
      spread: ratio.spread.variance, share: share, slack: slack)
  }

  // A stretch of one kind has ended, whose mean ``Length`` this hand had told: nothing was learned since.

  mutating func takeDot(_ length: Double, mean: Double) {
    let total = dots.variance + unitVariance
    let error = Self.error(length, mean: mean, within: total)
    let gain = unitVariance / total
    dots.learn(error, beyond: unitVariance)
    unit += gain * error
    unitVariance *= 1 - gain
    age()
  }

  mutating func takeDash(_ length: Double, mean: Double) {
    dash = take(length, mean, dash)
    dash.mean = min(log(6), max(log(1.9), dash.mean))
  }

  mutating func takeGap(_ length: Double, mean: Double) {
    gap = take(length, mean, gap)
    // Where marks are longer, gaps are shorter by as much; and a gap that parts elements is shorter than a dash.
    gap.mean = min(log(max(1.4, exp(dash.mean) - 1)), max(log(0.55), gap.mean))
  }

  mutating func takeSeparator(_ length: Double, mean: Double, isWord: Bool) {
    if isWord { return takeWord(length / mean) }
    let total = separator.variance + separator.spread.variance
    let error = Self.error(length, mean: mean, within: total)
    let gain = separator.variance / total
    separator.spread.learn(error, beyond: separator.variance + unitVariance)
    separator.mean = max(separator.mean + gain * error, gap.mean + 0.3)
    separator.variance = max(0.05 * 0.05, separator.variance * (1 - gain))
  }

  /// - Parameter stretch: How many times longer than a gap between characters a gap between words was.
  private mutating func takeWord(_ stretch: Double) {
    let error = log(stretch) - word.mean
    // Longer ones are pauses of any length.
    guard error < 1 else { return }
    let gain = word.variance / (word.variance + word.spread.variance)
    word.spread.learn(error, beyond: word.variance)
    word.mean = min(1.6, max(0.3, word.mean + gain * error))
    word.variance = max(0.05 * 0.05, word.variance * (1 - gain))
  }

  /// Learns the unit, and returns what was learned of `ratio`.
  private mutating func take(_ length: Double, _ mean: Double, _ ratio: Ratio) -> Ratio {
    var ratio = ratio
    let known = unitVariance + ratio.variance
    let total = known + ratio.spread.variance
    let error = Self.error(length, mean: mean, within: total)
    let (own, units) = (ratio.variance / total, unitVariance / total)
    ratio.spread.learn(error, beyond: known)
    unit += units * error
    ratio.mean += own * error
    unitVariance *= 1 - units
    ratio.variance = max(0.03 * 0.03, ratio.variance * (1 - own))
    age()
    return ratio
  }

  private static func error(_ length: Double, mean: Double, within variance: Double) -> Double {
    let limit = 2.5 * variance.squareRoot()
    return min(limit, max(-limit, log(length / mean)))
  }

  /// Speed wanders by one part in seventy from element to element.
  private mutating func age() {
    unitVariance += 0.014 * 0.014
  }
}
