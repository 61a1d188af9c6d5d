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
    return !isLit && length < Hand.Length.wordStretch * long.mean && long.wordPeak >= least
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

extension Hand.Length {
  /// How many times longer than between characters gaps between words are: 7/3.
  fileprivate static let wordStretch = exp(logWordStretch)
  private static let logWordStretch = 0.85
  /// One standard deviation of the logarithm of their lengths.
  private static let wordSpread = 0.35
  /// One gap in five parts words; one in fifty is a pause of any length. Tenths: gaps to other lengths as marks.
  private static let word = -2.6 + 1.1
  private static let pause = -5 + 1.1

  /// The logarithm of the probability of a gap between words of the likeliest length.
  @inline(__always)
  fileprivate var wordPeak: Double {
    Self.word - logMean - Self.logWordStretch + 0.5 * Self.wordSpread * Self.wordSpread
  }

  /// The logarithm of the probability of a gap between characters or words, where this is the length of one between
  /// characters.
  ///
  /// Gaps between characters come near their mean. One in five parts words: 7/3 times as long, give or take a third; one
  /// in fifty is a pause of any length.
  ///
  /// - Parameter least: No matter how far below this it lies.
  @inline(__always)
  func separatorDensity(_ length: Double, over least: Double) -> Double {
    let character = density(length)
    guard length > mean, Self.word - logMean > least else { return character }
    let logarithm = log(length)
    let stretch = logarithm - logMean
    let z = (stretch - Self.logWordStretch) / Self.wordSpread
    let word = Self.word - logarithm - 0.5 * z * z
    let pause = Self.pause - logarithm - 0.5 * stretch
    return max(character, word, pause)
  }
}
