internal import NIOCore
internal import NIOPosix
import Synchronization

/// Lets others switch a lamp of this machine over the network: see ``LightLevels`` for what they send.
///
/// Whom of several clients the lamp obeys tells ``Precedence``. It is dark when the last client leaves, when those that stay are
/// silent for too long, and when the server ends. Nothing that clients send is kept but the newest levels of each.
public final class LightServer: Sendable {
  /// Who may connect.
  public enum Access: Sendable, Equatable {
    /// Programs of this machine alone: the address must be one of the loopback interface.
    case thisMachine
    /// Whoever has a certificate of the keys' authority. The connection is encrypted by TLS 1.3.
    case holders(of: LightKeys)
    /// Whoever can reach the address. Nothing is encrypted.
    case anyone
  }

  /// Is told of clients that were sent away, and their addresses: of each protocol once a minute at most.
  public typealias TellRefusal = @Sendable (ForeignTalk, _ address: String) -> Void

  struct Limits: Sendable {
    /// Clients at a time.
    var clients = 64
    /// Connections at a time whose TLS handshake is not over, besides the clients, and how long it may take.
    var strangers = 128
    var handshake = TimeAmount.seconds(5)
    /// How long a client may go without a whole state. Aldis sends one every second.
    var silence = TimeAmount.seconds(5)
    /// The pause after each time that a client is read. Edges of light that are a pause apart, or more, are all seen; of
    /// those that are closer the last counts.
    var pause = TimeAmount.milliseconds(2)
    /// Read at most at a time. It makes 8 MB a second: what a client that sends without end has left behind in its own
    /// machine (4 MiB, tcp(7), tcp_wmem) is over in half a second after its end.
    var bytesAtOnce = 16384
    /// Bytes that wait in this machine for a client that sends faster than it is read.
    var waitingBytes = 32768
  }

  /// Where it listens.
  public let address: LightAddress

  private let channel: any Channel
  private let reception: Reception
  private let end: Cancellation

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - lamp: Dark.
  ///   - address: Port 0 has the system choose one.
  ///   - silence: Seconds after which a client that sends nothing is sent away.
  ///   - tellRefusal: See ``TellRefusal``.
  ///   - end: Is cancelled when the lamp fails.
  /// - Throws: ``TorchError/exposed(_:)``, ``TorchError/cannotListen(_:reason:)``.
  public convenience init(
    _ lamp: any ServedLamp, on address: LightAddress, access: Access, silence: Double = 5,
    tellRefusal: @escaping TellRefusal = { _, _ in }, end: Cancellation
  ) throws(TorchError) {
    var limits = Limits()
    limits.silence = TimeAmount(inSeconds: silence)
    try self.init(lamp, on: address, access: access, limits: limits, tellRefusal: tellRefusal, end: end)
  }

  init(
    _ lamp: any ServedLamp, on address: LightAddress, access: Access, limits: Limits,
    tellRefusal: @escaping TellRefusal = { _, _ in }, end: Cancellation
  ) throws(TorchError) {
    let reception = Reception(
      lamp: lamp, capacity: limits.clients, strangerCapacity: limits.strangers, tellRefusal: tellRefusal
    ) { end.cancel() }
    self.reception = reception
    self.end = end
    do {
      let protection: TLSContext? =
        if case .holders(let keys) = access { try TLSContext(keys, .lamp) } else { nil }
      let socket = try SocketAddress.makeAddressResolvingHost(address.host, port: address.port)
      guard access != .thisMachine || socket.isLoopback else { throw TorchError.exposed(address.hostAndPort) }
      channel = try Self.bootstrap(limits, protection, reception).bind(to: socket).wait()
    } catch let error as TorchError {
      throw error
    } catch {
      throw .cannotListen(address.hostAndPort, reason: NetworkWords.reason(error))
    }
    var bound = address
    bound.port = channel.localAddress?.port ?? address.port
    if case .holders = access { bound.isSecure = true }
    self.address = bound
  }

  deinit {
    channel.close(promise: nil)
    reception.close()
  }

  private static func bootstrap(
    _ limits: Limits, _ protection: TLSContext?, _ reception: Reception
  ) -> ServerBootstrap {
    // All on one thread: whatever clients do, it costs no more than one core.
    ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton.next())
      // The system's own limit: whom it finds no room for tries again only after a second.
      .serverChannelOption(.backlog, value: 4096)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      // Clients inherit it (socket(7)).
      .serverChannelOption(.socketOption(.so_rcvbuf), value: .init(limits.waitingBytes))
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: limits.bytesAtOnce)
      )
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let protection {
            try channel.pipeline.syncOperations.addHandler(PlainTalk())
            try channel.pipeline.syncOperations.addHandler(TLSHandler(protection))
          }
          try channel.pipeline.syncOperations.addHandler(
            ClientHandler(reception, limits, isSecure: protection != nil))
        }
      }
  }

  /// Serves until ``end`` is cancelled; the lamp is dark then.
  ///
  /// - Throws: What the lamp failed by.
  public func serve() throws(TorchError) {
    end.wait()
    close()
    if let failure = reception.failure { throw failure }
  }

  /// Sends everybody away, the lamp dark, and listens no more.
  public func close() {
    try? channel.close().wait()
    reception.close()
  }
}

extension SocketAddress {
  /// Whether only programs of the same machine can reach it.
  var isLoopback: Bool {
    switch self {
    case .v4: ipAddress?.hasPrefix("127.") ?? false
    case .v6: ipAddress == "::1"
    case .unixDomainSocket: true
    }
  }
}
