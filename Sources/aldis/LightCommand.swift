import ArgumentParser

struct LightCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "light",
    abstract: "Lamps over the network: serves those of this machine, or sets those of another.",
    discussion: """
      A state is three bytes over TCP, the levels of bass, middle and treble from 0 to 255; so any program can send it: \
      printf '\\x4d\\xff\\x00' | nc 127.0.0.1 1844. To send a text, see aldis help send.
      """,
    subcommands: [LightSetCommand.self, LightServeCommand.self, LightKeysCommand.self])
}
