import ArgumentParser
import Light
import Monitor
import Morse

/// What every command that reads light can be told.
struct ReadingOptions: ParsableArguments {
  @Option(help: "The alphabet to read: \(Alphabet.all.map(\.name).joined(separator: ", ")).")
  var alphabet = Alphabet.international

  @Option(
    help: "How many torches to read at most. Above 1, each line of text begins with its torch's letter.")
  var torches = 1

  @Option(
    help: ArgumentHelp(
      "auto, or 0 (only strong light) to 1 (the faintest).", valueName: "auto|0...1"))
  var sensitivity = Sensitivity.automatic

  mutating func validate() throws {
    guard (1...16).contains(torches) else {
      throw ValidationError("--torches must be 1 to 16, not \(torches)")
    }
  }
}

extension ReadingOptions {
  var receiver: Receiver.Configuration {
    Receiver.Configuration(
      light: LightReader.Configuration(sensitivity: sensitivity),
      decoder: Decoder.Configuration(alphabet: alphabet))
  }
}

extension Alphabet: ExpressibleByArgument {
  public init?(argument: String) {
    guard let alphabet = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = alphabet
  }

  public var defaultValueDescription: String { name }
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
