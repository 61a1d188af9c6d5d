import ArgumentParser
import Frames
import Light
import Monitor
import Morse

/// What every command that reads light can be told.
struct ReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      \(AlphabetChoice.names), or auto, which finds it out. (default: latin)
      """, valueName: "name|auto"),
    completion: .list(Alphabet.all.map(\.name) + ["auto"]), transform: AlphabetChoice.named)
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
    help: ArgumentHelp("Weigh likely English.", valueName: "on|off"))
  var languageModel = LanguageModel.on

  @Option(
    help: ArgumentHelp(
      "How many torches to read, 1 to 16. (default: 16)", valueName: "number"))
  var torches: Int?

  @Option(
    name: .customLong("sensitivity"),
    help: ArgumentHelp(
      "0 (strong light only) to 1 (faintest). (default: auto)",
      valueName: "value"))
  var wantedSensitivity: Sensitivity?

  var sensitivity: Sensitivity { wantedSensitivity ?? .automatic }

  mutating func validate() throws {
    if let torches, !(1...16).contains(torches) {
      throw ValidationError("--torches must be 1 to 16, not \(torches)")
    }
  }
}

/// Whether the likelihood of texts weighs in what is read.
enum LanguageModel: String, ExpressibleByArgument {
  case on, off

  // The help line names them.
  static var allValueStrings: [String] { [] }
}

extension ReadingOptions {
  func receiver(pace: Decoder.Pace, wpm: Double? = nil) -> Receiver.Configuration {
    Receiver.Configuration(
      light: LightReader.Configuration(sensitivity: sensitivity, torches: torches ?? 16),
      decoder: Decoder.Configuration(pace: pace, wordsPerMinute: wpm, usesLanguage: usesLanguage),
      copying: copying)
  }

  /// Of other alphabets' texts nothing is known.
  private var usesLanguage: Bool {
    guard languageModel == .on else { return false }
    return alphabet == .automatic || alphabet == .alphabet(.latin) || alphabet == .alphabet(.international)
  }

  /// How code words become text.
  var copying: CopyingRules {
    CopyingRules(
      alphabet: alphabet, sharedCodes: prosigns.map { $0 ? .prosigns : .characters } ?? .recommendation,
      readsCutFigures: cutFigures)
  }
}

extension AlphabetChoice: CustomStringConvertible {
  /// Every name that can be chosen.
  static let names = Alphabet.all.map(\.name).joined(separator: ", ")

  /// The choice the user named.
  static func named(_ name: String) throws -> AlphabetChoice {
    if name == "auto" { return .automatic }
    guard let alphabet = Alphabet.named(name) else {
      throw ValidationError("there is no alphabet \(name); there are auto, \(names)")
    }
    return .alphabet(alphabet)
  }

  public var description: String {
    switch self {
    case .automatic: "auto"
    case .alphabet(let alphabet): alphabet.name
    }
  }
}

extension Sensitivity: ExpressibleByArgument {
  public init?(argument: String) {
    switch argument {
    case "auto": self = .automatic
    default:
      guard let value = Double(argument), (0...1).contains(value) else { return nil }
      self = .manual(value)
    }
  }

  public var defaultValueDescription: String {
    switch self {
    case .automatic: "auto"
    case .manual(let value): "\(value)"
    }
  }
}
