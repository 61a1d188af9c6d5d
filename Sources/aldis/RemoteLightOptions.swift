import ArgumentParser
import Torch

/// What the commands that use a remote light have in common.
struct RemoteLightOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For lights://: folder client of aldis light keys.",
      valueName: "folder"), completion: .directory)
  var keys: String?

  /// The keys, read; `nil` where none are named.
  func readKeys() throws(TorchError) -> LightKeys? {
    guard let keys else { return nil }
    return try LightKeys(folder: keys, for: .sender)
  }

  /// Refuses an address that goes with keys without them, and the other way round.
  ///
  /// - Parameter address: `nil` where the light is not a remote one.
  func validate(for address: LightAddress?) throws {
    if let address, address.isSecure, keys == nil {
      throw ValidationError("\(address) needs --keys FOLDER, the folder client that aldis light keys made")
    }
    if keys != nil, address?.isSecure != true {
      throw ValidationError("--keys goes with lights://HOST:PORT, which is protected")
    }
  }

  /// The light that `text` names.
  static func address(_ text: String) throws -> LightAddress {
    guard let address = LightAddress(text), address.port != 0 else {
      throw ValidationError("\(text) is no remote light; write light://HOST:PORT or lights://HOST:PORT")
    }
    return address
  }

  /// Says on standard error how the connection to a light fares.
  ///
  /// - Parameter light: What people call it.
  static func tell(of light: String) -> @Sendable (RemoteLightStatus) -> Void {
    { status in
      if let line = status.message(light) { say(line) }
    }
  }
}
