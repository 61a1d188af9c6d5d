import Application
import ArgumentParser
import Morse

/// The options of every command that spells a text in code words.
struct SpellingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "\(AlphabetChoice.names), or auto. (default: auto)",
      valueName: "name|auto"),
    completion: .list(Alphabet.all.map(\.name) + ["auto"]), transform: option(AlphabetChoice.named))
  var alphabet = AlphabetChoice.automatic

  @Flag(help: "Send A U V E B D N T for 1 2 3 5 7 8 9 0.")
  var cutFigures = false

  func message(_ text: String, skipsUnknown: Bool = false) -> OutgoingMessage {
    OutgoingMessage(text: text, alphabet: alphabet, cutsFigures: cutFigures, skipsUnknown: skipsUnknown)
  }
}
