internal import NIOCore
internal import NIOPosix
import Synchronization

/// Lets clients switch a lamp of this machine over the network. They send ``LightLevels``.
///
/// ``Precedence`` decides which of several clients controls the lamp. The lamp is dark when the last client leaves, when the
/// remaining ones are silent for too long, and when the server ends. Of each client, only the newest levels are kept.
public final class LightServer: Sendable {
  /// The clients that may connect.
  public enum Access: Sendable, Equatable {
    /// Only programs of this machine: the address must be one of the loopback interface.
    case thisMachine
    /// Clients with a certificate of the keys' authority. The connection is encrypted by TLS 1.3.
    case holders(of: LightKeys)
    /// All clients that can reach the address. Nothing is encrypted.
    case anyone
  }

  /// Called with the protocol and address of a refused client: at most once per minute for each protocol.
  public typealias RefusalReport = @Sendable (ForeignProtocol, _ address: String) -> Void

  struct Limits: Sendable {
    /// The most clients at a time.
    var clients = 64
    /// The most connections with an unfinished TLS handshake at a time, besides the clients, and how long a handshake may take.
    var handshakes = 128
    var handshakeTime = TimeAmount.seconds(5)
    /// How long a client may go without a whole state. Aldis sends one every second.
    var silence = TimeAmount.seconds(5)
    /// The pause after each read from a client. Edges of light that are at least a pause apart are all shown. If edges are
    /// closer, only the last one is shown.
    var pause = TimeAmount.milliseconds(2)
    /// The most bytes of one read, which makes 8 MB per second. If a client sends without end, its machine buffers up to 4 MiB
    /// (tcp(7), tcp_wmem); these are read within half a second after the client's end.
    var bytesAtOnce = 16384
    /// Bytes that this machine buffers for a client that sends faster than it is read.
    var waitingBytes = 32768
  }

  /// The address on which the server listens.
  public let address: LightAddress

  private let channel: any Channel
  private let registry: ClientRegistry
  private let end: Cancellation

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - lamp: Must be dark.
  ///   - address: Port 0 lets the system choose one.
  ///   - silence: Seconds after which a silent client is disconnected.
  ///   - reportRefusal: See ``RefusalReport``.
  ///   - end: Cancelled when the lamp fails.
  /// - Throws: ``TorchError/exposed(_:)``, ``TorchError/cannotListen(_:reason:)``.
  public convenience init(
    _ lamp: any ServedLamp, on address: LightAddress, access: Access, silence: Double = 5,
    reportRefusal: @escaping RefusalReport = { _, _ in }, end: Cancellation
  ) throws(TorchError) {
    var limits = Limits()
    limits.silence = TimeAmount(inSeconds: silence)
    try self.init(lamp, on: address, access: access, limits: limits, reportRefusal: reportRefusal, end: end)
  }

  init(
    _ lamp: any ServedLamp, on address: LightAddress, access: Access, limits: Limits,
    reportRefusal: @escaping RefusalReport = { _, _ in }, end: Cancellation
  ) throws(TorchError) {
    let registry = ClientRegistry(
      lamp: lamp, capacity: limits.clients, unauthenticatedCapacity: limits.handshakes,
      reportRefusal: reportRefusal
    ) { end.cancel() }
    self.registry = registry
    self.end = end
    do {
      let protection: TLSContext? =
        if case .holders(let keys) = access { try TLSContext(keys, .lamp) } else { nil }
      let socket = try SocketAddress.makeAddressResolvingHost(address.host, port: address.port)
      guard access != .thisMachine || socket.isLoopback else { throw TorchError.exposed(address.hostAndPort) }
      channel = try Self.bootstrap(limits, protection, registry).bind(to: socket).wait()
    } catch let error as TorchError {
      throw error
    } catch {
      throw .cannotListen(address.hostAndPort, reason: NetworkErrorText.reason(error))
    }
    var bound = address
    bound.port = channel.localAddress?.port ?? address.port
    if case .holders = access { bound.isSecure = true }
    self.address = bound
  }

  deinit {
    channel.close(promise: nil)
    registry.close()
  }

  private static func bootstrap(
    _ limits: Limits, _ protection: TLSContext?, _ registry: ClientRegistry
  ) -> ServerBootstrap {
    // All connections share one thread, so clients can use one core at most.
    ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton.next())
      // The system's own limit. A client that finds the queue full tries again only after a second.
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
            try channel.pipeline.syncOperations.addHandler(PlaintextRefusal())
            try channel.pipeline.syncOperations.addHandler(TLSHandler(protection))
          }
          try channel.pipeline.syncOperations.addHandler(
            ClientHandler(registry, limits, isSecure: protection != nil))
        }
      }
  }

  /// Serves until ``end`` is cancelled. The lamp is dark afterwards.
  ///
  /// - Throws: The error of the lamp, if it has failed.
  public func serve() throws(TorchError) {
    end.wait()
    close()
    if let failure = registry.failure { throw failure }
  }

  /// Disconnects all clients, switches the lamp off, and stops listening.
  public func close() {
    try? channel.close().wait()
    registry.close()
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
