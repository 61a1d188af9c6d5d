import ArgumentParser
import Torch

/// What the commands that use a remote light have in common.
enum RemoteLightOptions {
  /// The light that `text` names.
  static func address(_ text: String) throws -> LightAddress {
    guard let address = LightAddress(text), !address.isSecure, address.port != 0 else {
      throw ValidationError("\(text) is no remote light; write light://HOST:PORT")
    }
    return address
  }

  /// Says on standard error how the connection to `address` fares.
  static func tell(of address: LightAddress) -> @Sendable (RemoteLightStatus) -> Void {
    { status in
      if let line = status.message(address) { say(line) }
    }
  }
}
