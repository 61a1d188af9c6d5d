import ArgumentParser
import Monitor
import Shaders
import Torch

/// The light that `--torch` names.
enum TorchChoice: Equatable, CustomStringConvertible {
  case screen
  case led(String)
  case remote(LightAddress)
  /// The one of the settings.
  case usualRemote
  case video(path: String)
  case null

  static let names =
    """
    screen (a window), led:NAME (of /sys/class/leds), light://HOST:PORT (aldis light serve; lights:// with keys), remote \
    (that of the settings), video:FILE.y4m (a simulated lamp) or null (no light)
    """

  /// Where it is, if it is a remote one.
  var address: LightAddress? {
    if case .remote(let address) = self { address } else { nil }
  }

  /// Whether it cannot shine together with others.
  var isAlone: Bool {
    switch self {
    case .screen, .video: true
    case .led, .remote, .usualRemote, .null: false
    }
  }

  /// As the user names it.
  var description: String {
    switch self {
    case .screen: "screen"
    case .led(let name): "led:\(name)"
    case .remote(let address): "\(address)"
    case .usualRemote: "remote"
    case .video(let path): "video:\(path)"
    case .null: "null"
    }
  }

  /// The torch the user named.
  static func named(_ text: String) throws -> TorchChoice {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (parts[0], parts.dropFirst().first) {
    case ("screen", nil): return .screen
    case ("led", let name?) where !name.isEmpty: return .led(name)
    case ("light", _?), ("lights", _?): return .remote(try RemoteLightOptions.address(text))
    case ("video", let path?) where !path.isEmpty: return .video(path: path)
    case ("remote", nil): return .usualRemote
    case ("null", nil): return .null
    default: throw ValidationError("there is no torch \(text); there are \(names)")
    }
  }
}

extension TorchChoice {
  /// Takes the light; this may wait for it.
  ///
  /// - Parameters:
  ///   - keys: Of a remote light that is protected.
  ///   - tell: Hears how the connection to a remote light fares, on any thread; `nil` says it on standard error.
  /// - Returns: One that shines nowhere for what is no torch by itself: a screen, a film.
  func take(
    _ settings: Settings, keys: LightKeys? = nil, _ cancellation: Cancellation,
    tell: (@Sendable (RemoteLightStatus) -> Void)? = nil
  ) throws(TorchError) -> any Torch {
    switch self {
    case .led(let name):
      try LEDTorch(name, in: LEDFolder.path)
    case .remote(let address):
      try RemoteTorch(
        RemoteLightSettings(address, keys: address.isSecure ? keys : nil), cancellation: cancellation,
        tell: tell ?? RemoteLightOptions.tell(of: "\(address)"))
    case .usualRemote:
      try RemoteTorch(
        settings.remoteLightToUse(), cancellation: cancellation,
        tell: tell ?? RemoteLightOptions.tell(of: "the remote light"))
    case .screen, .video, .null:
      NullTorch()
    }
  }

  /// Has the remote light of the settings follow them, until the result is let go of.
  ///
  /// - Parameter torch: What was taken of this choice.
  func follow(_ settings: Settings, with torch: any Torch) -> FolderWatch? {
    guard self == .usualRemote, let torch = torch as? RemoteTorch else { return nil }
    return settings.watched { torch.adopt($0) }
  }
}

extension RemoteTorch {
  /// Goes over to other settings.
  fileprivate func adopt(_ settings: Settings) {
    do throws(TorchError) {
      self.settings = try settings.remoteLight()
    } catch {
      say(error.message)
    }
  }
}
