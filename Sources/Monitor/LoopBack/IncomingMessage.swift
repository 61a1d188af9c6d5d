import Frames
import Morse

/// A message of the other side, in a conversation where one side sends at a time: taken from the events of a receiver until the
/// other side has been dark for long enough.
public struct IncomingMessage: Sendable {
  private let rules: CopyingRules
  private let pause: Double
  private var heard: [TorchID: HeardWords] = [:]
  /// When the light last changed, in seconds on the source's axis.
  private var lastLight: Double?
  /// Length of a dot in seconds, by the last character.
  private var unit = 0.0

  /// Characters that all torches have said.
  private var count = 0

  /// Light that never pauses is answered after so many characters, for nobody keeps it for ever.
  private static let mostCharacters = 4096

  /// Two gaps between words: who is dark for longer has finished, or is too slow to be waited for.
  private static let unitsOfDark = 14.0

  /// - Parameter pause: Seconds of dark that end a message; slow senders get as much longer as they need.
  public init(_ rules: CopyingRules, pause: Double) {
    self.rules = rules
    self.pause = pause
  }

  public mutating func note(_ event: MonitorEvent) {
    switch event {
    case .character(let torch, let character):
      heard[torch, default: HeardWords()].add(character)
      count += 1
      if character.wordsPerMinute > 0 { unit = 1.2 / character.wordsPerMinute }
    case .word(let torch, _, _): heard[torch]?.endWord()
    case .light(let edge): lastLight = max(lastLight ?? edge.time, edge.time)
    default: break
    }
  }

  /// Whether the other side has said something, perhaps unreadable, and finished it before `time`.
  public func isOver(at time: Double) -> Bool {
    if count >= Self.mostCharacters { return true }
    return lastLight.map { time - $0 >= max(pause, Self.unitsOfDark * unit) } ?? false
  }

  /// What was said, by the torch that said the most.
  public var text: String {
    let most = heard.values.max { $0.words.joined().count < $1.words.joined().count }
    guard let words = most?.words else { return "" }
    var guess = AlphabetGuess()
    for word in words { guess.note(word) }
    var copyist = rules.copyist(guess)
    return copyist.text(of: words)
  }
}
