import Torch

/// The light that the user named.
package enum TorchChoice: Equatable, CustomStringConvertible, Sendable {
  case screen
  case led(String)
  case remote(LightAddress)
  /// The remote light of the settings.
  case remoteFromSettings
  case video(path: String)
  case null

  package static let names =
    """
    screen (a window), led:NAME (of /sys/class/leds), light://HOST:PORT (aldis light serve; lights:// with keys), remote \
    (that of the settings), video:FILE.y4m (a simulated lamp) or null (no light)
    """

  /// The address of a remote light; `nil` for other torches.
  var address: LightAddress? {
    if case .remote(let address) = self { address } else { nil }
  }

  /// Whether the torch cannot be combined with others.
  var isExclusive: Bool {
    switch self {
    case .screen, .video: true
    case .led, .remote, .remoteFromSettings, .null: false
    }
  }

  /// The name on the command line.
  package var description: String {
    switch self {
    case .screen: "screen"
    case .led(let name): "led:\(name)"
    case .remote(let address): "\(address)"
    case .remoteFromSettings: "remote"
    case .video(let path): "video:\(path)"
    case .null: "null"
    }
  }

  /// The torch that the user named.
  package static func named(_ text: String) throws(UsageError) -> TorchChoice {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.dropFirst().first) {
    case ("screen", nil): return .screen
    case ("led", let name?) where !name.isEmpty: return .led(name)
    case ("light", _?), ("lights", _?): return .remote(try LightAddress.named(text))
    case ("video", let path?) where !path.isEmpty: return .video(path: path)
    case ("remote", nil): return .remoteFromSettings
    case ("null", nil): return .null
    case ("led", _): throw UsageError("torch led: needs a name, as in led:NAME; aldis doctor lists the LEDs")
    case ("video", _): throw UsageError("torch video: needs a file, as in video:FILE.y4m")
    default:
      throw UsageError(
        """
        there is no torch \(text); for an LED write led:NAME; others: screen, light://HOST:PORT, remote, video:FILE.y4m, null
        """)
    }
  }
}
