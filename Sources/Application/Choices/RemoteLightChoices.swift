import Torch

/// How a remote light is protected.
package struct RemoteLightChoices: Sendable {
  /// The folder of the sender's keys.
  package var keys: String?

  package init(keys: String? = nil) { self.keys = keys }

  /// The keys, read; `nil` if none are named.
  func readKeys() throws(TorchError) -> LightKeys? {
    guard let keys else { return nil }
    return try LightKeys(folder: keys, for: .sender)
  }

  /// Refuses an address that needs keys without them, and the other way round.
  ///
  /// - Parameter address: `nil` if the light is not a remote one.
  package func check(for address: LightAddress?) throws(UsageError) {
    if let address, address.isSecure, keys == nil {
      throw UsageError("\(address) needs --keys FOLDER, the folder client that aldis light keys made")
    }
    if keys != nil, address?.isSecure != true {
      throw UsageError("--keys goes with lights://HOST:PORT, which is protected")
    }
  }
}

extension LightAddress {
  /// The light that `text` names.
  package static func named(_ text: String) throws(UsageError) -> LightAddress {
    guard let address = LightAddress(text), address.port != 0 else {
      throw UsageError("\(text) is no remote light; write light://HOST:PORT or lights://HOST:PORT")
    }
    return address
  }
}

extension RemoteLightStatus {
  /// Reports on standard error how the connection to a light changes.
  ///
  /// - Parameter light: What people call it.
  static func reporting(_ light: String) -> @Sendable (RemoteLightStatus) -> Void {
    { status in
      if let line = status.message(light) { say(line) }
    }
  }
}
