import ArgumentParser
import Graphics
import Interface
import Torch

struct LightServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Lets other programs switch a lamp of this machine.",
    usage: "aldis light serve --led <name> ... | --window | --log [<options>]",
    discussion: """
        aldis light serve --window
        aldis light serve --led NAME --listen 0.0.0.0:1844 --keys keys/server

      The lamp obeys the first client that sends, until it leaves; then the next one. The others are told who uses it. \
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

  @Option(help: ArgumentHelp("Disconnects clients that send nothing for this long.", valueName: "seconds"))
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
    try require("--idle", idle, in: 0.1...86_400)
  }

  private static func listening(_ text: String) throws -> LightAddress {
    guard let address = LightAddress("light://\(text)") else {
      throw ValidationError(
        "--listen takes HOST:PORT, such as 127.0.0.1:\(LightAddress.usualPort), not \(text)")
    }
    return address
  }

  func run() throws {
    do {
      let end = try Cancellation()
      Interruption.watch(rousing: end.descriptor, atStop: .end)
      if window {
        try serveWindow(until: end)
      } else if log {
        let lamp = PrintedLamp(end: end)
        try serve(lamp, until: end)
        try lamp.finish()
      } else {
        let lamp = ServedLEDs(
          try led.map { name throws(TorchError) in try LEDTorch(name, in: LEDFolder.path) })
        let served = Result { try serve(lamp, until: end) }
        let givenBack = Result { try lamp.release() }
        // An LED that has gone cannot be given back either.
        try served.get()
        try givenBack.get()
      }
    } catch let error as GraphicsError {
      throw Failure(.unavailable, "no screen: \(error)")
    }
  }

  private func serve(_ lamp: some ServedLamp, until end: Cancellation) throws {
    try server(of: lamp, end).serve()
  }

  private func serveWindow(until end: Cancellation) throws {
    let window = try LampWindow(fillsScreen: false)
    let lamp = WindowLamp(window.waker)
    let server = try server(of: lamp, end)
    repeat {
      try window.show(lamp.levels.bytes)
    } while !Interruption.isRequested && !window.isToEnd(within: 0.1)
    server.close()
  }

  private func server(of lamp: some ServedLamp, _ end: Cancellation) throws -> LightServer {
    let server = try LightServer(
      lamp, on: listen, access: access(), silence: idle, tellRefusal: Self.tell, end: end)
    if insecure {
      say("warning: nothing is encrypted; any machine that reaches this lamp can switch it and read along")
    }
    say("listening on \(server.address.hostAndPort)")
    return server
  }

  private static func tell(_ talk: ForeignTalk, _ address: String) {
    switch talk {
    case .http: say("sent away \(address): it speaks HTTP, as a browser does, and sends no levels")
    case .tls: say("sent away \(address): it speaks TLS, and this server does not; give it --keys")
    }
  }

  private func access() throws(TorchError) -> LightServer.Access {
    if let keys { return .holders(of: try LightKeys(folder: keys, for: .lamp)) }
    return insecure ? .anyone : .thisMachine
  }
}
