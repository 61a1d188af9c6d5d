import Dispatch
import Glibc
import Morse
import Synchronization
import Testing
import Torch

/// The sender's side against servers of another make.
@Suite("Remote light")
struct RemoteLightTests {
  private let red = LightLevels(255, 0, 0)
  private let green = LightLevels(0, 255, 0)

  /// What a light told of its connection.
  private final class Statuses: Sendable {
    private let heard = Mutex<[RemoteLightStatus]>([])
    private let hasChanged = DispatchSemaphore(value: 0)

    func add(_ status: RemoteLightStatus) {
      heard.withLock { $0.append(status) }
      hasChanged.signal()
    }

    /// All there were once there are `count`; fewer where that takes far too long.
    func first(_ count: Int) -> [RemoteLightStatus] {
      while true {
        let heard = heard.withLock { $0 }
        if heard.count >= count { return Array(heard.prefix(count)) }
        if hasChanged.wait(timeout: .now() + 20) == .timedOut { return heard }
      }
    }
  }

  private func address(of server: RawSocket) -> LightAddress {
    LightAddress(host: "127.0.0.1", port: server.port)
  }

  /// Reads states until `levels` come; what comes before is what was shown before, or is repeated.
  private func hears(_ levels: LightLevels, on connection: RawSocket) -> Bool {
    while true {
      let state = connection.read(3)
      if state == levels.bytes { return true }
      if state.count < 3 { return false }
    }
  }

  @Test("levels arrive as three bytes each, and at the end the light is dark")
  func threeBytes() throws {
    let server = try RawSocket.listening()
    let light = RemoteLight(.init(address(of: server))) { _ in }
    let connection = try server.accepted()
    light.show(.dark)
    #expect(connection.read(3) == [0, 0, 0])
    light.show(LightLevels(77, 255, 0))
    #expect(connection.read(3) == [77, 255, 0])
    light.close()
    #expect(connection.read(3) == [0, 0, 0])
    #expect(connection.hasEnded())
  }

  @Test("a sender that ends without leaving the light dark says nothing more")
  func leavingLit() throws {
    let server = try RawSocket.listening()
    let light = try RemoteLight.connected(.init(address(of: server))) { _ in }
    let connection = try server.accepted()
    light.show(red)
    light.close(leavingDark: false)
    #expect(connection.read(6) == red.bytes)
  }

  @Test("the levels are repeated, so that a server knows that the sender lives")
  func repetition() throws {
    let server = try RawSocket.listening()
    let light = RemoteLight(.init(address(of: server))) { _ in }
    let connection = try server.accepted()
    light.show(red)
    #expect(hears(red, on: connection))
    #expect(connection.read(3) == red.bytes)
    light.close()
  }

  @Test("a server that never reads holds nothing up; old levels give way to new ones")
  func deafServer() throws {
    let server = try RawSocket.listening()
    let statuses = Statuses()
    let light = RemoteLight(.init(address(of: server))) { statuses.add($0) }
    let connection = try server.accepted()
    #expect(statuses.first(2) == [.connecting, .connected])
    for number in 0..<200_000 { light.show(LightLevels(UInt8(number % 256), UInt8(number / 256 % 256), 1)) }
    #expect(light.report.changes == 200_000)
    #expect(light.report.replaced > 0)
    light.close()
    withExtendedLifetime(connection) {}
  }

  @Test("a server that talks without end is hardly read, is sent levels, and its end is noticed")
  func talkingServer() throws {
    let server = try RawSocket.listening()
    let statuses = Statuses()
    let light = RemoteLight(.init(address(of: server))) { statuses.add($0) }
    do {
      let connection = try server.accepted()
      // More than the systems of both sides keep (tcp(7), tcp_wmem and tcp_rmem: 4 MiB and 6 MiB).
      #expect(connection.flood(128 << 20) < 64 << 20)
      light.show(red)
      #expect(connection.read(3) == red.bytes)
    }
    #expect(statuses.first(3).count == 3)
    light.close()
  }

  @Test("a server that vanishes is told of, and when it is back it is sent the newest levels")
  func vanishingServer() throws {
    let server = try RawSocket.listening()
    let statuses = Statuses()
    let light = RemoteLight(.init(address(of: server))) { statuses.add($0) }
    do { _ = try server.accepted() }
    #expect(
      statuses.first(3) == [
        .connecting, .connected, .away(reason: "the server closed the connection", retryingIn: 0.25),
      ])
    light.show(red)
    light.show(green)
    let connection = try server.accepted()
    #expect(connection.read(3) == green.bytes)
    #expect(light.report.replaced >= 1)
    light.close()
    #expect(throws: TorchError.self) { try light.checkDelivery() }
  }

  @Test("on a line that stands still levels give way to newer ones, which are sent when it moves again")
  func stillLine() throws {
    let server = try RawSocket.listening()
    let statuses = Statuses()
    let light = RemoteLight(.init(address(of: server))) { statuses.add($0) }
    let connection = try server.accepted()
    light.show(red)
    #expect(hears(red, on: connection))
    try connection.vanishes()
    light.show(green)
    #expect(statuses.first(3) == [.connecting, .connected, .still])
    for number in 1...100 { light.show(LightLevels(UInt8(number), 0, 0)) }
    try connection.comesBack()
    #expect(statuses.first(4).last == .connected)
    let newest = LightLevels(100, 0, 0)
    #expect(hears(green, on: connection))
    #expect(hears(newest, on: connection))
    #expect(light.report.replaced == 99)
    light.close()
    #expect(
      throws: TorchError.interrupted(
        "\(address(of: server))", reason: "it does not answer", lost: 99, of: 102)
    ) { try light.checkDelivery() }
  }

  @Test("a server that does not read what its system takes is told of at the end")
  func unreadServer() throws {
    let server = try RawSocket.listening()
    let light = try RemoteLight.connected(.init(address(of: server))) { _ in }
    let connection = try server.accepted()
    light.show(red)
    light.close()
    #expect(
      throws: TorchError.interrupted("\(address(of: server))", reason: "it does not answer", lost: 0, of: 1)
    ) { try light.checkDelivery() }
    withExtendedLifetime(connection) {}
  }

  @Test("light that never had a connection to go over is lost")
  func neverConnected() throws {
    let address = try address(of: RawSocket.listening())
    let light = RemoteLight(.init(address)) { _ in }
    light.show(red)
    light.close()
    #expect(throws: TorchError.self) { try light.checkDelivery() }
  }

  @Test("one that was closed connects no more, though a server comes")
  func closedEarly() throws {
    let port = try RawSocket.listening().port
    let statuses = Statuses()
    let light = RemoteLight(.init(LightAddress(host: "127.0.0.1", port: port))) { statuses.add($0) }
    #expect(statuses.first(2).count == 2)
    light.close()
    let server = try RawSocket.listening(on: port)
    // The next try would have been after a quarter of a second.
    #expect(!server.isCalled(within: 1))
    withExtendedLifetime(light) {}
  }

  @Test("where no one listens it tries again, ever more rarely")
  func unreachable() throws {
    let address = try address(of: RawSocket.listening())
    let statuses = Statuses()
    let light = RemoteLight(.init(address)) { statuses.add($0) }
    #expect(
      statuses.first(4) == [
        .connecting, .away(reason: "Connection refused", retryingIn: 0.25),
        .away(reason: "Connection refused", retryingIn: 0.5),
        .away(reason: "Connection refused", retryingIn: 1),
      ])
    light.close()
  }

  @Test("another address closes the connection, dark, and opens the other, which gets the levels")
  func anotherAddress() throws {
    let (old, new) = (try RawSocket.listening(), try RawSocket.listening())
    let light = RemoteLight(.init(address(of: old))) { _ in }
    let before = try old.accepted()
    light.show(red)
    #expect(hears(red, on: before))
    light.settings.address = address(of: new)
    #expect(hears(.dark, on: before))
    #expect(before.hasEnded())
    let after = try new.accepted()
    #expect(after.read(3) == red.bytes)
    light.close()
  }

  @Test("switched off it closes the connection, and opens it when switched on")
  func offAndOn() throws {
    let server = try RawSocket.listening()
    let statuses = Statuses()
    let light = RemoteLight(.init(address(of: server), isOn: false)) { statuses.add($0) }
    light.show(red)
    light.settings.isOn = true
    do {
      let connection = try server.accepted()
      #expect(connection.read(3) == red.bytes)
      light.settings.isOn = false
      #expect(hears(.dark, on: connection))
      #expect(connection.hasEnded())
    }
    light.settings.isOn = true
    #expect(try server.accepted().read(3) == red.bytes)
    #expect(statuses.first(6) == [.off, .connecting, .connected, .off, .connecting, .connected])
    light.close()
  }

  @Test("light that was to shine while it was switched off is not missed")
  func lightWhileOff() throws {
    let address = LightAddress(host: "127.0.0.1", port: 1)
    let torch = try RemoteTorch(.init(address, isOn: false)) { _ in }
    for number in 0..<10 { try torch.shine(number.isMultiple(of: 2)) }
    #expect(throws: Never.self) { try torch.release() }
  }

  @Test("one that nobody keeps any more leaves the light dark")
  func forgotten() throws {
    let server = try RawSocket.listening()
    let connection: RawSocket
    do {
      let light = RemoteLight(.init(address(of: server))) { _ in }
      connection = try server.accepted()
      light.show(red)
      #expect(hears(red, on: connection))
    }
    #expect(hears(.dark, on: connection))
    #expect(connection.hasEnded())
  }
}

@Suite("Remote torch")
struct RemoteTorchTests {
  @Test("a message is keyed on the lamp of a server, and is dark at its end")
  func wholeMessage() throws {
    let lamp = RecordingLamp()
    let server = try LightServer(
      lamp, on: LightAddress(host: "127.0.0.1", port: 0), access: .thisMachine, end: Cancellation())
    let torch = try RemoteTorch(.init(server.address)) { _ in }
    #expect(torch.name == "light://127.0.0.1:\(server.address.port)")
    var timing = Timing.itu(wordsPerMinute: 12)
    timing.unit = 0.05
    let keyer = try Keyer(
      sending: Encoder(timing: timing).encode("SOS"), on: torch, cancellation: Cancellation())
    #expect(try keyer.finish().charactersSent == 3)
    try torch.release()
    server.close()
    #expect(lamp.history == (0..<18).map { $0.isMultiple(of: 2) ? .bright : .dark })
  }

  @Test("a cancelled message leaves the lamp dark")
  func cancelled() throws {
    let lamp = RecordingLamp()
    let server = try LightServer(
      lamp, on: LightAddress(host: "127.0.0.1", port: 0), access: .thisMachine, end: Cancellation())
    let torch = try RemoteTorch(.init(server.address)) { _ in }
    var timing = Timing.itu(wordsPerMinute: 12)
    timing.unit = 1e6
    let cancellation = try Cancellation()
    let keyer = try Keyer(
      sending: Encoder(timing: timing).encode("T"), on: torch, cancellation: cancellation)
    #expect(lamp.history(until: .bright) == [.bright])
    cancellation.cancel()
    _ = try keyer.finish()
    #expect(lamp.history(until: .dark) == [.bright, .dark])
    try torch.release()
    server.close()
  }

  @Test("a lamp that obeys another is in use, until that one leaves")
  func inUse() throws {
    let lamp = RecordingLamp()
    let server = try LightServer(
      lamp, on: LightAddress(host: "127.0.0.1", port: 0), access: .thisMachine, end: Cancellation())
    let statuses = Mutex<[RemoteLightStatus]>([])
    let first = try RemoteTorch(.init(server.address)) { _ in }
    try first.shine(true)
    _ = lamp.history(until: .bright)
    let waiting = try RemoteLight.connected(.init(server.address)) { status in
      statuses.withLock { $0.append(status) }
    }
    waiting.show(LightLevels(1, 2, 3))
    let second = try RemoteTorch(.init(server.address)) { _ in }
    let inUse = TorchError.inUse(second.name, holder: "127.0.0.1")
    #expect(throws: inUse) {
      // The answer takes its time.
      for _ in 0..<2000 {
        try second.shine(true)
        usleep(10_000)
      }
    }
    #expect(throws: inUse) { try second.release() }
    try first.release()
    _ = lamp.history(until: LightLevels(1, 2, 3))
    waiting.close()
    #expect(throws: Never.self) { try waiting.checkDelivery() }
    #expect(statuses.withLock { $0 } == [.inUse(by: "127.0.0.1"), .obeyed])
    #expect(lamp.history == [.bright, .dark, LightLevels(1, 2, 3), .dark])
    server.close()
  }

  @Test("where no one listens there is no torch")
  func unreachable() throws {
    let address = LightAddress(host: "127.0.0.1", port: try RawSocket.listening().port)
    #expect(throws: TorchError.unreachable("\(address)", reason: "Connection refused")) {
      _ = try RemoteTorch(.init(address)) { _ in }
    }
  }

  @Test("a name that no one knows is told as such")
  func unknownName() throws {
    let address = LightAddress(host: "no-such-lamp.invalid", port: 1844)
    #expect(
      throws: TorchError.unreachable("\(address)", reason: "no address of no-such-lamp.invalid is known")
    ) {
      _ = try RemoteTorch(.init(address)) { _ in }
    }
  }

  @Test("a server's machine that vanishes before the last of the light is told of at the end")
  func vanished() throws {
    let server = try RawSocket.listening()
    let torch = try RemoteTorch(.init(LightAddress(host: "127.0.0.1", port: server.port))) { _ in }
    let connection = try server.accepted()
    try torch.shine(true)
    #expect(connection.read(3) == LightLevels.bright.bytes)
    try connection.vanishes()
    try torch.shine(false)
    #expect(throws: TorchError.interrupted(torch.name, reason: "it does not answer", lost: 0, of: 2)) {
      try torch.release()
    }
  }

  @Test("light that did not get through is told at the end")
  func interrupted() throws {
    let server = try RawSocket.listening()
    let ending = DispatchSemaphore(value: 0)
    let torch = try RemoteTorch(.init(LightAddress(host: "127.0.0.1", port: server.port))) { status in
      if case .away = status { ending.signal() }
    }
    do { _ = try server.accepted() }
    #expect(ending.wait(timeout: .now() + 20) == .success)
    for number in 0..<4 { try torch.shine(number.isMultiple(of: 2)) }
    #expect(throws: TorchError.self) { try torch.release() }
  }
}
