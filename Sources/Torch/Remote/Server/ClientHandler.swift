internal import NIOCore

/// The server's end of one client's connection: limits how much of it is read and how long it may be silent.
final class ClientHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let reception: Reception
  private let limits: LightServer.Limits
  private let isSecure: Bool
  private var stream = LevelStream()
  /// The first bytes of a connection in plain, until it is clear that they are levels; `nil` from then on.
  private var beginning: [UInt8]?
  /// When the last whole state came, or the client itself.
  private var lastHeard = NIODeadline.now()
  private var watch: Scheduled<Void>?

  /// - Parameter isSecure: Whether the connection begins with a handshake, and is a client's only after it.
  init(_ reception: Reception, _ limits: LightServer.Limits, isSecure: Bool) {
    self.reception = reception
    self.limits = limits
    self.isSecure = isSecure
    beginning = isSecure ? nil : []
  }

  func channelActive(context: ChannelHandlerContext) {
    if isSecure {
      reception.receive(context.channel)
      watch = context.eventLoop.assumeIsolated().scheduleTask(in: limits.handshake) {
        context.close(promise: nil)
      }
    } else {
      admit(context)
    }
    context.read()
    context.fireChannelActive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is TLSHandler.HandshakeCompleted {
      admit(context)
      context.channel.remark(.welcome)
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func admit(_ context: ChannelHandlerContext) {
    // A client that is gone already would never be dismissed.
    guard context.channel.isActive else { return }
    watch?.cancel()
    lastHeard = .now()
    reception.admit(context.channel)
    watchSilence(of: context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data).readableBytesView
    guard let levels = beginning == nil ? stream.newest(adding: bytes) : begin(context, bytes) else { return }
    lastHeard = .now()
    reception.hear(levels, from: context.channel)
  }

  /// Sends away a client that speaks another language.
  ///
  /// - Returns: The newest levels, once the bytes are known to be such.
  private func begin(_ context: ChannelHandlerContext, _ bytes: ByteBufferView) -> LightLevels? {
    // What comes after the connection was closed is no new beginning.
    guard context.channel.isActive else { return nil }
    let beginning = (self.beginning ?? []) + bytes
    switch ForeignTalk.verdict(on: beginning) {
    case .open:
      self.beginning = beginning
      return nil
    case .levels:
      self.beginning = nil
      return stream.newest(adding: beginning)
    case .foreign(let talk):
      if talk == .tls { context.channel.remark(.isPlain) }
      reception.refuse(context.channel, talk)
      context.close(promise: nil)
      return nil
    }
  }

  /// Reads on after a pause: what a client sends faster waits in its own machine, once the buffers between are full.
  func channelReadComplete(context: ChannelHandlerContext) {
    context.eventLoop.assumeIsolated().scheduleTask(in: limits.pause) { context.read() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    watch?.cancel()
    reception.dismiss(context.channel)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  /// Closes the connection when its time of silence is over. Pieces of a state do not break the silence.
  private func watchSilence(of context: ChannelHandlerContext) {
    let end = lastHeard + limits.silence
    watch = context.eventLoop.assumeIsolated().scheduleTask(deadline: end) { [self] in
      if lastHeard + limits.silence <= .now() {
        context.close(promise: nil)
      } else {
        watchSilence(of: context)
      }
    }
  }
}

extension Channel {
  /// A write that fails closes the channel at once, and dismisses its client: to be called without a lock.
  func remark(_ remark: LightRemark) { writeAndFlush(ByteBuffer(string: remark.line), promise: nil) }
}
