import Application
import ArgumentParser
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

  @Argument(help: "Level of the first lamp, 0 to 1.", transform: number(in: 0...1))
  var bass: Double

  @Argument(help: "Level of the second lamp.", transform: number(in: 0...1))
  var middle: Double

  @Argument(help: "Level of the third lamp.", transform: number(in: 0...1))
  var treble: Double

  @Option(
    help: ArgumentHelp(
      "light://HOST:PORT or lights://HOST:PORT. (default: from the settings, or light://127.0.0.1:1844)",
      valueName: "address"),
    transform: option(LightAddress.named))
  var torch: LightAddress?

  @OptionGroup var remote: RemoteLightOptions

  // The limit of a year is longer than any use, and fits into the clock's type.
  @Option(
    help: ArgumentHelp("How long it shines. Ctrl-C ends it at once. (default: 0.5)", valueName: "seconds"),
    transform: number(in: 0...31_536_000))
  var hold = 0.5

  func validate() throws {
    try checked { () throws(UsageError) in try remote.choices.check(for: torch) }
  }

  func run() throws {
    try LightSetting(
      levels: LightLevels(bass: bass, middle: middle, treble: treble), address: torch, remote: remote.choices,
      hold: hold
    ).run()
  }
}
