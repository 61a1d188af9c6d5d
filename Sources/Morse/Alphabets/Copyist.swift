/// Writes code words down as text, as a telegraph operator does.
///
/// Each code word gets its sign at once. The signs of a word are then composed: kana with their marks of voicing, Korean
/// letters to syllables. The code words are kept, so they can be written in another alphabet at any time.
///
///     var copyist = Copyist(.korean)
///     copyist.text(of: [[.init("-.-.")!, .init("...")!]])  // "쳐"
public struct Copyist: Sendable, Equatable {
  /// The alphabet of the text.
  public let alphabet: Alphabet
  /// The reading of code words that signs share.
  private let sharedCodes: SharedCodes
  /// Whether cut figures are written as figures. A word such as `5NN`, in which some signs are figures and all others can be
  /// cut figures, is then written `599`.
  private let readsCutFigures: Bool
  /// Whether the stream has left the kana, and is Latin until the next `<DO>`.
  private var isShiftedOut: Bool
  private let startsInLatin: Bool

  /// - Parameter startsInLatin: Whether a stream in an alphabet with shifts starts in Latin.
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

  /// Whether both write the same text for the same stream.
  public func writesLike(_ other: Copyist) -> Bool {
    alphabet == other.alphabet && sharedCodes == other.sharedCodes && readsCutFigures == other.readsCutFigures
      && startsInLatin == other.startsInLatin
  }

  /// The sign of the next code word; ``DecodedCharacter/unknown`` if it has none. Shifts take effect.
  public mutating func sign(of code: CodeWord) -> String {
    let table = isShiftedOut ? Alphabet.latin : alphabet
    let sign = table.sign(for: code, sharedCodes: sharedCodes) ?? DecodedCharacter.unknown
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

  /// The text of a word: its code words, and their signs as ``sign(of:)`` gave them. Shifts leave no text.
  public func write(_ word: [(code: CodeWord, sign: String)]) -> [TextPart] {
    var signs = word.map(\.sign)
    if readsCutFigures, let figures = CutFigures.figures(of: word.map(\.code)) { signs = figures }
    let parts = alphabet.compose(signs)
    return alphabet.shiftsWithLatin
      ? parts.filter { $0.text != Self.shiftIn && $0.text != Self.shiftOut } : parts
  }

  /// Whether a sign never changes by the signs that follow it in its word.
  public var writesEachSignAtOnce: Bool {
    alphabet.composition == .none && !readsCutFigures
  }

  /// The text of consecutive words.
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
