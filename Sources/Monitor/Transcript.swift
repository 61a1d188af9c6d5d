import Light
import Morse

/// What one torch said: characters and word gaps in the order they were sent, bounded.
public struct Transcript: Sendable, Equatable {
  public struct Character: Sendable, Equatable {
    /// A letter, figure or sign, or a prosign such as `<SK>`.
    public var sign: String
    /// The code word, `...-.-`.
    public var code: String
    /// Seconds on the source's axis: first light on, last light off.
    public var start: Double
    public var end: Double
    /// 0...1: how sure the reading is.
    public var confidence: Double
    public var wordsPerMinute: Double

    public init(
      sign: String, code: String, start: Double, end: Double, confidence: Double, wordsPerMinute: Double
    ) {
      self.sign = sign
      self.code = code
      self.start = start
      self.end = end
      self.confidence = confidence
      self.wordsPerMinute = wordsPerMinute
    }
  }

  public enum Entry: Sendable, Equatable {
    case character(Character)
    case wordGap
  }

  /// Entries kept; a day at 20 words a minute is some 150 000 characters, a window shows a few hundred.
  public static let capacity = 8192

  public let torch: TorchID
  public private(set) var entries: [Entry] = []
  /// Grows with every change, so that a view need not compare texts.
  public private(set) var revision = 0

  public init(torch: TorchID) {
    self.torch = torch
  }

  public mutating func append(_ character: Character) {
    append(.character(character))
  }

  /// Ends the word. A gap before the first character, or a second one, says nothing and is dropped.
  public mutating func endWord() {
    guard let last = entries.last, last != .wordGap else { return }
    append(.wordGap)
  }

  private mutating func append(_ entry: Entry) {
    if entries.count == Self.capacity {
      // A quarter at a time, so that a long run does not shift the array at every character.
      entries.removeFirst(Self.capacity / 4)
    }
    entries.append(entry)
    revision += 1
  }

  /// The plain text, words parted by one space.
  public var text: String {
    entries.reduce(into: "") { text, entry in
      switch entry {
      case .character(let character): text += character.sign
      case .wordGap: text += " "
      }
    }
  }
}
