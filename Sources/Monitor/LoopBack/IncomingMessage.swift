import Frames
import Morse

/// A message of the other station, in a conversation where only one station sends at a time. It collects the events of a
/// receiver, and ends when the light has been dark for long enough.
public struct IncomingMessage: Sendable {
  private let rules: CopyingRules
  private let pause: Double
  private var received: [TorchID: ReceivedWords] = [:]
  /// Time of the last change of the light, in seconds on the source's axis.
  private var lastLight: Double?
  /// Length of a dot in seconds, from the speed of the last character.
  private var unit = 0.0

  /// Characters of all torches.
  private var count = 0

  /// Characters after which a message ends without a pause, so that memory is bounded.
  private static let maximumCharacters = 4096

  /// Least darkness that ends a message, in units: two gaps between words.
  private static let minimumDarkUnits = 14.0

  /// - Parameter pause: Least darkness that ends a message, in seconds; ``minimumDarkUnits`` if that is longer.
  public init(_ rules: CopyingRules, pause: Double) {
    self.rules = rules
    self.pause = pause
  }

  public mutating func note(_ event: MonitorEvent) {
    switch event {
    case .character(let torch, let character):
      received[torch, default: ReceivedWords()].add(character)
      count += 1
      if character.wordsPerMinute > 0 { unit = 1.2 / character.wordsPerMinute }
    case .word(let torch, _, _): received[torch]?.endWord()
    case .light(let edge): lastLight = max(lastLight ?? edge.time, edge.time)
    default: break
    }
  }

  /// Whether a message, perhaps unreadable, has ended before `time`.
  public func isOver(at time: Double) -> Bool {
    if count >= Self.maximumCharacters { return true }
    return lastLight.map { time - $0 >= max(pause, Self.minimumDarkUnits * unit) } ?? false
  }

  /// The text of the torch with the most text.
  public var text: String {
    let most = received.values.max { $0.words.joined().count < $1.words.joined().count }
    guard let words = most?.words else { return "" }
    var guess = AlphabetGuess()
    for word in words { guess.note(word) }
    var copyist = rules.copyist(guess)
    return copyist.text(of: words)
  }
}
