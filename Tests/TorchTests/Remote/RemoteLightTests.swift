import Dispatch
import Glibc
import Morse
import Synchronization
import Testing

@testable import Torch

/// The sender's side, with raw sockets as servers.
@Suite("Remote light")
struct RemoteLightTests {
  private let red = LightLevels(255, 0, 0)
  private let green = LightLevels(0, 255, 0)

  /// The reported statuses of a light.
  private final class Statuses: Sendable {
    private let statuses = Mutex<[RemoteLightStatus]>([])
    private let hasChanged = DispatchSemaphore(value: 0)

    func add(_ status: RemoteLightStatus) {
      statuses.withLock { $0.append(status) }
      hasChanged.signal()
    }

    /// Waits for the first `count` statuses; returns fewer after the timeout.
    func first(_ count: Int) -> [RemoteLightStatus] {
      while true {
        let statuses = statuses.withLock { $0 }
        if statuses.count >= count { return Array(statuses.prefix(count)) }
        if hasChanged.wait(timeout: .now() + 20) == .timedOut { return statuses }
      }
    }
  }

  private func address(of server: RawSocket) -> LightAddress {
    LightAddress(host: "127.0.0.1", port: server.port)
  }

  /// Reads states until `levels` come. States before them are older or repeated.
  private func receives(_ levels: LightLevels, on connection: RawSocket) -> Bool {
    while true {
      let state = connection.read(3)
      if state == levels.bytes { return true }
      if state.count < 3 { return false }
    }
  }

  @Test("levels are sent as three bytes, and at the end dark levels are sent")
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

  @Test("a sender that ends without leaving the light dark sends nothing more")
  func leavingLit() throws {
    let server = try RawSocket.listening()
    let light = try RemoteLight.connected(.init(address(of: server))) { _ in }
    let connection = try server.accepted()
    light.show(red)
    light.close(leavingDark: false)
    #expect(connection.read(6) == red.bytes)
  }

  @Test("the levels are repeated, so that a server knows that the sender is alive")
  func repetition() throws {
    let server = try RawSocket.listening()
    let light = RemoteLight(.init(address(of: server))) { _ in }
    let connection = try server.accepted()
    light.show(red)
    #expect(receives(red, on: connection))
    #expect(connection.read(3) == red.bytes)
    light.close()
  }

  @Test("a server that never reads delays nothing; old levels are replaced by new ones")
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

  @Test("a server that sends without end is read slowly, gets levels, and its end is noticed")
  func talkingServer() throws {
    let server = try RawSocket.listening()
    let statuses = Statuses()
    let light = RemoteLight(.init(address(of: server))) { statuses.add($0) }
    do {
      let connection = try server.accepted()
      // More than the systems of both sides buffer (tcp(7), tcp_wmem and tcp_rmem: 4 MiB and 6 MiB).
      #expect(connection.flood(128 << 20) < 64 << 20)
      light.show(red)
      #expect(connection.read(3) == red.bytes)
    }
    #expect(statuses.first(3).count == 3)
    light.close()
  }

  @Test("a server that vanishes is reported, and gets the newest levels when it is back")
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

  @Test("on a stalled connection levels are replaced by newer ones, which are sent when it works again")
  func stillLine() throws {
    let server = try RawSocket.listening()
    let statuses = Statuses()
    let light = RemoteLight(.init(address(of: server))) { statuses.add($0) }
    let connection = try server.accepted()
    light.show(red)
    #expect(receives(red, on: connection))
    try connection.vanishes()
    light.show(green)
    #expect(statuses.first(3) == [.connecting, .connected, .stalled])
    for number in 1...100 { light.show(LightLevels(UInt8(number), 0, 0)) }
    try connection.comesBack()
    #expect(statuses.first(4).last == .connected)
    let newest = LightLevels(100, 0, 0)
    #expect(receives(green, on: connection))
    #expect(receives(newest, on: connection))
    #expect(light.report.replaced == 99)
    light.close()
    #expect(
      throws: TorchError.interrupted(
        "\(address(of: server))", reason: "it does not answer", lost: 99, of: 102)
    ) { try light.checkDelivery() }
  }

  @Test("a server that does not read the bytes that its system accepted is reported at the end")
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

  @Test("levels without a connection count as lost")
  func neverConnected() throws {
    let address = try address(of: RawSocket.listening())
    let light = RemoteLight(.init(address)) { _ in }
    light.show(red)
    light.close()
    #expect(throws: TorchError.self) { try light.checkDelivery() }
  }

  @Test("a closed light does not connect again when a server starts")
  func closedEarly() throws {
    let port = try RawSocket.listening().port
    let statuses = Statuses()
    let light = RemoteLight(.init(LightAddress(host: "127.0.0.1", port: port))) { statuses.add($0) }
    #expect(statuses.first(2).count == 2)
    light.close()
    let server = try RawSocket.listening(on: port)
    // The next attempt would have been after 0.25 s.
    #expect(!server.isCalled(within: 1))
    withExtendedLifetime(light) {}
  }

  @Test("without a server the light tries to connect again, less and less often")
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

  @Test("a new address closes the connection with the light dark, and the new server gets the levels")
  func anotherAddress() throws {
    let (old, new) = (try RawSocket.listening(), try RawSocket.listening())
    let light = RemoteLight(.init(address(of: old))) { _ in }
    let before = try old.accepted()
    light.show(red)
    #expect(receives(red, on: before))
    light.settings.address = address(of: new)
    #expect(receives(.dark, on: before))
    #expect(before.hasEnded())
    let after = try new.accepted()
    #expect(after.read(3) == red.bytes)
    light.close()
  }

  @Test("switching off closes the connection, and switching on opens it")
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
      #expect(receives(.dark, on: connection))
      #expect(connection.hasEnded())
    }
    light.settings.isOn = true
    #expect(try server.accepted().read(3) == red.bytes)
    #expect(statuses.first(6) == [.off, .connecting, .connected, .off, .connecting, .connected])
    light.close()
  }

  @Test("levels of a light that is switched off do not count as lost")
  func lightWhileOff() throws {
    let address = LightAddress(host: "127.0.0.1", port: 1)
    let torch = try RemoteTorch(.init(address, isOn: false)) { _ in }
    for number in 0..<10 { try torch.shine(number.isMultiple(of: 2)) }
    #expect(throws: Never.self) { try torch.release() }
  }

  @Test("a released light leaves the lamp dark")
  func forgotten() throws {
    let server = try RawSocket.listening()
    let connection: RawSocket
    do {
      let light = RemoteLight(.init(address(of: server))) { _ in }
      connection = try server.accepted()
      light.show(red)
      #expect(receives(red, on: connection))
    }
    #expect(receives(.dark, on: connection))
    #expect(connection.hasEnded())
  }
}

@Suite("Remote torch")
struct RemoteTorchTests {
  @Test("a message is keyed on the lamp of a server, which is dark at its end")
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

  @Test("a lamp that another client controls is in use until that one leaves")
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
      // The server's message takes some time.
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
    #expect(statuses.withLock { $0 } == [.inUse(by: "127.0.0.1"), .inControl])
    #expect(lamp.history == [.bright, .dark, LightLevels(1, 2, 3), .dark])
    server.close()
  }

  @Test("without a server, making the torch fails")
  func unreachable() throws {
    let address = LightAddress(host: "127.0.0.1", port: try RawSocket.listening().port)
    #expect(throws: TorchError.unreachable("\(address)", reason: "Connection refused")) {
      _ = try RemoteTorch(.init(address)) { _ in }
    }
  }

  @Test("an unknown host name is reported")
  func unknownName() throws {
    let address = LightAddress(host: "no-such-lamp.invalid", port: 1844)
    #expect(
      throws: TorchError.unreachable("\(address)", reason: "no address of \(address.host) is known")
    ) {
      _ = try RemoteTorch(.init(address)) { _ in }
    }
  }

  @Test("a server's machine that vanishes before the last levels is reported at the end")
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

  @Test("lost levels are reported at the end")
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
