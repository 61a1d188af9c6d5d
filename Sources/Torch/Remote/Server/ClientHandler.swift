internal import NIOCore

/// The server's end of one client's connection: limits the rate of reading and the time of silence. It is the last handler of
/// its channel.
final class ClientHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let registry: ClientRegistry
  private let limits: LightServer.Limits
  private let isSecure: Bool
  private var parser = LevelParser()
  /// The first bytes of a connection without TLS, until they are known to be levels; `nil` from then on.
  private var beginning: [UInt8]?
  /// When the last whole state came; before the first, when the client connected.
  private var lastHeard = NIODeadline.now()
  /// Closes the connection when the time for the handshake, or the limit of silence, is over.
  private var timeout: Scheduled<Void>?

  /// - Parameter isSecure: Whether the connection begins with a handshake. Only after it the client is admitted.
  init(_ registry: ClientRegistry, _ limits: LightServer.Limits, isSecure: Bool) {
    self.registry = registry
    self.limits = limits
    self.isSecure = isSecure
    beginning = isSecure ? nil : []
  }

  func channelActive(context: ChannelHandlerContext) {
    if isSecure {
      registry.addUnauthenticated(context.channel)
      timeout = context.eventLoop.assumeIsolated().scheduleTask(in: limits.handshakeTime) {
        context.close(promise: nil)
      }
    } else {
      admit(context)
    }
    context.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is TLSHandler.HandshakeCompleted else { return }
    admit(context)
    context.channel.send(.welcome)
  }

  private func admit(_ context: ChannelHandlerContext) {
    // A client that has already left would never be dismissed.
    guard context.channel.isActive else { return }
    timeout?.cancel()
    lastHeard = .now()
    registry.admit(context.channel)
    watchSilence(of: context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data).readableBytesView
    guard let levels = beginning == nil ? parser.newest(adding: bytes) : recognize(context, bytes) else {
      return
    }
    lastHeard = .now()
    registry.receive(levels, from: context.channel)
  }

  /// Checks the first bytes of a connection, and closes it if they are of another protocol.
  ///
  /// - Returns: The newest levels, once the bytes are known to be levels.
  private func recognize(_ context: ChannelHandlerContext, _ bytes: ByteBufferView) -> LightLevels? {
    // Bytes may still arrive after the connection was closed.
    guard context.channel.isActive else { return nil }
    let beginning = (self.beginning ?? []) + bytes
    switch ForeignProtocol.classification(of: beginning) {
    case .undecided:
      self.beginning = beginning
      return nil
    case .levels:
      self.beginning = nil
      return parser.newest(adding: beginning)
    case .foreign(let foreign):
      if foreign == .tls { context.channel.send(.hasNoTLS) }
      registry.refuse(context.channel, foreign)
      context.close(promise: nil)
      return nil
    }
  }

  /// Reads on after a pause. If a client sends faster, its bytes wait in its own machine once the buffers are full.
  func channelReadComplete(context: ChannelHandlerContext) {
    context.eventLoop.assumeIsolated().scheduleTask(in: limits.pause) { context.read() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    timeout?.cancel()
    registry.dismiss(context.channel)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  /// Closes the connection when the limit of silence is reached. Incomplete states count as silence.
  private func watchSilence(of context: ChannelHandlerContext) {
    let end = lastHeard + limits.silence
    timeout = context.eventLoop.assumeIsolated().scheduleTask(deadline: end) { [self] in
      if lastHeard + limits.silence <= .now() {
        context.close(promise: nil)
      } else {
        watchSilence(of: context)
      }
    }
  }
}

extension Channel {
  /// Call this without a lock: a write that fails closes the channel at once, and dismisses its client.
  func send(_ message: ServerMessage) { writeAndFlush(ByteBuffer(string: message.line), promise: nil) }
}
