import Morse

/// The text of one torch that later light cannot change.
///
/// A sign is printed at once, or with its word if the alphabet joins signs. With `auto`, nothing is printed until the
/// alphabet is known or the line ends, because printed text cannot be changed later.
struct DecodedLine {
  private let rules: CopyingRules
  /// `nil` until the alphabet is known.
  private var copyist: Copyist?
  private var guess = AlphabetGuess()
  /// Words that wait for the alphabet.
  private var waitingWords: [[CodeWord]] = []
  private var word: [(code: CodeWord, sign: String)] = []
  private var isEmpty = true
  private var isBetweenWords = false

  /// Limit of the words that wait.
  private static let capacity = 512

  init(_ rules: CopyingRules) {
    self.rules = rules
    if rules.alphabet != .automatic { copyist = rules.copyist(guess) }
  }

  /// Adds a character.
  ///
  /// - Returns: The text that can be printed now.
  mutating func add(_ code: CodeWord) -> String {
    let sign = copyist?.sign(of: code) ?? ""
    if let copyist, copyist.writesEachSignAtOnce { return printed(sign) }
    word.append((code, sign))
    return ""
  }

  /// Ends the word.
  ///
  /// - Returns: The text that can be printed now.
  mutating func endWord() -> String {
    defer { isBetweenWords = true }
    return endWord(isLast: false)
  }

  /// Ends the line.
  ///
  /// - Returns: The text that can be printed now.
  mutating func finish() -> String { endWord(isLast: true) }

  private mutating func endWord(isLast: Bool) -> String {
    defer { word = [] }
    guard copyist == nil else { return written(word) }
    if !word.isEmpty {
      waitingWords.append(word.map(\.code))
      guess.note(word.map(\.code))
    }
    guard isLast || guess.isCertain || waitingWords.count >= Self.capacity else { return "" }
    return textOfWaitingWords()
  }

  /// The text of the waiting words in the alphabet that is now the most likely one. It stays the alphabet of the line.
  private mutating func textOfWaitingWords() -> String {
    defer { waitingWords = [] }
    var copyist = rules.copyist(guess)
    var text = ""
    for codes in waitingWords {
      isBetweenWords = true
      text += written(codes.map { ($0, copyist.sign(of: $0)) }, by: copyist)
    }
    self.copyist = copyist
    return text
  }

  private mutating func written(_ word: [(code: CodeWord, sign: String)], by writer: Copyist? = nil) -> String
  {
    guard let copyist = writer ?? copyist else { return "" }
    return printed(copyist.write(word).map(\.text).joined())
  }

  /// The text with a space before it if a word has ended. A line therefore never ends with a space.
  private mutating func printed(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    defer { (isEmpty, isBetweenWords) = (false, false) }
    return (isBetweenWords && !isEmpty ? " " : "") + text
  }
}
