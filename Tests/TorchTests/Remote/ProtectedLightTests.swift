#if TLS
import Dispatch
import Foundation
import Localization
import Synchronization
import Testing

@testable import Torch

/// A server and clients that authenticate each other by certificates.
@Suite("Protected light")
struct ProtectedLightTests {
  private let red = LightLevels(255, 0, 0)
  private let green = LightLevels(0, 255, 0)
  private static let valid = Date(timeIntervalSinceNow: -3600)..<Date(timeIntervalSinceNow: 3600)
  private static let over = Date(timeIntervalSinceNow: -7200)..<Date(timeIntervalSinceNow: -3600)

  private let authority: LightAuthority
  private let server: LightKeys
  private let client: LightKeys

  init() throws {
    authority = try LightAuthority(validity: Self.valid)
    server = try authority.keys(for: .server(hosts: ["127.0.0.1", "localhost"]), validity: Self.valid)
    client = try authority.keys(for: .client, validity: Self.valid)
  }

  private func serve(_ lamp: RecordingLamp, _ keys: LightKeys) throws -> LightServer {
    let server = try LightServer(
      lamp, on: LightAddress(host: "127.0.0.1", port: 0), access: .holders(of: keys), silence: 60,
      end: Cancellation())
    #expect(server.address.isSecure)
    return server
  }

  @Test("a client with keys of the same authority switches the lamp", arguments: ["127.0.0.1", "localhost"])
  func holder(_ host: String) throws {
    let lamp = RecordingLamp()
    let server = try serve(lamp, server)
    var address = server.address
    address.host = host
    let light = try RemoteLight.connected(.init(address, keys: client)) { _ in }
    light.show(red)
    #expect(lamp.history(until: red) == [red])
    light.close()
    #expect(lamp.history(until: .dark) == [red, .dark])
    server.close()
  }

  @Test("a lamp that trusts two authorities accepts the senders of both", arguments: [true, false])
  func twoAuthorities(isFirst: Bool) throws {
    let lamp = RecordingLamp()
    let other = try LightAuthority(validity: Self.valid)
    var keys = server
    let added = try other.keys(for: .client, validity: Self.valid)
    keys.authority = isFirst ? added.authority + keys.authority : keys.authority + added.authority
    let server = try serve(lamp, keys)
    for (sender, levels) in [(client, red), (added, green)] {
      var sender = sender
      sender.authority = client.authority
      let light = try RemoteLight.connected(.init(server.address, keys: sender)) { _ in }
      light.show(levels)
      _ = lamp.history(until: levels)
      light.close()
    }
    #expect(lamp.history(until: .dark).contains(green))
    server.close()
  }

  enum Stranger: CaseIterable {
    case ofAnotherAuthority, expired, server
  }

  @Test("a client with a wrong certificate cannot change the lamp", arguments: Stranger.allCases)
  func stranger(_ stranger: Stranger) throws {
    var keys: LightKeys
    switch stranger {
    case .ofAnotherAuthority:
      keys = try LightAuthority(validity: Self.valid).keys(for: .client, validity: Self.valid)
      keys.authority = client.authority
    case .expired: keys = try authority.keys(for: .client, validity: Self.over)
    case .server: keys = server
    }
    let lamp = RecordingLamp()
    let server = try serve(lamp, server)
    let isAway = DispatchSemaphore(value: 0)
    let reason = Mutex<LocalizedText>("")
    let light = RemoteLight(RemoteLightSettings(server.address, keys: keys)) { status in
      guard case .away(let words, _) = status else { return }
      reason.withLock { $0 = words }
      isAway.signal()
    }
    light.show(red)
    #expect(isAway.wait(timeout: .now() + 20) == .success)
    #expect(reason.withLock { $0.description }.hasPrefix("it "), "\(reason.withLock { $0 })")
    #expect(lamp.history.isEmpty)
    light.close()
    server.close()
  }

  @Test("a wrong certificate is refused before anything is sent, with the true reason")
  func refused() throws {
    var foreign = try LightAuthority(validity: Self.valid).keys(for: .client, validity: Self.valid)
    foreign.authority = client.authority
    let expired = try authority.keys(for: .client, validity: Self.over)
    let server = try serve(RecordingLamp(), server)
    for (keys, reason) in [
      (foreign, "it does not accept the certificate"),
      (expired, "it says that the certificate has expired"),
      (self.server, "it does not accept the certificate"),
    ] as [(LightKeys, LocalizedText)] {
      #expect(throws: TorchError.unreachable("\(server.address)", reason: reason)) {
        _ = try RemoteTorch(.init(server.address, keys: keys)) { _ in }
      }
    }
    server.close()
  }

  @Test("a client without TLS gets the reason at the first byte")
  func plainSender() throws {
    let server = try serve(RecordingLamp(), server)
    var address = server.address
    address.isSecure = false
    let light = try RemoteLight.connected(.init(address)) { _ in }
    light.show(red)
    light.close()
    let reason: LocalizedText = "it is protected; reach it by lights://, with keys"
    // The byte may still wait when the connection has ended.
    #expect {
      try light.checkDelivery()
    } throws: { error in
      guard case .interrupted("\(address)", reason, _, of: 1)? = error as? TorchError else { return false }
      return true
    }
    server.close()
  }

  @Test("a client without TLS cannot change the lamp")
  func unprotected() throws {
    let lamp = RecordingLamp()
    let server = try serve(lamp, server)
    let client = try RawSocket.connected(to: server.address.port)
    client.write(Array(repeating: 255, count: 3000))
    while client.read(1).count == 1 {}
    #expect(lamp.history.isEmpty)
    server.close()
  }

  @Test("any number of unfinished handshakes does not displace a waiting client")
  func crowd() throws {
    let lamp = RecordingLamp()
    let server = try serve(lamp, server)
    let first = try RemoteLight.connected(.init(server.address, keys: client)) { _ in }
    first.show(red)
    _ = lamp.history(until: red)
    let next = try RemoteLight.connected(.init(server.address, keys: client)) { _ in }
    next.show(green)
    // More than the limit of clients, fewer than the limit of handshakes.
    let strangers = try (0..<100).map { _ in try RawSocket.connected(to: server.address.port) }
    // After one more client has come and gone, the server has handled all of them.
    try RemoteLight.connected(.init(server.address, keys: client)) { _ in }.close()
    first.close()
    #expect(lamp.history(until: green) == [red, .dark, green])
    #expect(next.report.interruptions == 0)
    next.close()
    withExtendedLifetime(strangers) {}
    server.close()
  }

  @Test("if there are too many unfinished handshakes, the oldest is closed, and a client can still connect")
  func manyHandshakes() throws {
    var limits = LightServer.Limits()
    limits.handshakes = 4
    limits.handshakeTime = .seconds(600)
    let lamp = RecordingLamp()
    let server = try LightServer(
      lamp, on: LightAddress(host: "127.0.0.1", port: 0), access: .holders(of: server), limits: limits,
      end: Cancellation())
    let strangers = try (0..<5).map { _ in try RawSocket.connected(to: server.address.port) }
    #expect(strangers[0].hasEnded())
    let light = try RemoteLight.connected(.init(server.address, keys: client)) { _ in }
    light.show(red)
    #expect(lamp.history(until: red) == [red])
    #expect(strangers[1].hasEnded())
    light.close()
    server.close()
  }

  @Test("a client that does not finish the handshake is disconnected")
  func noHandshake() throws {
    var limits = LightServer.Limits()
    limits.silence = .seconds(600)
    limits.handshakeTime = .milliseconds(100)
    let server = try LightServer(
      RecordingLamp(), on: LightAddress(host: "127.0.0.1", port: 0), access: .holders(of: server),
      limits: limits, end: Cancellation())
    #expect(try RawSocket.connected(to: server.address.port).hasEnded())
    server.close()
  }

  @Test("nothing is sent to a server with a wrong certificate")
  func falseServers() throws {
    let reason: LocalizedText = "its certificate has expired, or is not of the authority of these keys"
    let other: LocalizedText = "its certificate is for another name or address"
    let servers = try [
      (
        LightAuthority(validity: Self.valid).keys(for: .server(hosts: ["127.0.0.1"]), validity: Self.valid),
        reason
      ),
      (authority.keys(for: .server(hosts: ["127.0.0.1"]), validity: Self.over), reason),
      (client, reason),
      (authority.keys(for: .server(hosts: ["127.0.0.2", "lamp.local"]), validity: Self.valid), other),
    ]
    for (keys, reason) in servers {
      let server = try serve(RecordingLamp(), keys)
      #expect(throws: TorchError.unreachable("\(server.address)", reason: reason)) {
        _ = try RemoteTorch(.init(server.address, keys: client)) { _ in }
      }
      server.close()
    }
  }

  @Test("a server without TLS is reported")
  func plainServer() throws {
    let server = try RawSocket.listening()
    let address = LightAddress(host: "127.0.0.1", port: server.port, isSecure: true)
    DispatchQueue.global().async {
      let connection = try? server.accepted()
      connection?.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
      while connection?.read(1).count == 1 {}
    }
    #expect(throws: TorchError.unreachable("\(address)", reason: "it does not speak TLS")) {
      _ = try RemoteTorch(.init(address, keys: client)) { _ in }
    }
  }
}

@Suite("Light keys")
struct LightKeysTests {
  private static let valid = Date(timeIntervalSinceNow: -3600)..<Date(timeIntervalSinceNow: 3600)

  /// A folder, removed with this value.
  private final class Folder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)")
      .path

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  private func keys(_ validity: Range<Date> = valid) throws -> LightKeys {
    try LightAuthority(validity: Self.valid).keys(for: .client, validity: validity)
  }

  @Test("written keys can be read back, only by their owner")
  func roundTrip() throws {
    let folder = Folder()
    let keys = try keys()
    try keys.write(to: folder.path)
    #expect(try LightKeys(folder: folder.path, for: .sender) == keys)
    for (path, permissions) in [("", 0o700), ("/key.pem", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + path)
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
  }

  @Test("the keys of one side are refused for the other")
  func otherSide() throws {
    let folder = Folder()
    try keys().write(to: folder.path)
    #expect(throws: TorchError.noKeys(folder.path, reason: "these are the keys of who sends")) {
      _ = try LightKeys(folder: folder.path, for: .lamp)
    }
    let lamp = Folder()
    try LightAuthority(validity: Self.valid).keys(for: .server(hosts: ["a"]), validity: Self.valid)
      .write(to: lamp.path)
    #expect(try LightKeys(folder: lamp.path, for: .lamp).authority.isEmpty == false)
    #expect(throws: TorchError.noKeys(lamp.path, reason: "these are the keys of the lamp")) {
      _ = try LightKeys(folder: lamp.path, for: .sender)
    }
  }

  @Test("existing keys are not overwritten")
  func existing() throws {
    let folder = Folder()
    try keys().write(to: folder.path)
    #expect(throws: TorchError.self) { try keys().write(to: folder.path) }
  }

  @Test("a missing file is named")
  func missing() throws {
    let folder = Folder()
    try keys().write(to: folder.path)
    let path = folder.path + "/certificate.pem"
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: TorchError.noKeys(path, reason: "there is no such file")) {
      _ = try LightKeys(folder: folder.path, for: .sender)
    }
  }

  @Test(
    "an unusable file is named",
    arguments: [
      ("authority.pem", "it holds no certificate"), ("certificate.pem", "it holds no certificate"),
      ("key.pem", "it holds no private key"),
    ])
  func useless(_ file: String, _ reason: String) throws {
    let folder = Folder()
    try keys().write(to: folder.path)
    let path = folder.path + "/" + file
    for text in ["", "no keys", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(throws: TorchError.badKeys(path, reason: LocalizedText(system: reason))) {
        _ = try LightKeys(folder: folder.path, for: .sender)
      }
    }
  }

  @Test("a damaged second authority is an error")
  func damagedAuthority() throws {
    let folder = Folder()
    var keys = try keys()
    keys.authority += "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    try keys.write(to: folder.path)
    #expect(throws: TorchError.badKeys(folder.path + "/authority.pem", reason: "it holds no certificate")) {
      _ = try LightKeys(folder: folder.path, for: .sender)
    }
  }

  @Test("a key of another certificate is refused")
  func mismatch() throws {
    let folder = Folder()
    var mixed = try keys()
    mixed.privateKey = try keys().privateKey
    try mixed.write(to: folder.path)
    #expect(
      throws: TorchError.badKeys(
        folder.path + "/key.pem", reason: "it is not the key of \("certificate.pem")")
    ) {
      _ = try LightKeys(folder: folder.path, for: .sender)
    }
  }

  @Test(
    "a path that is no file is refused, without waiting or endless reading",
    arguments: ["pipe", "/dev/zero", "/"])
  func noFile(_ target: String) throws {
    let folder = Folder()
    try keys().write(to: folder.path)
    let path = folder.path + "/authority.pem"
    try FileManager.default.removeItem(atPath: path)
    try #require(target == "pipe" ? mkfifo(path, 0o600) == 0 : symlink(target, path) == 0)
    #expect(throws: TorchError.badKeys(path, reason: "it is no file of keys")) {
      _ = try LightKeys(folder: folder.path, for: .sender)
    }
  }

  @Test(
    "a certificate that is not valid now is reported before connecting",
    arguments: [
      (-7200.0, -3600.0, "it has expired"),
      (3600, 7200, "it is not valid yet, or the clock of this machine is wrong"),
    ])
  func invalidNow(_ begin: Double, _ end: Double, _ reason: String) throws {
    let folder = Folder()
    try keys(Date(timeIntervalSinceNow: begin)..<Date(timeIntervalSinceNow: end)).write(to: folder.path)
    let error = TorchError.badKeys(folder.path + "/certificate.pem", reason: LocalizedText(system: reason))
    #expect(throws: error) {
      _ = try LightKeys(folder: folder.path, for: .sender)
    }
  }
}
#endif
