/// What the user chooses of a remote light.
public struct RemoteLightSettings: Sendable, Equatable {
  public var address: LightAddress
  /// What a secure address needs.
  public var keys: LightKeys?
  /// Whether the light is used at all.
  public var isOn: Bool

  public init(_ address: LightAddress, keys: LightKeys? = nil, isOn: Bool = true) {
    self.address = address
    self.keys = keys
    self.isOn = isOn
  }
}

/// How a ``RemoteLight`` is connected.
public enum RemoteLightStatus: Sendable, Equatable {
  /// The user wants none.
  case off
  case connecting
  case connected
  /// The line stands still: nothing is acknowledged.
  case still
  /// The lamp obeys another, from this address; and then this light, as the other has left.
  case inUse(by: String)
  case obeyed
  /// There is no connection; the next try is so many seconds away.
  case away(reason: String, retryingIn: Double)
}

extension RemoteLightStatus {
  /// A line for people; `nil` for what goes without saying.
  ///
  /// - Parameter light: What people call the light.
  public func message(_ light: String) -> String? {
    switch self {
    case .connecting: nil
    case .off: "\(light) is switched off"
    case .connected: "\(light) is connected again"
    case .still: "\(light) does not answer; what it is to show until it does is lost"
    case .inUse(let holder): "\(light) is in use by \(holder), and shows what is sent when that one has left"
    case .obeyed: "\(light) is free now"
    case .away(let reason, let seconds): "\(light) is away: \(reason); next try in \(seconds) s"
    }
  }
}
