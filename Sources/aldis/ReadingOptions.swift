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
      What the text is written in: \(AlphabetChoice.names). auto finds it out, and then holds the text back until it is \
      certain or the line ends.
      """, valueName: "name|auto"),
    transform: AlphabetChoice.named)
  var alphabet = AlphabetChoice.alphabet(.latin)

  @Flag(
    inversion: .prefixedNo,
    help: """
      Where a prosign shares its code word with a mark: read <AR> <BT> <KN> <AS>, or + = ( &. With neither, + = ( <AS>.
      """)
  var prosigns: Bool?

  @Flag(help: "Read abbreviated figures beside whole ones: 5NN as 599.")
  var cutFigures = false

  @Option(
    help: ArgumentHelp(
      """
      How many torches to read at a time, the strongest: 1 to 16. Where there are several, each line of text begins with \
      its torch's letter. (default: 16)
      """, valueName: "number"))
  var torches: Int?

  @Option(
    name: .customLong("sensitivity"),
    help: ArgumentHelp(
      "auto, or 0 (only strong light) to 1 (the faintest). (default: auto; in a window, as it was last)",
      valueName: "auto|0...1"))
  var wantedSensitivity: Sensitivity?

  var sensitivity: Sensitivity { wantedSensitivity ?? .automatic }

  mutating func validate() throws {
    if let torches, !(1...16).contains(torches) {
      throw ValidationError("--torches must be 1 to 16, not \(torches)")
    }
  }
}

extension ReadingOptions {
  func receiver(pace: Decoder.Pace, wpm: Double? = nil) -> Receiver.Configuration {
    Receiver.Configuration(
      light: LightReader.Configuration(sensitivity: sensitivity, torches: torches ?? 16),
      decoder: Decoder.Configuration(pace: pace, wordsPerMinute: wpm), copying: copying)
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
