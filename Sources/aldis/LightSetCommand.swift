import ArgumentParser
import Monitor
import Torch

struct LightSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Sets a remote light for half a second.",
    usage: "aldis light set <bass> <middle> <treble> [<options>]",
    discussion: """
        aldis light set 0.3 1 0
        aldis light set 1 1 1 --torch light://127.0.0.1:1844 --hold 5

      The lamp goes dark when its last sender leaves.
      """)

  @Argument(help: "Level of the first lamp, 0 to 1.")
  var bass: Double

  @Argument(help: "Level of the second lamp.")
  var middle: Double

  @Argument(help: "Level of the third lamp.")
  var treble: Double

  @Option(
    help: ArgumentHelp(
      "light://HOST:PORT or lights://HOST:PORT. (default: from the settings, or light://127.0.0.1:1844)",
      valueName: "address"),
    transform: RemoteLightOptions.address)
  var torch: LightAddress?

  @OptionGroup var remote: RemoteLightOptions

  @Option(help: ArgumentHelp("How long it shines. Ctrl-C ends it at once.", valueName: "seconds"))
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
