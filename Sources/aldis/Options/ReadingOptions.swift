import Application
import ArgumentParser
import Light
import Morse

/// The options of every command that reads light.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      \(AlphabetChoice.names), or auto, which finds it out. (default: latin)
      """, valueName: "name|auto"),
    completion: .list(Alphabet.all.map(\.name) + ["auto"]), transform: option(AlphabetChoice.named))
  var alphabet = AlphabetChoice.alphabet(.latin)

  @Flag(
    inversion: .prefixedNo,
    help: """
      Read code words of both a prosign and a sign as <AR> <BT> <KN> <AS>, or as + = ( &. (default: + = ( <AS>)
      """)
  var prosigns: Bool?

  @Flag(help: "Read abbreviated figures too: 5NN as 599.")
  var cutFigures = false

  @Option(
    name: .customLong("language-model"),
    help: ArgumentHelp("Weigh likely English. (default: on)", valueName: "on|off"),
    transform: option(LanguageModel.named))
  var languageModel = LanguageModel.on

  @Option(
    help: ArgumentHelp(
      "How many torches to read, 1 to 16. (default: 16)", valueName: "number"),
    transform: number(in: 1...16))
  var torches: Int?

  @Option(
    help: ArgumentHelp(
      "0 (strong light only) to 1 (faintest). (default: auto)", valueName: "value"),
    transform: option(Sensitivity.named))
  var sensitivity: Sensitivity?
}

/// Whether the language model prefers likely texts.
enum LanguageModel: String {
  case on, off

  /// The choice that the user named.
  fileprivate static func named(_ text: String) throws(UsageError) -> LanguageModel {
    guard let choice = LanguageModel(rawValue: text) else { throw UsageError("must be on or off") }
    return choice
  }
}

extension ReadingOptions {
  /// - Parameter wpm: The speed; `nil` if it is unknown.
  func choices(wpm: Double? = nil) -> ReadingChoices {
    var choices = ReadingChoices()
    choices.alphabet = alphabet
    choices.sharedCodes = prosigns.map { $0 ? .prosigns : .characters } ?? .recommendation
    choices.readsCutFigures = cutFigures
    choices.usesLanguageModel = languageModel == .on
    choices.torches = torches
    choices.chosenSensitivity = sensitivity
    choices.wordsPerMinute = wpm
    return choices
  }
}

extension Sensitivity {
  /// The sensitivity that the user named.
  fileprivate static func named(_ text: String) throws(UsageError) -> Sensitivity {
    if text == "auto" { return .automatic }
    guard let value = Double(text), (0...1).contains(value) else {
      throw UsageError("must be a number from 0 to 1, or auto")
    }
    return .manual(value)
  }
}
