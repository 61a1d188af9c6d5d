import Foundation

extension Path {
  /// Whether the open segment, of `length` ticks, can still end later with a probability whose logarithm is at least `least`.
  ///
  /// An open segment costs a reading nothing until it ends. If its cost at the end is certain to exceed the limit, the reading
  /// can be dropped now.
  @inline(__always)
  func mayEndLater(_ length: Double, over least: Double) -> Bool {
    if length < short.mean { return short.peak >= least || long.peak >= least }
    if length < long.mean, long.peak >= least { return true }
    return !isLit && length < exp(sender.word.mean) * long.mean && wordPeak + gain >= least
  }
}

extension Path {
  /// Range of a speed change, as a logarithm: 1.3 to 4.5 times faster or slower. Smaller changes are tracked without a new
  /// speed. Chosen.
  private static let speedChangeRange = 0.25...1.5

  /// Whether the open mark, of any speed, may have this speed.
  func mayContinue(at speed: FirstSpeeds.Speed) -> Bool {
    isFirst || Self.speedChangeRange.contains(abs(speed.sender.unit - sender.unit))
  }
}

/// The end of a character.
extension Path {
  /// Logarithms of the densities of gaps between words and of pauses of any length, times the length in ticks.
  ///
  /// -2.6 and -5 are the logarithms of their shares of all gaps. 38 % of all gaps separate characters or words
  /// (``SenderTiming``). One in five of these separates words, and one in fifty is a pause. 1.1 is about the logarithm of `slack × 0.3989 / 0.35`,
  /// the factor of ``SenderTiming/Length`` at a slack of 2.5 ticks and a deviation of 0.35.
  private static let wordScore = -2.6 + 1.1
  private static let pauseScore = -5 + 1.1

  /// The logarithm of the probability of a gap between words of the likeliest length.
  @inline(__always)
  private var wordPeak: Double {
    let variance = sender.word.spread.variance
    return Self.wordScore - long.logMean - sender.word.mean + 0.5 * variance + Self.spaceGain(completed.space)
  }

  /// The logarithm of the probability of a gap between characters or words, the probability that it is between words, and the
  /// logarithm of how much likelier it is in the text than in unknown text.
  ///
  /// - Parameter least: Below this the density need not be exact.
  @inline(__always)
  func separatorDensity(_ length: Double, over least: Double) -> (density: Double, space: Float, gain: Double)
  {
    var character = long.density(length)
    guard length > long.mean, Self.wordScore - long.logMean + 2 > least else { return (character, 0, 0) }
    let logarithm = log(length)
    let excess = logarithm - long.logMean
    let spread = sender.word.spread.variance + sender.word.variance
    let error = excess - sender.word.mean
    let space = completed.space
    let usual =
      Self.wordScore - logarithm - 0.5 * error * error / spread - 0.5 * log(spread / Self.wordSpread)
    let gains = (log(Double((1 - space) / (1 - TextModel.wordGapShare))), Self.spaceGain(space))
    let word = max(usual, Self.pauseScore - logarithm - 0.5 * excess) + gains.1
    character += gains.0
    return (
      max(character, word), Float(1 / (1 + exp(character - word))), character > word ? gains.0 : gains.1
    )
  }

  /// The logarithm of how much likelier a space is than in unknown text.
  private static func spaceGain(_ probability: Float) -> Double {
    log(Double(probability / TextModel.wordGapShare))
  }
  /// The variance of the logarithm of gaps between words for which ``wordScore`` holds.
  private static let wordSpread = 0.35 * 0.35
}
