/// Spells text in code words: the inverse of ``Copyist``.
struct Speller {
  typealias Letter = (sign: String, code: CodeWord)

  private let alphabet: Alphabet
  private let cutsFigures: Bool
  /// Whether an alphabet with shifts has not been entered yet, or has been left.
  private var isShiftedOut: Bool
  private var word: [Letter] = []
  private var unknown: [String] = []
  /// The code words of each character so far, inside (0) and outside (1) of the shift. Computing them takes far longer than a
  /// look-up, and a long text has few different characters.
  private var known: [[Character: Spelling]] = [[:], [:]]

  /// How a character is sent.
  private enum Spelling {
    case here([Letter])
    /// The character is sent in the other alphabet.
    case shifted([Letter])
    case not
  }

  init(_ alphabet: Alphabet, cutsFigures: Bool = false) {
    self.alphabet = alphabet
    self.cutsFigures = cutsFigures
    isShiftedOut = alphabet.shiftsWithLatin
  }

  /// The code words of each word of `text`.
  mutating func spell(_ text: String) throws(EncodingError) -> [[Letter]] {
    var words: [[Letter]] = []
    var rest = Substring(text.uppercased())
    while let character = rest.popFirst() {
      switch character {
      case _ where character.isWhitespace:
        if !word.isEmpty { words.append(word) }
        word = []
      case "<":
        let name = rest.prefix { $0 != ">" }
        rest = rest.dropFirst(name.count)
        try addProsign(name, isClosed: rest.popFirst() == ">")
      case "%", "‰":
        if let before = word.last, before.sign.allSatisfy(\.isNumber) { add("-") }
        for figure in character == "%" ? "0/0" : "0/00" { add(figure) }
      default:
        add(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    if alphabet.shiftsWithLatin, !isShiftedOut, !words.isEmpty {
      words[words.count - 1].append(Self.shiftOut)
    }
    guard unknown.isEmpty else { throw .noCodeWord(unknown) }
    return words
  }

  /// Adds a prosign. Its letters are those of the international code, in any alphabet.
  private mutating func addProsign(_ name: Substring, isClosed: Bool) throws(EncodingError) {
    let letters = name.compactMap(Alphabet.latin.codeWord(for:))
    guard isClosed, letters.count == name.count, let code = CodeWord(joining: letters) else {
      throw .badProsign("<\(name)\(isClosed ? ">" : "")")
    }
    if code == Self.shiftIn.code { isShiftedOut = false }
    if code == Self.shiftOut.code { isShiftedOut = true }
    word.append(("<\(name)>", code))
  }

  private mutating func add(_ character: Character) {
    let place = isShiftedOut ? 1 : 0
    if let sent = known[place][character] { return add(sent) }
    let sent = find(character)
    known[place][character] = sent
    // Each is listed once: a character that cannot be sent here cannot be sent on the other side of a shift either.
    if case .not = sent, known[1 - place][character] == nil { unknown.append(String(character)) }
    add(sent)
  }

  private mutating func add(_ sent: Spelling) {
    switch sent {
    case .here(let letters):
      word += letters
    case .shifted(let letters):
      word.append(isShiftedOut ? Self.shiftIn : Self.shiftOut)
      isShiftedOut.toggle()
      word += letters
    case .not:
      break
    }
  }

  private func find(_ character: Character) -> Spelling {
    let here = isShiftedOut ? Alphabet.latin : alphabet
    let there = isShiftedOut ? alphabet : Alphabet.latin
    let mayShift = alphabet.shiftsWithLatin
    if let letters = letters(of: character, in: here, asWritten: mayShift) { return .here(letters) }
    if mayShift, let letters = letters(of: character, in: there, asWritten: true) { return .shifted(letters) }
    if let letters = letters(of: character, in: here) { return .here(letters) }
    if mayShift, let letters = letters(of: character, in: there) { return .shifted(letters) }
    return .not
  }

  private func letters(of character: Character, in table: Alphabet, asWritten: Bool = false) -> [Letter]? {
    if cutsFigures, let letter = CutFigures.letters[character],
      let code = Alphabet.latin.codeWord(for: letter)
    {
      return [(String(letter), code)]
    }
    if asWritten { return table.codeWord(for: character).map { [(String(character), $0)] } }
    return table.pieces(of: character)?.compactMap { piece in
      table.codeWord(for: piece).map { (String(piece), $0) }
    }
  }

  static let shiftIn = shift(Copyist.shiftIn, "-..---")
  static let shiftOut = shift(Copyist.shiftOut, "...-.")

  private static func shift(_ sign: String, _ code: String) -> Letter {
    guard let code = CodeWord(code) else { preconditionFailure("no code word: \(code)") }
    return (sign, code)
  }
}
