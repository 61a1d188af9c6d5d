internal import NIOCore

/// The end of a sender's connection: tells when it begins, what the server remarks, and when and why it ends. What a server says
/// is read slowly: it has little to say, and what one of another make says without end is of no interest.
final class ServerHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  enum Event: Sendable {
    case opened(any Channel)
    case remarked(LightRemark)
    /// Without a channel: it could not be made. Without a reason: the server ended it.
    case closed((any Channel)?, reason: String?)
  }

  /// Read at most at a time, and the pause after that: 10 KB a second.
  static let bytesAtOnce = 1024
  private static let pause = TimeAmount.milliseconds(100)
  /// Bytes that wait in this machine for their turn.
  static let waitingBytes = 32768

  private let isSecure: Bool
  private let timeLimit: TimeAmount
  private let hear: @Sendable (Event) -> Void
  private var reason: String?
  private var remarks = RemarkStream()
  private var isOpen = false
  /// What waits for the handshake, and after it for the server's welcome.
  private var patience: Scheduled<Void>?

  /// How long a server gets to refuse the certificate: one of another make does not say when it accepts it.
  private static let timeToRefuse = TimeAmount.milliseconds(500)

  /// - Parameters:
  ///   - isSecure: Whether the connection begins with a handshake.
  ///   - timeLimit: For the handshake.
  init(isSecure: Bool, timeLimit: TimeAmount, _ hear: @escaping @Sendable (Event) -> Void) {
    self.isSecure = isSecure
    self.timeLimit = timeLimit
    self.hear = hear
  }

  func channelActive(context: ChannelHandlerContext) {
    context.read()
    guard isSecure else { return open(context) }
    patience = context.eventLoop.assumeIsolated().scheduleTask(in: timeLimit) { [self] in
      reason = "it does not answer"
      context.close(promise: nil)
    }
  }

  private func open(_ context: ChannelHandlerContext) {
    patience?.cancel()
    guard !isOpen else { return }
    isOpen = true
    hear(.opened(context.channel))
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is TLSHandler.HandshakeCompleted else { return }
    patience?.cancel()
    patience = context.eventLoop.assumeIsolated().scheduleTask(in: Self.timeToRefuse) { [self] in
      open(context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    patience?.cancel()
    hear(.closed(context.channel, reason: reason))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    open(context)
    for remark in remarks.remarks(adding: unwrapInboundIn(data).readableBytesView) {
      if remark == .isProtected { reason = "it is protected; reach it by lights://, with keys" }
      hear(.remarked(remark))
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // What follows the first error comes of it.
    reason = reason ?? NetworkWords.reason(error)
    context.close(promise: nil)
  }
}
