import Monitor
import Torch

/// Sets the levels of a remote light for some time.
package struct LightSetting {
  package var levels: LightLevels
  /// The light's address; `nil` is the light of the settings.
  package var address: LightAddress?
  package var remote: RemoteLightChoices
  /// Seconds for which the levels are kept.
  package var hold: Double

  package init(levels: LightLevels, address: LightAddress?, remote: RemoteLightChoices, hold: Double) {
    self.levels = levels
    self.address = address
    self.remote = remote
    self.hold = hold
  }

  package func run() throws {
    let settings = try chosenLight()
    let light = try RemoteLight.connected(
      settings, onStatus: RemoteLightStatus.reporting("\(settings.address)"))
    let end = try Cancellation()
    Interruption.watch(waking: end.descriptor, atStop: .end)
    light.show(levels)
    try end.wait(atMost: hold)
    light.close(leavingDark: false)
    try light.checkDelivery()
    try Interruption.check()
  }

  private func chosenLight() throws -> RemoteLightSettings {
    if let address { return RemoteLightSettings(address, keys: try remote.readKeys()) }
    return try Settings.load().remoteLightToUse()
  }
}
