import ArgumentParser
import Graphics
import Interface
import Torch

struct LightServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Lets others switch a lamp of this machine.",
    discussion: """
      The lamp obeys whoever of those connected was the first to send; the next in turn follows when that one leaves, and \
      is told, by a line of text, by whom the lamp is in use until then. It \
      is dark when the last one leaves, when all are silent for too long, and at the end, and LEDs are given back as they were \
      found. At most 64 clients are heard; one more takes the place of whoever has been silent the longest. A client may \
      change the light 500 times a second; what it sends faster is skipped, but for the newest.

      Without --keys and --insecure only programs of this machine can connect.
      """)

  @Option(
    help: ArgumentHelp(
      "Where to listen; a port of 0 is chosen by the system. (default: 127.0.0.1:1844)",
      valueName: "host:port"),
    transform: Self.listening)
  var listen = LightAddress(host: "127.0.0.1")

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "An LED of /sys/class/leds for the brightest of the levels, or three for bass, middle and treble.",
      valueName: "name"))
  var led: [String] = []

  @Flag(help: "Lamps in a window, to try it out.")
  var window = false

  @Flag(help: "No lamp, but a line on standard output for each change: SECONDS,BASS,MIDDLE,TREBLE.")
  var log = false

  @Option(help: ArgumentHelp("Whoever sends nothing for so long is sent away.", valueName: "seconds"))
  var idle = 5.0

  @Option(
    help: ArgumentHelp(
      "Let in whoever has keys of the same making, encrypted by TLS 1.3: the folder server that aldis light keys made.",
      valueName: "folder"))
  var keys: String?

  @Flag(
    help: """
      Listen for other machines without protection: whoever reaches the address can switch the lamp, and whoever is on \
      the way can read what is sent.
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
      throw Failure(.unavailable, "no screen to shine on: \(error)")
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
      say("warning: whoever reaches this lamp can switch it, and read along: nothing is encrypted")
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
