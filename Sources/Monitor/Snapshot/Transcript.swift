import Frames
import Morse

/// The text of one torch: characters and word gaps in their order. Its length is bounded.
///
/// It keeps the code words, so that it can be rewritten in another alphabet.
public struct Transcript: Sendable, Equatable {
  public struct Character: Sendable, Equatable {
    /// The meaning of the code word alone: a letter, figure or sign, or a prosign such as `<SK>`.
    public var sign: String
    public var code: CodeWord
    /// Begin of the first mark and end of the last one, in seconds on the source's axis.
    public var start: Double
    public var end: Double
    /// 0...1: the probability that it is right.
    public var confidence: Double
    public var wordsPerMinute: Double
    /// The second-best reading of the same light, if its probability is close.
    public var alternative: Alternative?
    /// Whether this program sent it.
    public var isOwn: Bool

    public init(
      sign: String, code: CodeWord, start: Double, end: Double, confidence: Double, wordsPerMinute: Double,
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

  /// Another reading of a segment of light.
  public struct Alternative: Sendable, Equatable {
    public var codes: [CodeWord]
    /// The signs of the code words, one after the other.
    public var text: String

    public init(codes: [CodeWord], text: String) {
      self.codes = codes
      self.text = text
    }

    /// `nil` if there are no code words. A shift of the alphabet in these code words has no effect on later text.
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

  /// Limit of the entries. A day at 20 words per minute has some 150 000 characters; a window shows a few hundred.
  public static let capacity = 8192

  /// A part of the text with its confidence.
  public struct Passage: Sendable, Equatable {
    public var text: String
    /// 0...1: the lowest confidence of its characters; `nil` while one of them may still change.
    public var confidence: Double?
    /// Its characters in the order of the entries; empty for a gap, and for text that may still change.
    public var characters: [Character]

    /// Whether this program sent all of it.
    public var isOwn: Bool { !characters.isEmpty && characters.allSatisfy(\.isOwn) }

    public init(text: String, confidence: Double?, characters: [Character] = []) {
      self.text = text
      self.confidence = confidence
      self.characters = characters
    }
  }

  public internal(set) var torch: TorchID
  public private(set) var entries: [Entry] = []
  /// Text after the entries that may still change.
  public private(set) var draft: [DraftPart] = []
  /// Increases with every change, so that a view need not compare texts.
  public private(set) var revision = 0
  /// The copyist's state at the end of the entries.
  private var copyist: Copyist
  /// The copyist's state at the beginning of the entries.
  private var firstCopyist: Copyist
  /// Characters that began before this time are not written. In seconds on the source's axis.
  var earliestStart = -Double.infinity

  public init(torch: TorchID, copyist: Copyist = Copyist(.latin)) {
    self.torch = torch
    self.copyist = copyist
    firstCopyist = copyist
  }

  public mutating func append(_ character: Character) {
    append(.character(character))
  }

  /// Writes a decoded character, unless it began before ``earliestStart``.
  ///
  /// - Returns: The character with the sign of the code word alone.
  mutating func write(_ character: DecodedCharacter, isOwn: Bool = false) -> Character {
    let alternative = Alternative(character.alternative, by: copyist)
    let entry = Character(
      sign: copyist.sign(of: character.code), code: character.code, start: character.start,
      end: character.end, confidence: character.confidence, wordsPerMinute: character.wordsPerMinute,
      alternative: alternative, isOwn: isOwn)
    // An omitted character comes before all entries, and may shift the alphabet of the entries.
    if character.start >= earliestStart { append(entry) } else { firstCopyist = copyist }
    return entry
  }

  /// Ends the word. No gap is written before the first character, or after another gap.
  public mutating func endWord() {
    guard let last = entries.last, last != .wordGap else { return }
    append(.wordGap)
  }

  /// Removes all text.
  mutating func clear() {
    guard !isEmpty else { return }
    (entries, draft) = ([], [])
    firstCopyist = copyist
    revision += 1
  }

  /// The text of `earlier` followed by this one.
  func following(_ earlier: Transcript) -> Transcript {
    guard !earlier.entries.isEmpty else { return self }
    var (earlier, joined) = (earlier, self)
    earlier.rewrite(by: firstCopyist)
    let gap: [Entry] = earlier.entries.last == .wordGap ? [] : [.wordGap]
    joined.entries = Array((earlier.entries + gap + entries).suffix(Self.capacity))
    joined.firstCopyist = earlier.firstCopyist
    joined.revision = earlier.revision + 1 + revision
    return joined
  }

  var withoutDraft: Transcript {
    var transcript = self
    transcript.revise([])
    return transcript
  }

  /// Replaces the draft.
  public mutating func revise(_ draft: [DraftPart]) {
    guard draft != self.draft else { return }
    self.draft = draft
    revision += 1
  }

  /// Whether there is nothing to show.
  public var isEmpty: Bool { entries.isEmpty && draft.isEmpty }

  private mutating func append(_ entry: Entry) {
    if entries.count == Self.capacity {
      // A quarter is removed at a time, so that the array does not shift at every character.
      for case .character(let character) in entries.prefix(Self.capacity / 4) {
        _ = firstCopyist.sign(of: character.code)
      }
      entries.removeFirst(Self.capacity / 4)
    }
    entries.append(entry)
    revision += 1
  }

  /// Rewrites all text if the rules of `copyist` differ.
  mutating func rewrite(by copyist: Copyist) {
    guard !copyist.writesLike(self.copyist) else { return }
    self.copyist = copyist
    firstCopyist = copyist
    for (place, entry) in entries.enumerated() {
      guard case .character(var character) = entry else { continue }
      character.alternative = Alternative(character.alternative?.codes ?? [], by: self.copyist)
      character.sign = self.copyist.sign(of: character.code)
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

  /// The text of a word.
  func text(of word: [Character]) -> String {
    passages(of: word.map(Self.letter)).map(\.text).joined()
  }

  /// The final text, words separated by one space.
  public var text: String { passages(of: entries[...], and: []).map(\.text).joined() }

  /// The text of the last `count` entries and of the draft: signs joined to characters, words separated by one space.
  public func passages(last count: Int) -> [Passage] {
    passages(of: entries.suffix(count), and: draft)
  }

  /// A code word with its sign.
  private typealias Letter = (code: CodeWord, sign: String, character: Character?)

  private static func letter(_ character: Character) -> Letter {
    (character.code, character.sign, character)
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
      case .character(let character): word.append(Self.letter(character))
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
      let characters = letters.compactMap(\.character)
      guard characters.count == letters.count else { return Passage(text: part.text, confidence: nil) }
      return Passage(
        text: part.text, confidence: characters.map(\.confidence).min() ?? 0, characters: characters)
    }
  }
}
