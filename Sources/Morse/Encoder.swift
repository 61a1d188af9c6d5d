/// Why a text cannot be sent.
public enum EncodingError: Error, Equatable {
  /// The alphabet has no code word for these, each named once, in the order of the text.
  case noCodeWord([String])
  /// A prosign that is empty, never closed, or too long for one code word.
  case badProsign(String)
}

extension EncodingError: CustomStringConvertible {
  /// One line without a full stop.
  public var description: String {
    switch self {
    case .noCodeWord(let signs): "no code word for \(signs.joined(separator: " "))"
    case .badProsign(let text): "no prosign: \(text)"
    }
  }
}

/// Turns text into light.
///
///     try Encoder(timing: .itu(wordsPerMinute: 12)).encode("CQ DE ALDIS <AR>").marks
public struct Encoder: Sendable {
  /// Gives the code words.
  public var alphabet: Alphabet
  /// Gives the lengths.
  public var timing: Timing

  /// Sends in `alphabet`, with `timing`.
  public init(alphabet: Alphabet = .international, timing: Timing) {
    self.alphabet = alphabet
    self.timing = timing
  }

  /// When the light is on to say `text`, from 0 seconds.
  ///
  /// Letters are upper-cased. `<SK>` sends the letters of a prosign without gaps between them. White space of any length
  /// is one word gap. `%` and `‰` are sent as `0/0` and `0/00`, joined by a hyphen to a figure before them
  /// (ITU-R M.1677-1, section 3.3).
  public func encode(_ text: String) throws(EncodingError) -> Keying {
    let words = try codeWords(of: text)
    var keying = Keying(marks: [], characters: [])
    var time = 0.0
    for (number, word) in words.enumerated() {
      if number > 0 { time += timing.wordGap * timing.unit }
      for (place, letter) in word.enumerated() {
        if place > 0 { time += timing.characterGap * timing.unit }
        let start = time
        for (index, element) in letter.code.elements.enumerated() {
          if index > 0 { time += timing.elementGap * timing.unit }
          let length = timing.unit * (element == .dot ? 1 : timing.dash)
          keying.marks.append(time..<time + length)
          time += length
        }
        keying.characters.append(.init(sign: letter.sign, code: letter.code, range: start..<time))
      }
    }
    return keying
  }

  private typealias Letter = (sign: String, code: CodeWord)

  private func codeWords(of text: String) throws(EncodingError) -> [[Letter]] {
    var words: [[Letter]] = []
    var word: [Letter] = []
    var unknown: [String] = []
    var rest = Substring(text.uppercased())
    func send(_ character: Character) {
      if let code = alphabet.codeWord(for: character) {
        word.append((String(character), code))
      } else if !unknown.contains(String(character)) {
        unknown.append(String(character))
      }
    }
    while let character = rest.popFirst() {
      switch character {
      case _ where character.isWhitespace:
        if !word.isEmpty { words.append(word) }
        word = []
      case "<":
        let name = rest.prefix { $0 != ">" }
        rest = rest.dropFirst(name.count)
        let isClosed = rest.popFirst() == ">"
        let letters = name.compactMap(alphabet.codeWord(for:))
        guard isClosed, letters.count == name.count, let code = CodeWord(joining: letters) else {
          throw .badProsign("<\(name)\(isClosed ? ">" : "")")
        }
        word.append(("<\(name)>", code))
      case "%", "‰":
        if let before = word.last, before.sign.allSatisfy(\.isNumber) { send("-") }
        for figure in character == "%" ? "0/0" : "0/00" { send(figure) }
      default:
        send(character)
      }
    }
    if !word.isEmpty { words.append(word) }
    guard unknown.isEmpty else { throw .noCodeWord(unknown) }
    return words
  }
}
