import FoundationEssentials
import Glibc
import Morse

/// What is said of a message that is written or on its way.
extension Wording {
  func lamp(_ lamp: Compose.Lamp) -> String {
    switch lamp {
    case .lamp: self[.smallLamp]
    case .wholeWindow: self[.wholeWindow]
    case .other(let name): name
    }
  }

  func characters(_ count: Int) -> String { self(count, .charactersOne, .charactersFew, .characters) }

  /// Beside the code words: how much there is to send, and how long it takes or is still to take.
  func figures(_ message: ComposedMessage, _ sending: Compose.Sending?) -> (String, String) {
    guard let sending else {
      return (characters(message.keying.characters.count), self(.takes, wholeTime(message.keying.duration)))
    }
    let place = sending.number == 0 ? self[.beginning] : "\(sending.number) / \(sending.characters.count)"
    return (place, self(.left, wholeTime(sending.secondsLeft)))
  }

  /// Up to the next second: what is begun takes its time.
  private func wholeTime(_ seconds: Double) -> String { time(seconds.rounded(.up)) }

  /// What speaks against sending, as far as the user has been asked.
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
