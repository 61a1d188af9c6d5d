import Localization

/// The user's settings of a remote light.
public struct RemoteLightSettings: Sendable, Equatable {
  public var address: LightAddress
  /// The keys for a secure address.
  public var keys: LightKeys?
  /// Whether the light is used at all.
  public var isOn: Bool

  public init(_ address: LightAddress, keys: LightKeys? = nil, isOn: Bool = true) {
    self.address = address
    self.keys = keys
    self.isOn = isOn
  }
}

/// The state of the connection of a ``RemoteLight``.
public enum RemoteLightStatus: Sendable, Equatable {
  /// The user has switched the light off.
  case off
  case connecting
  case connected
  /// The connection is stalled: the other side acknowledges nothing.
  case stalled
  /// The lamp is controlled by another client, from this address. After `inControl`, this client controls it, because the other
  /// one has left.
  case inUse(by: String)
  case inControl
  /// There is no connection; the next attempt follows in `retryingIn` seconds.
  case away(reason: LocalizedText, retryingIn: Double)
}

extension RemoteLightStatus {
  /// A line for people; `nil` if none is needed.
  ///
  /// - Parameter light: The name of the light.
  public func text(of light: LocalizedText) -> LocalizedText? {
    switch self {
    case .connecting: nil
    case .off: "\(light) is switched off"
    case .connected: "\(light) is connected again"
    case .stalled: "\(light) does not answer; what it is to show until it does is lost"
    case .inUse(let holder): "\(light) is in use by \(holder), and shows what is sent when that one has left"
    case .inControl: "\(light) is free now"
    case .away(let reason, let seconds): "\(light) is away: \(reason); next try in \(seconds) s"
    }
  }
}
