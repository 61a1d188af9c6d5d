import Application
import ArgumentParser
import Torch

struct LightServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Lets other programs switch a lamp of this machine.",
    usage: "aldis light serve --led <name> ... | --window | --log [<options>]",
    discussion: """
        aldis light serve --window
        aldis light serve --led NAME --listen 0.0.0.0:1844 --keys keys/server

      The lamp obeys the first client that sends, until it leaves; then the next one. The others get a message that another client uses it. \
      The lamp goes dark when all clients have left or are silent, and at the end. At most 64 clients connect; another \
      one replaces the client that is silent the longest. Without --keys or --insecure, only this machine can connect.
      """)

  @Option(
    help: ArgumentHelp(
      "Where to listen; port 0 is any free port. (default: 127.0.0.1:1844)",
      valueName: "host:port"),
    transform: Self.listening)
  var listen = LightAddress(host: "127.0.0.1")

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "One LED of /sys/class/leds (shows the highest level), or three: bass, middle, treble.",
      valueName: "name"))
  var led: [String] = []

  @Flag(help: "Lamps in a window, to try it.")
  var window = false

  @Flag(help: "No lamp; prints each change: SECONDS,BASS,MIDDLE,TREBLE.")
  var log = false

  @Option(
    help: ArgumentHelp(
      "Disconnects clients that send nothing for this long. (default: 5)", valueName: "seconds"),
    transform: number(in: 0.1...86_400))
  var idle = 5.0

  @Option(
    help: ArgumentHelp(
      "Lets in clients with matching keys, over TLS 1.3: the folder server that aldis light keys made.",
      valueName: "folder"), completion: .directory)
  var keys: String?

  @Flag(
    help: """
      Lets in any machine, without encryption: anyone who reaches the address can switch the lamp and read along.
      """)
  var insecure = false

  func validate() throws {
    guard [!led.isEmpty, window, log].count(where: \.self) == 1 else {
      throw ValidationError("name one kind of lamp: --led NAME, --window or --log")
    }
    guard led.isEmpty || ServedLEDs.possibleCounts.contains(led.count) else {
      throw ValidationError("one LED can be served, or three for bass, middle and treble; not \(led.count)")
    }
    guard Set(led).count == led.count else { throw ValidationError("each LED can be given once") }
    if insecure, keys != nil { throw ValidationError("--keys and --insecure exclude each other") }
  }

  private static func listening(_ text: String) throws -> LightAddress {
    guard let address = LightAddress("light://\(text)") else {
      throw ValidationError(
        "--listen takes HOST:PORT, such as 127.0.0.1:\(LightAddress.defaultPort), not \(text)")
    }
    return address
  }

  func run() throws {
    var service = LightService(
      address: listen, lamp: window ? .window : log ? .log : .leds(led))
    service.silence = idle
    service.keys = keys
    service.isOpen = insecure
    try service.run()
  }
}
