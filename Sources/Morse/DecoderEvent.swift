/// A report of a decoder. Reports come in the order of the light.
public enum DecoderEvent: Sendable, Equatable {
  /// A character was read; it is final.
  case character(DecodedCharacter)
  /// A word ended. The time is the end of its last light, in seconds on the source's axis.
  case word(at: Double)
  /// The speed became known or changed by more than a twentieth.
  case speed(wordsPerMinute: Double)
  /// Why the light cannot be read. It is reported once, when it has become certain; `nil` is reported when it no longer holds.
  case diagnosis(Diagnosis?, at: Double)
}

/// A character as it was read from light.
public struct DecodedCharacter: Sendable, Equatable {
  /// `A`, a prosign as `<SK>`, or ``unknown`` where the alphabet has no sign for the code word.
  public var sign: String
  /// The elements read.
  public var code: CodeWord
  /// First light on, in seconds on the source's axis.
  public var start: Double
  /// Last light off, in seconds on the source's axis.
  public var end: Double
  /// The probability that this is what was sent, 0...1.
  public var confidence: Double
  /// Speed inside the character, in words per minute (PARIS).
  public var wordsPerMinute: Double
  /// The code words of the second-best reading of the same light; empty if the reading is certain. They may contain light of
  /// the neighbouring characters.
  public var alternative: [CodeWord]

  /// A character with its time and probability.
  public init(
    sign: String, code: CodeWord, start: Double, end: Double, confidence: Double, wordsPerMinute: Double,
    alternative: [CodeWord] = []
  ) {
    self.sign = sign
    self.code = code
    self.start = start
    self.end = end
    self.confidence = confidence
    self.wordsPerMinute = wordsPerMinute
    self.alternative = alternative
  }

  /// Stands for a code word without a sign: U+FFFD, the replacement character.
  public static let unknown = "\u{FFFD}"
}
