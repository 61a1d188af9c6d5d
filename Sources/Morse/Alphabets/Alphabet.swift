/// The signs that code words stand for, and the code words that characters are sent as.
///
/// A sign is a letter, a figure, a mark, or a prosign written `<SK>`. One code word may stand for several signs;
/// ``SharedCodes`` decides which of them is read.
public struct Alphabet: Sendable {
  /// A sign and its code word in dots and hyphens.
  typealias Entry = (sign: String, code: String)

  /// The name on the command line.
  public let name: String
  /// The rule by which the signs of a word become its text.
  let composition: Composition
  /// Whether a stream changes between this alphabet and the Latin one. `<DO>` enters this alphabet and `<SN>` leaves it.
  let shiftsWithLatin: Bool
  private let codes: [Character: CodeWord]
  private let readings: [CodeWord: [String]]
  private let letters: Set<Character>

  /// - Parameters:
  ///   - letters: The letters of the alphabet, as they are shown. Text is sent in upper case (`uppercased()`): a script that is
  ///     shown in small letters, as Georgian is, needs its capitals in `replacements`. If signs share a code word, it is read
  ///     as the first of them.
  ///   - replacements: Characters that are sent as another sign: each character of `characters` as `sign`.
  ///   - common: Figures, marks and prosigns. A sign is left out if a letter has its code word.
  init(
    name: String, letters: [Entry], replacements: [(characters: String, sign: String)] = [],
    common: [Entry] = International.marks, composition: Composition = .none, shiftsWithLatin: Bool = false
  ) {
    let taken = Set(letters.map(\.code))
    var codes: [Character: CodeWord] = [:]
    var bySign: [String: CodeWord] = [:]
    var readings: [CodeWord: [String]] = [:]
    for (sign, text) in letters + common.filter({ !taken.contains($0.code) }) {
      guard let code = CodeWord(text) else { preconditionFailure("no code word: \(text)") }
      if sign.count == 1 { codes[Character(sign)] = codes[Character(sign)] ?? code }
      bySign[sign] = bySign[sign] ?? code
      readings[code, default: []].append(sign)
    }
    for (characters, sign) in replacements {
      guard let code = bySign[sign] else { preconditionFailure("\(name) has no \(sign)") }
      for character in characters { codes[character] = code }
    }
    self.name = name
    self.composition = composition
    self.shiftsWithLatin = shiftsWithLatin
    self.codes = codes
    self.readings = readings
    self.letters = Set(letters.map(\.sign).filter { $0.count == 1 }.map { Character($0) })
  }

  /// The code word of an upper-case letter, a figure or a mark.
  public func codeWord(for character: Character) -> CodeWord? {
    codes[character]
  }

  /// The sign of a code word by itself: `A`, or a prosign as `<SK>`.
  public func sign(for code: CodeWord, sharedCodes: SharedCodes = .recommendation) -> String? {
    guard let signs = readings[code] else { return nil }
    return switch sharedCodes {
    case .recommendation: signs.first
    case .characters: signs.first { !$0.isProsign } ?? signs.first
    case .prosigns: signs.first(where: \.isProsign) ?? signs.first
    }
  }

  /// All characters that can be sent, in the order of the code words.
  public var characters: [Character] {
    codes.sorted { ($0.value.node, $0.key) < ($1.value.node, $1.key) }.map(\.key)
  }

  /// All code words that can be read.
  public var codeWords: [CodeWord] {
    readings.keys.sorted { $0.node < $1.node }
  }

  /// Whether `sign` is one of the letters of the alphabet.
  func hasLetter(_ sign: String) -> Bool {
    sign.count == 1 && letters.contains(Character(sign))
  }
}

extension Alphabet: Equatable {
  /// Whether both have the same name.
  public static func == (one: Alphabet, other: Alphabet) -> Bool { one.name == other.name }
}

/// The reading of a code word that a mark and a prosign, or a letter and a prosign, share: `+` and `<AR>`, `=` and `<BT>`, `(`
/// and `<KN>`, `&` and `<AS>`, and in the Latin alphabet `Ä` and `<AA>`.
public enum SharedCodes: Sendable {
  /// The reading of the ITU Recommendation: `+`, `=`, `(`, but `<AS>`; `Ä`.
  case recommendation
  /// The character.
  case characters
  /// The prosign.
  case prosigns
}

extension String {
  /// Whether this is a prosign: `<SK>`.
  var isProsign: Bool { hasPrefix("<") && hasSuffix(">") }
}

extension Alphabet {
  /// Every alphabet that Aldis reads and sends.
  public static let all = [
    latin, international, greek, russian, ukrainian, bulgarian, serbian, hebrew, arabic, persian, wabun,
    korean,
  ]

  /// The alphabet with this name.
  public static func named(_ name: String) -> Alphabet? {
    all.first { $0.name == name }
  }

  /// All code words of all alphabets, for a decoder that does not know the alphabet.
  public static let any = Alphabet(
    name: "any",
    letters: all.flatMap { alphabet in
      alphabet.codeWords.compactMap { code in
        alphabet.sign(for: code).map { (sign: $0, code: code.description) }
      }
    })
}
