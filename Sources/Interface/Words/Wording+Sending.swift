import Localization
import Morse

/// Texts about a message that is typed or being sent.
extension Wording {
  func lamp(_ lamp: Compose.Lamp) -> String {
    switch lamp {
    case .lamp: translate("Window lamp")
    case .wholeWindow: translate("Whole window")
    case .other(let name): name
    }
  }

  func characters(_ count: Int) -> String {
    translate(LocalizedText(count, one: "\(count) character", other: "\(count) characters"))
  }

  /// Figures beside the code words: the length of the message, and its duration or the remaining time.
  func figures(_ message: ComposedMessage, _ sending: Compose.Sending?) -> (String, String) {
    guard let sending else {
      return (
        characters(message.keying.characters.count), translate("takes \(wholeTime(message.keying.duration))")
      )
    }
    let place =
      sending.number == 0 ? translate("Beginning") : "\(sending.number) / \(sending.characters.count)"
    return (place, translate("\(wholeTime(sending.secondsLeft)) left"))
  }

  /// Rounded up to whole seconds.
  private func wholeTime(_ seconds: Double) -> String { time(seconds.rounded(.up)) }

  /// The problem of a message; a question if the user has been asked.
  func obstacle(_ obstacle: EncodingError, isAsked: Bool) -> String {
    guard isAsked, case .noCodeWord = obstacle else { return capitalized(obstacle.text) }
    return "\(sentence(obstacle.text)) \(translate("Send once more to leave it out."))"
  }

  func flashes(_ count: Double) -> String {
    let warning = translate(
      """
      The whole window would flash \(count, decimals: count < 10 ? 1 : 0) times a second, \
      which can cause seizures.
      """)
    return "\(warning) \(translate("Send once more to do it."))"
  }
}
