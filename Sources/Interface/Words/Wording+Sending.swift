import FoundationEssentials
import Glibc
import Morse

/// Texts about a message that is typed or being sent.
extension Wording {
  func lamp(_ lamp: Compose.Lamp) -> String {
    switch lamp {
    case .lamp: self[.smallLamp]
    case .wholeWindow: self[.wholeWindow]
    case .other(let name): name
    }
  }

  func characters(_ count: Int) -> String { self(count, .charactersOne, .charactersFew, .characters) }

  /// Figures beside the code words: the length of the message, and its duration or the remaining time.
  func figures(_ message: ComposedMessage, _ sending: Compose.Sending?) -> (String, String) {
    guard let sending else {
      return (
        characters(message.keying.characters.count), self(.takesTime, wholeTime(message.keying.duration))
      )
    }
    let place = sending.number == 0 ? self[.beginning] : "\(sending.number) / \(sending.characters.count)"
    return (place, self(.timeLeft, wholeTime(sending.secondsLeft)))
  }

  /// Rounded up to whole seconds.
  private func wholeTime(_ seconds: Double) -> String { time(seconds.rounded(.up)) }

  /// The problem of a message; a question if the user has been asked.
  func obstacle(_ obstacle: EncodingError, isAsked: Bool) -> String {
    switch obstacle {
    case .noCodeWord(let signs):
      let words = self(.noCodeWord, EncodingError.listed(signs))
      return isAsked ? "\(words). \(self[.leaveOut])" : words
    case .badProsign(let prosign):
      return self(.noProsign, prosign.count > 20 ? prosign.prefix(20) + "…" : prosign)
    }
  }

  func flashes(_ count: Double) -> String {
    "\(self(.flashes, number(count, decimals: count < 10 ? 1 : 0))) \(self[.sendAnyway])"
  }
}
