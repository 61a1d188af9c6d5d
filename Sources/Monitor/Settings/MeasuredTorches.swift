import FoundationEssentials
import Glibc
import Localization
import Morse

/// The delays of the user's torches, as a camera has measured them. They are in the file `torches.toml`, beside the settings.
///
/// ```toml
/// ["led:red"]
/// rise = 0.0021
/// fall = 0.0458
/// ```
public struct MeasuredTorches: Sendable, Equatable {
  /// The delays by the torch's name on the command line.
  public var delays: [String: SwitchingDelays] = [:]

  public init() {}

  /// Reads the file at `path`; empty if there is none.
  public init(at path: String) throws(SettingsError) {
    var file = try SettingsTable(toml: try UserFolder.text(at: path) ?? "")
    for (name, var torch) in try file.sections() {
      let rise = try torch.number("rise", in: Self.range) ?? 0
      let fall = try torch.number("fall", in: Self.range) ?? 0
      try torch.finish()
      delays[name] = SwitchingDelays(rise: rise, fall: fall)
    }
  }

  /// Possible delays in seconds. A slower lamp cannot signal.
  public static let range = -1.0...10.0

  /// Writes the file, with the delays rounded to a tenth of a millisecond.
  public func write(to path: String) throws {
    let torches = try delays.sorted { $0.key < $1.key }.map { name, delays in
      """
      [\(try Self.quoted(name))]
      rise = \(delays.rise.fixed(decimals: 4))
      fall = \(delays.fall.fixed(decimals: 4))

      """
    }
    try UserFolder.write(Data(torches.joined(separator: "\n").utf8), to: path)
  }

  /// A JSON string is a TOML string too, except for the escaped slash.
  private static func quoted(_ name: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return String(decoding: try encoder.encode(name), as: UTF8.self)
  }
}
