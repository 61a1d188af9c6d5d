import Frames
import Morse

/// What one torch said: characters and word gaps in the order they were sent, bounded.
///
/// Their code words are kept, so it can be rewritten in another alphabet.
public struct Transcript: Sendable, Equatable {
  public struct Character: Sendable, Equatable {
    /// What the code word stands for by itself: a letter, figure or sign, or a prosign such as `<SK>`.
    public var sign: String
    /// The code word, `...-.-`.
    public var code: String
    /// Seconds on the source's axis: first light on, last light off.
    public var start: Double
    public var end: Double
    /// 0...1: how sure the reading is.
    public var confidence: Double
    public var wordsPerMinute: Double
    /// The second-best reading of the same light, where it is close.
    public var alternative: Alternative?
    /// Aldis sent it itself.
    public var isOwn: Bool

    public init(
      sign: String, code: String, start: Double, end: Double, confidence: Double, wordsPerMinute: Double,
      alternative: Alternative? = nil, isOwn: Bool = false
    ) {
      self.sign = sign
      self.code = code
      self.start = start
      self.end = end
      self.confidence = confidence
      self.wordsPerMinute = wordsPerMinute
      self.alternative = alternative
      self.isOwn = isOwn
    }
  }

  /// What else a stretch of light may say.
  public struct Alternative: Sendable, Equatable {
    public var codes: [CodeWord]
    /// The signs of the code words, one after the other.
    public var text: String

    public init(codes: [CodeWord], text: String) {
      self.codes = codes
      self.text = text
    }

    /// `nil` where there are no code words; a shift within them ends with them.
    init?(_ codes: [CodeWord], by copyist: Copyist) {
      guard !codes.isEmpty else { return nil }
      var copyist = copyist
      self.init(codes: codes, text: codes.map { copyist.sign(of: $0) }.joined())
    }
  }

  public enum Entry: Sendable, Equatable {
    case character(Character)
    case wordGap
  }

  /// Entries kept; a day at 20 words a minute is some 150 000 characters, a window shows a few hundred.
  public static let capacity = 8192

  /// A piece of the text, and how sure it is.
  public struct Passage: Sendable, Equatable {
    public var text: String
    /// 0...1: of the least sure of its characters; `nil` while one of them may still change.
    public var confidence: Double?
    /// What it was read from, in the order of the entries; empty for a gap, and while it may still change.
    public var characters: [Character]

    /// Aldis sent all of it itself.
    public var isOwn: Bool { !characters.isEmpty && characters.allSatisfy(\.isOwn) }

    public init(text: String, confidence: Double?, characters: [Character] = []) {
      self.text = text
      self.confidence = confidence
      self.characters = characters
    }
  }

  public internal(set) var torch: TorchID
  public private(set) var entries: [Entry] = []
  /// What follows the entries but may still change.
  public private(set) var draft: [DraftPart] = []
  /// Grows with every change, so that a view need not compare texts.
  public private(set) var revision = 0
  /// At the end of the entries.
  private var copyist: Copyist
  /// At their beginning.
  private var firstCopyist: Copyist
  /// In seconds on the source's axis: what began before is not written down.
  var begin = -Double.infinity

  public init(torch: TorchID, copyist: Copyist = Copyist(.latin)) {
    self.torch = torch
    self.copyist = copyist
    firstCopyist = copyist
  }

  public mutating func append(_ character: Character) {
    append(.character(character))
  }

  /// Writes down what was decoded, but not what began before ``begin``.
  ///
  /// - Returns: What it is: the sign of the code word by itself.
  mutating func write(_ character: DecodedCharacter, isOwn: Bool = false) -> Character {
    let alternative = Alternative(character.alternative, by: copyist)
    let entry = Character(
      sign: copyist.sign(of: character.code), code: character.code.description, start: character.start,
      end: character.end, confidence: character.confidence, wordsPerMinute: character.wordsPerMinute,
      alternative: alternative, isOwn: isOwn)
    if character.start >= begin { append(entry) } else { firstCopyist = copyist }
    return entry
  }

  /// Ends the word. A gap before the first character, or a second one, says nothing and is dropped.
  public mutating func endWord() {
    guard let last = entries.last, last != .wordGap else { return }
    append(.wordGap)
  }

  /// Forgets everything so far.
  mutating func clear() {
    guard !isEmpty else { return }
    (entries, draft) = ([], [])
    firstCopyist = copyist
    revision += 1
  }

  /// What was read earlier, and then this.
  func following(_ earlier: Transcript) -> Transcript {
    guard !earlier.entries.isEmpty else { return self }
    var (earlier, whole) = (earlier, self)
    earlier.rewrite(by: firstCopyist)
    let gap: [Entry] = earlier.entries.last == .wordGap ? [] : [.wordGap]
    whole.entries = Array((earlier.entries + gap + entries).suffix(Self.capacity))
    whole.firstCopyist = earlier.firstCopyist
    whole.revision = earlier.revision + 1 + revision
    return whole
  }

  /// Without what may still change.
  var settled: Transcript {
    var settled = self
    settled.revise([])
    return settled
  }

  /// Takes over what may still change.
  public mutating func revise(_ draft: [DraftPart]) {
    guard draft != self.draft else { return }
    self.draft = draft
    revision += 1
  }

  /// Whether there is nothing to show.
  public var isEmpty: Bool { entries.isEmpty && draft.isEmpty }

  private mutating func append(_ entry: Entry) {
    if entries.count == Self.capacity {
      // A quarter at a time, so that a long run does not shift the array at every character.
      for case .character(let character) in entries.prefix(Self.capacity / 4) {
        _ = CodeWord(character.code).map { firstCopyist.sign(of: $0) }
      }
      entries.removeFirst(Self.capacity / 4)
    }
    entries.append(entry)
    revision += 1
  }

  /// Writes everything anew if `copyist` writes in another way.
  mutating func rewrite(by copyist: Copyist) {
    guard !copyist.writesLike(self.copyist) else { return }
    self.copyist = copyist
    firstCopyist = copyist
    for (place, entry) in entries.enumerated() {
      guard case .character(var character) = entry, let code = CodeWord(character.code) else { continue }
      character.alternative = Alternative(character.alternative?.codes ?? [], by: self.copyist)
      character.sign = self.copyist.sign(of: code)
      entries[place] = .character(character)
    }
    revision += 1
  }

  /// The characters since the last gap.
  var openWord: [Character] {
    entries.reversed().prefix { $0 != .wordGap }.reversed().compactMap { entry in
      if case .character(let character) = entry { character } else { nil }
    }
  }

  /// What a word says.
  func text(of word: [Character]) -> String {
    passages(of: word.compactMap(Self.letter)).map(\.text).joined()
  }

  /// The plain text of what is final, words parted by one space.
  public var text: String { passages(of: entries[...], and: []).map(\.text).joined() }

  /// The text of the last `count` entries and of the draft that follows them: signs put together to characters, words
  /// parted by one space.
  public func passages(last count: Int) -> [Passage] {
    passages(of: entries.suffix(count), and: draft)
  }

  /// A code word with its sign on the way to text.
  private typealias Letter = (code: CodeWord, sign: String, character: Character?)

  private static func letter(_ character: Character) -> Letter? {
    CodeWord(character.code).map { ($0, character.sign, character) }
  }

  private func passages(of entries: ArraySlice<Entry>, and draft: [DraftPart]) -> [Passage] {
    var passages: [Passage] = []
    var word: [Letter] = []
    func endWord() {
      let written = self.passages(of: word)
      passages += written
      if let last = written.last { passages.append(Passage(text: " ", confidence: last.confidence)) }
      word = []
    }
    for entry in entries {
      switch entry {
      case .character(let character): if let letter = Self.letter(character) { word.append(letter) }
      case .wordGap: endWord()
      }
    }
    var copyist = copyist
    for part in draft {
      switch part {
      case .codeWord(let code): word.append((code, copyist.sign(of: code), nil))
      case .wordGap: endWord()
      }
    }
    return passages + self.passages(of: word)
  }

  private func passages(of word: [Letter]) -> [Passage] {
    copyist.write(word.map { ($0.code, $0.sign) }).map { part in
      let letters = word[part.signs]
      let sure = letters.compactMap(\.character)
      guard sure.count == letters.count else { return Passage(text: part.text, confidence: nil) }
      return Passage(text: part.text, confidence: sure.map(\.confidence).min() ?? 0, characters: sure)
    }
  }
}
