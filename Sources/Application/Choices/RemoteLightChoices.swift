import Localization
import Torch

/// The user's choices for the protection of a remote light.
package struct RemoteLightChoices: Sendable {
  /// The folder of the sender's keys.
  package var keys: String?

  package init(keys: String? = nil) { self.keys = keys }

  /// Reads the keys; `nil` if no folder is named.
  func readKeys() throws(TorchError) -> LightKeys? {
    guard let keys else { return nil }
    return try LightKeys(folder: keys, for: .sender)
  }

  /// Throws if the address needs keys and there are none, or if there are keys and the address does not use them.
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
  /// The address that the user named.
  package static func named(_ text: String) throws(UsageError) -> LightAddress {
    guard let address = LightAddress(text), address.port != 0 else {
      throw UsageError("\(text) is no remote light; write light://HOST:PORT or lights://HOST:PORT")
    }
    return address
  }
}

extension RemoteLightStatus {
  /// Reports changes of the connection to a light on standard error.
  ///
  /// - Parameter light: The light's name for people.
  static func reporting(_ light: String) -> @Sendable (RemoteLightStatus) -> Void {
    { status in
      if let line = status.text(of: LocalizedText(verbatim: light)) { say("\(line)") }
    }
  }
}
