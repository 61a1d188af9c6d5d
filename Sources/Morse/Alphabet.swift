/// Which sign each code word stands for, and which code word each character is sent as.
public struct Alphabet: Sendable {
  /// As the command line names it.
  public let name: String
  private let codes: [Character: CodeWord]
  private let signs: [CodeWord: String]

  /// - Parameter table: signs and their code words. A sign of one character can be sent; prosigns are written `<SK>`.
  ///   Where signs share a code word, it is read as the first of them.
  init(name: String, table: [(sign: String, code: String)]) {
    var codes: [Character: CodeWord] = [:]
    var signs: [CodeWord: String] = [:]
    for (sign, text) in table {
      guard let code = CodeWord(text) else { preconditionFailure("no code word: \(text)") }
      if sign.count == 1 { codes[Character(sign)] = code }
      signs[code] = signs[code] ?? sign
    }
    self.name = name
    self.codes = codes
    self.signs = signs
  }

  /// The code word of an upper-case letter, a figure or a sign.
  public func codeWord(for character: Character) -> CodeWord? {
    codes[character]
  }

  /// What a code word stands for: `A`, or a prosign as `<SK>`.
  public func sign(for code: CodeWord) -> String? {
    signs[code]
  }

  /// Everything that can be sent, in the order of the code words.
  public var characters: [Character] {
    codes.sorted { ($0.value.node, $0.key) < ($1.value.node, $1.key) }.map(\.key)
  }

  /// Everything that can be read.
  public var codeWords: [CodeWord] {
    signs.keys.sorted { $0.node < $1.node }
  }
}

extension Alphabet {
  /// Every alphabet Aldis reads and sends.
  public static let all = [international]
}
