import Interface
import Monitor

extension Settings {
  /// The lamps with which a window can send. The torch of the settings is the first one, if a window can use it.
  ///
  /// - Returns: The lamps, and the reason why the torch of the settings cannot be used, if there is one.
  func lamps() -> (lamps: [Compose.Lamp], obstacle: String?) {
    let windowLamps: [Compose.Lamp] = [.lamp, .wholeWindow]
    guard let torch else { return (windowLamps, nil) }
    do {
      let choice = try TorchChoice.named(torch)
      switch choice {
      case .screen: return (windowLamps, nil)
      case .video:
        return (windowLamps, "\(torch) is no light for a window; the torch of \(Settings.name) is left out")
      case .remote(let address) where address.isSecure:
        return (
          windowLamps,
          "\(torch) needs keys; name it as remote-light in \(Settings.name), and its torch remote"
        )
      case .led, .remote, .remoteFromSettings, .null: return ([.other(torch)] + windowLamps, nil)
      }
    } catch {
      return (windowLamps, "there is no torch \(torch); the torch of \(Settings.name) is left out")
    }
  }
}
