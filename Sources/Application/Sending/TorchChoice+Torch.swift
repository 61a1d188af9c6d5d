import Monitor
import Shaders
import Torch

extension TorchChoice {
  /// Takes the light; this may wait for it.
  ///
  /// - Parameters:
  ///   - keys: Of a remote light that is protected.
  ///   - report: Receives the status of the connection to a remote light, on any thread; `nil` prints it on standard error.
  /// - Returns: A torch without light for a screen and a video, which are keyed elsewhere.
  func take(
    _ settings: Settings, keys: LightKeys? = nil, _ cancellation: Cancellation,
    report: (@Sendable (RemoteLightStatus) -> Void)? = nil
  ) throws(TorchError) -> any Torch {
    switch self {
    case .led(let name):
      try LEDTorch(name, in: LEDFolder.path)
    case .remote(let address):
      try RemoteTorch(
        RemoteLightSettings(address, keys: address.isSecure ? keys : nil), cancellation: cancellation,
        tell: report ?? RemoteLightStatus.reporting("\(address)"))
    case .usualRemote:
      try RemoteTorch(
        settings.remoteLightToUse(), cancellation: cancellation,
        tell: report ?? RemoteLightStatus.reporting("the remote light"))
    case .screen, .video, .null:
      NullTorch()
    }
  }

  /// Makes the remote light follow the settings file until the result is released.
  ///
  /// - Parameter torch: The torch that was taken.
  func follow(_ settings: Settings, with torch: any Torch) -> FolderWatch? {
    guard self == .usualRemote, let torch = torch as? RemoteTorch else { return nil }
    return settings.watched { torch.adopt($0) }
  }
}

extension RemoteTorch {
  /// Uses other settings from now on.
  fileprivate func adopt(_ settings: Settings) {
    do throws(TorchError) {
      self.settings = try settings.remoteLight()
    } catch {
      say(error.message)
    }
  }
}
