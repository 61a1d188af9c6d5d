import ArgumentParser

struct LightCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "light",
    abstract: "Serves a lamp over the network, or sets one.",
    usage: "aldis light <command>",
    discussion: """
        aldis light serve --led NAME
        aldis light set 0.3 1 0

      A state is three bytes over TCP: the levels of bass, middle and treble, 0 to 255. Any program can send it: \
      printf '\\x4d\\xff\\x00' | nc 127.0.0.1 1844. To send a text, see aldis help send.
      """,
    subcommands: [LightSetCommand.self, LightServeCommand.self, LightKeysCommand.self])
}
