import ArgumentParser
import Monitor
import Torch

struct LightSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Has a remote light show one state.",
    discussion: "A lamp is dark again when its last sender has gone, so this command stays for half a second."
  )

  @Argument(help: "Level of the first lamp, 0 to 1.")
  var bass: Double

  @Argument(help: "Level of the second lamp.")
  var middle: Double

  @Argument(help: "Level of the third lamp.")
  var treble: Double

  @Option(
    help: ArgumentHelp(
      "The light. (default: the remote light of the settings, or light://127.0.0.1:1844)",
      valueName: "light[s]://host:port"),
    transform: RemoteLightOptions.address)
  var torch: LightAddress?

  @OptionGroup var remote: RemoteLightOptions

  @Option(help: ArgumentHelp("How long it shines; Ctrl-C ends it at once.", valueName: "seconds"))
  var hold = 0.5

  func validate() throws {
    try require("BASS", bass, in: 0...1)
    try require("MIDDLE", middle, in: 0...1)
    try require("TREBLE", treble, in: 0...1)
    try remote.validate(for: torch)
    // A year is more than any light holds, and far from what a clock cannot.
    try require("--hold", hold, in: 0...31_536_000)
  }

  private func chosenLight() throws -> RemoteLightSettings {
    if let torch { return RemoteLightSettings(torch, keys: try remote.readKeys()) }
    return try Settings.load().remoteLightToUse()
  }

  func run() throws {
    let settings = try chosenLight()
    let light = try RemoteLight.connected(
      settings, tell: RemoteLightOptions.tell(of: "\(settings.address)"))
    let end = try Cancellation()
    Interruption.watch(rousing: end.descriptor, atStop: .end)
    light.show(LightLevels(bass: bass, middle: middle, treble: treble))
    try end.wait(atMost: hold)
    light.close(leavingDark: false)
    try light.checkDelivery()
    try Interruption.check()
  }
}
