import Glibc
import Synchronization
import Testing

@testable import Torch

/// A server on the loopback interface, and raw sockets as clients.
@Suite("Light server")
struct LightServerTests {
  private let red = LightLevels(255, 0, 0)
  private let green = LightLevels(0, 255, 0)
  private let blue = LightLevels(0, 0, 255)

  private func server(_ lamp: some ServedLamp, silence: Double = 60) throws -> LightServer {
    try LightServer(
      lamp, on: LightAddress(host: "127.0.0.1", port: 0), access: .thisMachine, silence: silence,
      end: Cancellation())
  }

  private func client(of server: LightServer) throws -> RawSocket { try .connected(to: server.address.port) }

  @Test("three bytes are bass, middle and treble; the lamp is dark when the client leaves")
  func threeBytes() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp)
    do {
      let client = try client(of: server)
      client.write([0x4D, 0xFF, 0x00])
      #expect(lamp.history(until: LightLevels(77, 255, 0)) == [LightLevels(77, 255, 0)])
    }
    #expect(lamp.history(until: .dark) == [LightLevels(77, 255, 0), .dark])
    server.close()
  }

  @Test("the last levels of a client that leaves at once are shown")
  func briefClient() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp)
    try client(of: server).write(red.bytes)
    #expect(lamp.history(until: .dark) == [red, .dark])
    server.close()
  }

  @Test("the lamp is dark when a client's connection is reset, as after a restart of its machine")
  func reset() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp)
    do {
      let client = try client(of: server)
      client.resetsAtEnd()
      client.write(red.bytes)
      #expect(lamp.history(until: red) == [red])
    }
    #expect(lamp.history(until: .dark) == [red, .dark])
    server.close()
  }

  @Test("clients that have to wait and have already left do not end the server")
  func resetWhileWaiting() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp)
    let holder = try client(of: server)
    holder.write(red.bytes)
    #expect(lamp.history(until: red) == [red])
    for _ in 0..<1000 {
      let other = try client(of: server)
      other.resetsAtEnd()
      other.write(green.bytes)
    }
    holder.write(green.bytes)
    #expect(lamp.history(until: green) == [red, green])
    server.close()
  }

  @Test("half a state changes nothing, and is not completed by another client")
  func halfState() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp)
    let other = try client(of: server)
    do {
      let client = try client(of: server)
      client.write([255, 255])
    }
    other.write([0])
    other.write([255])
    other.write([0])
    #expect(lamp.history(until: green) == [green])
    server.close()
  }

  @Test(
    "an HTTP request and a TLS hello in any pieces switch nothing, are disconnected, and are reported once",
    arguments: [false, true])
  func foreignTalk(_ isInPieces: Bool) throws {
    let lamp = RecordingLamp()
    let refusals = Mutex<[String]>([])
    let server = try LightServer(
      lamp, on: LightAddress(host: "127.0.0.1", port: 0), access: .thisMachine, silence: 60,
      reportRefusal: { foreign, address in refusals.withLock { $0.append("\(foreign) \(address)") } },
      end: Cancellation()
    )
    let hello: [UInt8] =
      [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3] + (0..<506).map { UInt8(truncatingIfNeeded: $0) }
    for _ in 0..<2 {
      for beginning in [
        Array("POST /?a HTTP/1.1\r\nHost: 127.0.0.1:1844\r\n\r\n\u{7F}\u{7F}\u{7F}".utf8), hello,
      ] {
        let client = try client(of: server)
        if isInPieces {
          for byte in beginning.prefix(8) {
            client.write([byte])
            usleep(5000)
          }
        }
        client.write(isInPieces ? Array(beginning.dropFirst(8)) : beginning)
        if beginning == hello { #expect(client.read(13) == Array("aldis: plain\n".utf8)) }
        #expect(client.hasEnded())
      }
    }
    #expect(lamp.history == [])
    #expect(refusals.withLock { $0 } == ["http 127.0.0.1", "tls 127.0.0.1"])
    let client = try client(of: server)
    client.write(red.bytes)
    #expect(lamp.history(until: red) == [red])
    server.close()
  }

  @Test("levels that begin like a request or a hello count as levels")
  func levelsLikeForeignTalk() {
    #expect(ForeignProtocol.classification(of: Array("GET".utf8)) == .undecided)
    #expect(ForeignProtocol.classification(of: Array("GETGET".utf8)) == .levels)
    #expect(ForeignProtocol.classification(of: Array("POST".utf8)) == .undecided)
    #expect(ForeignProtocol.classification(of: [22, 3, 1]) == .undecided)
    #expect(ForeignProtocol.classification(of: [22, 3, 1, 22, 3, 2]) == .levels)
    #expect(
      ForeignProtocol.classification(of: [0]) == .levels
        && ForeignProtocol.classification(of: [255, 0, 0]) == .levels)
    #expect(ForeignProtocol.classification(of: Array("OPTIONS * HTTP/1.1".utf8)) == .foreign(.http))
  }

  @Test("equal states are shown once")
  func repetition() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp)
    let client = try client(of: server)
    for _ in 0..<100 { client.write(red.bytes) }
    client.write(green.bytes)
    #expect(lamp.history(until: green) == [red, green])
    server.close()
  }

  @Test("the first client that sends controls the lamp until it leaves, then the next")
  func severalClients() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp)
    let second = try client(of: server)
    do {
      let first = try client(of: server)
      first.write(red.bytes)
      _ = lamp.history(until: red)
      second.write(green.bytes)
      first.write(blue.bytes)
      #expect(lamp.history(until: blue) == [red, blue])
    }
    #expect(lamp.history(until: green) == [red, blue, green])
    server.close()
  }

  @Test("a client that is silent for too long is disconnected, and the lamp is dark")
  func silentClient() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp, silence: 0.2)
    let client = try client(of: server)
    client.write(red.bytes)
    #expect(client.hasEnded())
    #expect(lamp.history(until: .dark) == [red, .dark])
    server.close()
  }

  @Test("a client that sends too slowly for states is disconnected")
  func slowClient() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp, silence: 0.2)
    let client = try client(of: server)
    var bytes = 0
    while bytes < 300, client.write([255]) {
      bytes += 1
      usleep(150_000)
    }
    #expect(bytes < 300)
    #expect(lamp.history.isEmpty)
    server.close()
  }

  @Test("after a flood of bytes the last state is shown, and then other clients can send")
  func flood() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp)
    do {
      let client = try client(of: server)
      let noise: [UInt8] = (0..<3000).map { _ in .random(in: 0...254) }
      for _ in 0..<1000 { client.write(noise) }
      client.write(red.bytes)
      #expect(lamp.history(until: red).last == red)
    }
    _ = lamp.history(until: .dark)
    let next = try client(of: server)
    next.write(blue.bytes)
    #expect(lamp.history(until: blue).suffix(2) == [.dark, blue])
    server.close()
  }

  @Test("ten thousand clients that come and go do not harm the server")
  func manyClients() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp)
    for number in 0..<10_000 {
      let client = try client(of: server)
      if number.isMultiple(of: 2) { client.write([1, 2]) }
      // Otherwise the system would store each connection for a minute (TIME_WAIT).
      client.resetsAtEnd()
    }
    let client = try client(of: server)
    client.write(red.bytes)
    #expect(lamp.history(until: red) == [red])
    server.close()
  }

  @Test(
    "when there is no room, the client that was silent for longest is removed, and the controlling client stays"
  )
  func noRoom() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp)
    let sender = try client(of: server)
    sender.write(red.bytes)
    _ = lamp.history(until: red)
    let silent = try (0..<64).map { _ in try client(of: server) }
    #expect(silent[0].hasEnded())
    let newcomer = try client(of: server)
    #expect(silent[1].hasEnded())
    sender.write(green.bytes)
    #expect(lamp.history(until: green) == [red, green])
    withExtendedLifetime(newcomer) {}
    server.close()
  }

  @Test("when a server ends, the lamp is dark and its clients are disconnected")
  func end() throws {
    let lamp = RecordingLamp()
    let server = try server(lamp)
    let client = try client(of: server)
    client.write(red.bytes)
    _ = lamp.history(until: red)
    server.close()
    #expect(lamp.history == [red, .dark])
    #expect(client.hasEnded())
    #expect(lamp.history == [red, .dark])
  }

  @Test("a lamp that fails ends the server")
  func failingLamp() throws {
    let end = try Cancellation()
    let server = try LightServer(
      RecordingLamp(failsAt: red), on: LightAddress(host: "127.0.0.1", port: 0), access: .thisMachine,
      end: end)
    let client = try client(of: server)
    client.write(red.bytes)
    #expect(throws: TorchError.gone("lamp")) { try server.serve() }
  }

  @Test("two servers cannot use one port")
  func portInUse() throws {
    let first = try server(RecordingLamp())
    #expect(
      throws: TorchError.cannotListen(first.address.hostAndPort, reason: "Address already in use")
    ) {
      _ = try LightServer(RecordingLamp(), on: first.address, access: .thisMachine, end: Cancellation())
    }
    first.close()
  }

  @Test(
    "an address that other machines reach is refused unless that is allowed", arguments: ["0.0.0.0", "::"])
  func exposed(_ host: String) throws {
    let address = LightAddress(host: host, port: 0)
    #expect(throws: TorchError.exposed(address.hostAndPort)) {
      _ = try LightServer(RecordingLamp(), on: address, access: .thisMachine, end: Cancellation())
    }
  }

  @Test("three LEDs show their own levels; a single LED shows the brightest", arguments: [1, 3])
  func leds(_ count: Int) throws {
    let leds = try LEDTorchTests.LEDs(
      Dictionary(
        uniqueKeysWithValues: (0..<count).map { ("\($0)", ["brightness": "2", "max_brightness": "100"]) }))
    let lamp = ServedLEDs(try (0..<count).map { try LEDTorch("\($0)", in: leds.path) })
    let brightness = { try (0..<count).map { try leds.read("\($0)/brightness") } }
    try lamp.show(LightLevels(51, 255, 0))
    #expect(try brightness() == (count == 1 ? ["100"] : ["20", "100", "0"]))
    try lamp.show(.dark)
    #expect(try brightness() == Array(repeating: "0", count: count))
    try lamp.release()
    #expect(try brightness() == Array(repeating: "2", count: count))
  }
}
