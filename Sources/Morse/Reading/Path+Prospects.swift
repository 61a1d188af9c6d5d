import Foundation

extension Path {
  /// Whether the open stretch, of `length` ticks, can still end later by a share of the probability whose logarithm is
  /// `least`.
  ///
  /// Light that lasts, and dark that does, cost a reading nothing until they end. One that must pay more then than it can
  /// afford need not be followed so far.
  @inline(__always)
  func mayEndLater(_ length: Double, over least: Double) -> Bool {
    if length < short.mean { return short.peak >= least || long.peak >= least }
    if length < long.mean, long.peak >= least { return true }
    return !isLit && length < exp(hand.word.mean) * long.mean && wordPeak + gain >= least
  }
}

extension Path {
  /// A sender who changes speed goes on up to 4.5 times faster or slower, and a wandering one needs no new speed.
  private static let changes = 0.25...1.5

  /// Whether the open mark, of any speed, may be of this one.
  func mayGoOn(at speed: FirstSpeeds.Speed) -> Bool {
    isFirst || Self.changes.contains(abs(speed.hand.unit - hand.unit))
  }
}

/// The end of a character.
extension Path {
  /// One gap in five parts words; one in fifty is a pause of any length. Tenths: gaps to other lengths as marks.
  private static let word = -2.6 + 1.1
  private static let pause = -5 + 1.1

  /// The logarithm of the probability of a gap between words of the likeliest length.
  @inline(__always)
  private var wordPeak: Double {
    let variance = hand.word.spread.variance
    return Self.word - long.logMean - hand.word.mean + 0.5 * variance + Self.ofSpaces(completed.space)
  }

  /// The logarithm of the probability of a gap between characters or words, how probable it is that it is one between
  /// words, and how much more probable the text makes that than anything at all, as a logarithm.
  ///
  /// - Parameter least: No matter how far below this it lies.
  @inline(__always)
  func separatorDensity(_ length: Double, over least: Double) -> (density: Double, space: Float, gain: Double)
  {
    var character = long.density(length)
    guard length > long.mean, Self.word - long.logMean + 2 > least else { return (character, 0, 0) }
    let logarithm = log(length)
    let stretch = logarithm - long.logMean
    let spread = hand.word.spread.variance + hand.word.variance
    let error = stretch - hand.word.mean
    let space = completed.space
    let usual = Self.word - logarithm - 0.5 * error * error / spread - 0.5 * log(spread / Self.spread)
    let gains = (log(Double((1 - space) / (1 - TextModel.spaces))), Self.ofSpaces(space))
    let word = max(usual, Self.pause - logarithm - 0.5 * stretch) + gains.1
    character += gains.0
    return (
      max(character, word), Float(1 / (1 + exp(character - word))), character > word ? gains.0 : gains.1
    )
  }

  /// How much more probable a space is than in anything at all, as a logarithm.
  private static func ofSpaces(_ probability: Float) -> Double { log(Double(probability / TextModel.spaces)) }
  /// Of the logarithm of gaps between words, where ``word`` holds.
  private static let spread = 0.35 * 0.35
}
