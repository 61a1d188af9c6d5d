import Monitor
import Shaders
import Torch

extension TorchChoice {
  /// Takes the light. This may wait until the light is available.
  ///
  /// - Parameters:
  ///   - keys: Keys of a protected remote light.
  ///   - report: Called with the status of the connection to a remote light, on any thread; with `nil` the status is printed on
  ///     standard error.
  /// - Returns: The torch. A screen and a video are keyed elsewhere; for them it is a torch without light.
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
        onStatus: report ?? RemoteLightStatus.reporting("\(address)"))
    case .remoteFromSettings:
      try RemoteTorch(
        settings.remoteLightToUse(), cancellation: cancellation,
        onStatus: report ?? RemoteLightStatus.reporting("the remote light"))
    case .screen, .video, .null:
      NullTorch()
    }
  }

  /// Applies changes of the settings file to the remote light until the result is released.
  ///
  /// - Parameter torch: The torch that was taken.
  func follow(_ settings: Settings, with torch: any Torch) -> FolderWatch? {
    guard self == .remoteFromSettings, let torch = torch as? RemoteTorch else { return nil }
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
