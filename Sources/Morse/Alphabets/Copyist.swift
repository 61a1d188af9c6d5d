/// Writes code words down as text, as a telegraph operator does.
///
/// Each code word is given its sign as it comes; the signs of a word are then put together: kana with their marks of voicing,
/// Korean letters to syllables. The elements stay known, so the same code words can be written in another alphabet at any
/// time.
///
///     var copyist = Copyist(.korean)
///     copyist.text(of: [[.init("-.-.")!, .init("...")!]])  // "쳐"
public struct Copyist: Sendable, Equatable {
  /// What the text is written in.
  public let alphabet: Alphabet
  /// What is read where signs share a code word.
  public let sharedCodes: SharedCodes
  /// Whether abbreviated figures are written as figures: a word of which some signs are figures and all others could be,
  /// `5NN`, is then written `599`.
  public let readsCutFigures: Bool
  /// Whether the stream has left the kana and is Latin until the next `<DO>`.
  private var isShiftedOut: Bool
  private let startsInLatin: Bool

  /// - Parameter startsInLatin: Whether an alphabet that is entered by a shift waits for it.
  public init(
    _ alphabet: Alphabet, sharedCodes: SharedCodes = .recommendation, readsCutFigures: Bool = false,
    startsInLatin: Bool = false
  ) {
    self.alphabet = alphabet
    self.sharedCodes = sharedCodes
    self.readsCutFigures = readsCutFigures
    self.startsInLatin = alphabet.shiftsWithLatin && startsInLatin
    isShiftedOut = self.startsInLatin
  }

  /// Whether both write the same text for the same stream from its beginning.
  public func writesLike(_ other: Copyist) -> Bool {
    alphabet == other.alphabet && sharedCodes == other.sharedCodes && readsCutFigures == other.readsCutFigures
      && startsInLatin == other.startsInLatin
  }

  /// The sign of the next code word, ``DecodedCharacter/unknown`` if it has none; follows shifts.
  public mutating func sign(of code: CodeWord) -> String {
    let sign = reading(of: code)
    guard alphabet.shiftsWithLatin else { return sign }
    switch sign {
    case Self.shiftIn, "<NJ>":
      isShiftedOut = false
      return Self.shiftIn
    case Self.shiftOut:
      isShiftedOut = true
    default:
      break
    }
    return sign
  }

  private func reading(of code: CodeWord) -> String {
    let table = isShiftedOut ? Alphabet.latin : alphabet
    return table.sign(for: code, sharedCodes: sharedCodes) ?? DecodedCharacter.unknown
  }

  /// The text of a word: its code words, and their signs as ``sign(of:)`` gave them. Shifts leave no text.
  public func write(_ word: [(code: CodeWord, sign: String)]) -> [TextPart] {
    var signs = word.map(\.sign)
    if readsCutFigures, let figures = CutFigures.figures(of: word.map(\.code)) { signs = figures }
    let parts = alphabet.compose(signs)
    return alphabet.shiftsWithLatin
      ? parts.filter { $0.text != Self.shiftIn && $0.text != Self.shiftOut } : parts
  }

  /// Whether a sign stands as it was written, whatever follows it in its word.
  public var writesEachSignAtOnce: Bool {
    alphabet.composition == .none && !readsCutFigures
  }

  /// The text of words that follow each other.
  public mutating func text(of words: [[CodeWord]]) -> String {
    words.map { word in
      let signs = word.map { (code: $0, sign: sign(of: $0)) }
      return write(signs).map(\.text).joined()
    }
    .filter { !$0.isEmpty }.joined(separator: " ")
  }

  static let shiftIn = "<DO>"
  static let shiftOut = "<SN>"
}
