import Foundation

/// The sender timing in one reading of the light so far.
///
/// Each kind of duration is log-normal. It has the mean of its logarithm, the variance of that mean, and a spread: the variance
/// of the logarithm around the mean. Every duration of the kind reduces the variance of the mean (Kalman filters of the
/// logarithms of the unit and of the other kinds in units).
struct SenderTiming: Sendable {
  /// A kind of duration: the logarithm of its mean in units, the variance of that mean, and the spread of the durations around
  /// it.
  struct Ratio: Sendable {
    var mean: Double
    var variance: Double
    var spread: Spread
  }

  /// The variance of a logarithm, and the number of durations that it was learned from.
  struct Spread: Sendable {
    private(set) var variance: Double
    private var count = 12.0
    /// Memory, in durations.
    private static let memory = 33.0
    /// Deviations from 3 % (a machine, measured in frames) to 40 % (a beginner).
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
  /// The spread of dots. Their mean is the unit.
  var dots: Spread
  var dash: Ratio
  /// The gap between elements.
  var gap: Ratio
  /// The gap between characters.
  var separator: Ratio
  /// The gap between words, in gaps between characters.
  var word: Ratio
  /// Whether each gap is longer by the length of the mark before it.
  let addsMarkToGap: Bool
  /// The index of the style in ``styles``.
  let style: Int

  /// A way of keying that a sender may begin with.
  struct Style: Sendable {
    let timing: SenderTiming
    /// The logarithm of its probability. It is chosen, not measured: the other styles are so rare that text of only dots counts
    /// as a machine's.
    let score: Double
    /// The likeliest unit in seconds, and one standard deviation of its logarithm.
    let unit: Double
    let range: Double

    fileprivate init(
      _ style: Int, dash: Double, gap: Double = 1, separator: Double,
      deviations: (Double, Double, Double, Double) = (0.1, 0.1, 0.1, 0.1), addsMarkToGap: Bool = false,
      score: Double, unit: Double = 0.1, range: Double
    ) {
      timing = SenderTiming(
        style: style, dash: dash, gap: gap, separator: separator, deviations: deviations,
        addsMarkToGap: addsMarkToGap)
      self.score = score
      self.unit = unit
      self.range = range
    }
  }

  static let styles = [
    // Machines: 1 to 130 words per minute lie within two deviations.
    Style(0, dash: 3, separator: 3, score: 0, range: 1.2),
    // People, at 4.5 to 33 words per minute: straight keys, as VE3NEA measured them, and beginners, all of whose lengths vary by
    // a quarter. Short texts end before so large a spread is learned.
    Style(1, dash: 3.5, separator: 4, deviations: (0.2, 0.24, 0.2, 0.26), score: -3, range: 0.5),
    // Programs that wait for each mark's length, with different gaps between characters.
    Style(2, dash: 2.7, separator: 1.8, addsMarkToGap: true, score: -6, range: 0.8),
    Style(3, dash: 2.7, separator: 3.5, addsMarkToGap: true, score: -6, range: 0.8),
    Style(4, dash: 2.7, separator: 7, addsMarkToGap: true, score: -7, range: 0.8),
    // A machine's lamp that still looks white while it cools: marks are longer, and gaps shorter, by 0.4 units.
    Style(5, dash: 2.43, gap: 0.43, separator: 1.86, score: -11, range: 0.8),
    // A lamp that starts late: marks are shorter, and gaps longer, by 0.5 units.
    Style(6, dash: 5, gap: 3, separator: 7, score: -8, range: 0.8),
    // Machines with wide spacing.
    Style(7, dash: 3, separator: 8, score: -2, range: 1.2),
    // People who cover a lamp with a hand or a hat, a little late: marks are longer, and gaps shorter, by half a unit.
    Style(
      8, dash: 2.4, gap: 0.4, separator: 2.2, deviations: (0.15, 0.15, 0.25, 0.22), score: -6, unit: 0.2,
      range: 0.5),
  ]

  /// - Parameters:
  ///   - dash: Mean dash in units.
  ///   - gap: Mean gap between elements in units.
  ///   - separator: Mean gap between characters in units.
  ///   - deviations: Standard deviations of the logarithms of dots, dashes, gaps between elements and gaps between characters.
  private init(
    style: Int, dash: Double, gap: Double, separator: Double, deviations: (Double, Double, Double, Double),
    addsMarkToGap: Bool
  ) {
    self.style = style
    self.addsMarkToGap = addsMarkToGap
    unit = 0
    unitVariance = 0
    dots = Spread(deviation: deviations.0)
    self.dash = Ratio(mean: log(dash), variance: 0.15 * 0.15, spread: Spread(deviation: deviations.1))
    self.gap = Ratio(mean: log(gap), variance: 0.3 * 0.3, spread: Spread(deviation: deviations.2))
    self.separator = Ratio(
      mean: log(separator), variance: 0.25 * 0.25, spread: Spread(deviation: deviations.3))
    word = Ratio(mean: 0.85, variance: 0.2 * 0.2, spread: Spread(deviation: max(0.2, deviations.3)))
  }

  /// The timing of `style` at a unit, the logarithm of ticks.
  init(unit: Double, variance: Double, style: Int) {
    self = Self.styles[style].timing
    self.unit = unit
    unitVariance = variance
  }

  /// Its index among competing timings: from the style, and the logarithm of the unit in steps of a quarter.
  var tempo: Int { Int(max(0, unit) * 4) * Self.styles.count + style }

  /// The distribution of lengths of one kind, in ticks: log-normal, with rare lengths that a stall has increased.
  ///
  /// A busy camera, recorder or sender sometimes stops for some frames while time continues. A length increases by them, and
  /// none decreases.
  struct Length: Sendable {
    var mean: Double
    var logMean: Double
    /// One over the standard deviation of the logarithm.
    var sharpness: Double
    /// The logarithm of the probability at the mean.
    var peak: Double
    /// The logarithm of the probability of the shortest stall.
    private var stalled: Double

    /// The share of lengths with a stall, if the lengths are as regular as a machine's, to 4 %. For an uneven sender the share
    /// is smaller, because unusual lengths are the sender's own.
    private static let stalledLengthShare = 0.004
    /// Variance of the logarithm of a machine's lengths: their standard deviation is 4 %.
    private static let machineVariance = 0.04 * 0.04
    /// The shortest length, as a share of the mean. Shorter darkness could lie between any two exposures of a light that stays
    /// on, and there are many such readings.
    private static let minimumShareOfMean = 0.2
    /// Mean length of a stall, in ticks: a quarter of a second.
    private static let stallLength = 40.0

    /// - Parameters:
    ///   - variance: Variance of the logarithm.
    ///   - spread: The part of the variance that is the sender's own.
    ///   - share: The share of this kind among the segments of the same light.
    ///   - slack: The uncertainty of an edge, in ticks. Lengths within it are equal, and their densities add up.
    init(logMean: Double, variance: Double, spread: Double, share: Double, slack: Double) {
      mean = exp(logMean)
      self.logMean = logMean
      // The width of a tick adds 1/6: both ends are rounded.
      let deviation = (variance * mean * mean + 1 / 6.0).squareRoot()
      sharpness = mean / deviation
      peak = Self.log(share * min(1, slack * 0.3989 / deviation))
      let evenness = min(1, Self.machineVariance / spread)
      stalled = Self.log(
        share * slack * Self.stalledLengthShare / Self.stallLength * evenness * evenness * evenness)
    }

    /// The logarithm to seven digits. These are enough for nats and take half the time.
    @inline(__always)
    private static func log(_ value: Double) -> Double { Double(Foundation.log(Float(value))) }

    @inline(__always)
    func density(_ length: Double) -> Double {
      guard length > Self.minimumShareOfMean * mean else { return -.infinity }
      let error = Self.log(length) - logMean
      let z = error * sharpness
      let usual = peak - error - 0.5 * z * z
      return error > 0 ? max(usual, stalled - (length - mean) / Self.stallLength) : usual
    }

    /// The longest length of this kind.
    var longest: Double { mean * max(2.2, exp(3.5 / sharpness)) + 2 }
  }

  /// The shares of dots and dashes among the marks of text.
  static let (dotShare, dashShare) = (0.56, 0.44)

  func dotLength(slack: Double) -> Length {
    Length(
      logMean: unit, variance: dots.variance + unitVariance, spread: dots.variance, share: Self.dotShare,
      slack: slack)
  }

  func dashLength(slack: Double) -> Length { length(dash, share: Self.dashShare, slack) }
  func gapLength(slack: Double) -> Length { length(gap, share: 0.62, slack) }
  func separatorLength(slack: Double) -> Length { length(separator, share: 0.26, slack) }

  private func length(_ ratio: Ratio, share: Double, _ slack: Double) -> Length {
    Length(
      logMean: unit + ratio.mean, variance: ratio.spread.variance + unitVariance + ratio.variance,
      spread: ratio.spread.variance, share: share, slack: slack)
  }

  // Each of these functions learns from a segment of one kind. `mean` is the predicted mean of its ``Length``: nothing was
  // learned since the prediction.

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
    // If marks are longer by a constant time, gaps are shorter by as much: of dots, dashes and gaps of 1, 3 and 1 units, the gap
    // becomes two dots less than the dash. A gap between elements is shorter than a dash. The limits of 0.55 and 0.2 dots and the
    // margin of 0.1 are chosen, not measured.
    let dash = exp(dash.mean)
    let shortest = min(0.55, max(0.2, dash - 2.1))
    gap.mean = min(log(max(1.4, dash - 1)), max(log(shortest), gap.mean))
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

  /// - Parameter ratio: Ratio of a gap between words to a gap between characters.
  private mutating func takeWord(_ ratio: Double) {
    let error = log(ratio) - word.mean
    // Longer gaps are pauses of any length.
    guard error < 1 else { return }
    let gain = word.variance / (word.variance + word.spread.variance)
    word.spread.learn(error, beyond: word.variance)
    word.mean = min(1.6, max(0.3, word.mean + gain * error))
    word.variance = max(0.05 * 0.05, word.variance * (1 - gain))
  }

  /// Learns the unit, and returns the updated `ratio`.
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

  /// The speed wanders by one part in seventy (1.4 %) from element to element.
  private mutating func age() {
    unitVariance += 0.014 * 0.014
  }
}
