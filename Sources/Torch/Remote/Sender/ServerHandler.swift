import Localization
internal import NIOCore

/// The sender's end of a connection: reports when it begins, the server's remarks, and when and why it ends. The server's bytes
/// are read slowly. A server of Aldis sends few, and another program that sends bytes without end cannot occupy this one.
final class ServerHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  enum Event: Sendable {
    case opened(any Channel)
    case remarked(LightRemark)
    /// Without a channel, the connection could not be opened. Without a reason, the server ended it.
    case closed((any Channel)?, reason: LocalizedText?)
  }

  /// The most bytes of one read, and the pause after it: 10 KB per second.
  static let bytesAtOnce = 1024
  private static let pause = TimeAmount.milliseconds(100)
  /// Bytes that this machine buffers before they are read.
  static let waitingBytes = 32768

  private let isSecure: Bool
  private let timeLimit: TimeAmount
  private let report: @Sendable (Event) -> Void
  private var reason: LocalizedText?
  private var remarks = RemarkStream()
  private var isOpen = false
  /// The timeout of the handshake, and after it the wait for the server's welcome.
  private var timeout: Scheduled<Void>?

  /// How long a server may take to refuse the certificate. A foreign server does not report that it accepts it.
  private static let timeToRefuse = TimeAmount.milliseconds(500)

  /// - Parameters:
  ///   - isSecure: Whether the connection begins with a handshake.
  ///   - timeLimit: Timeout of the handshake.
  init(isSecure: Bool, timeLimit: TimeAmount, _ report: @escaping @Sendable (Event) -> Void) {
    self.isSecure = isSecure
    self.timeLimit = timeLimit
    self.report = report
  }

  func channelActive(context: ChannelHandlerContext) {
    context.read()
    guard isSecure else { return open(context) }
    timeout = context.eventLoop.assumeIsolated().scheduleTask(in: timeLimit) { [self] in
      reason = "it does not answer"
      context.close(promise: nil)
    }
  }

  private func open(_ context: ChannelHandlerContext) {
    timeout?.cancel()
    guard !isOpen else { return }
    isOpen = true
    report(.opened(context.channel))
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is TLSHandler.HandshakeCompleted else { return }
    timeout?.cancel()
    timeout = context.eventLoop.assumeIsolated().scheduleTask(in: Self.timeToRefuse) { [self] in
      open(context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    timeout?.cancel()
    report(.closed(context.channel, reason: reason))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    open(context)
    for remark in remarks.remarks(adding: unwrapInboundIn(data).readableBytesView) {
      if remark == .isProtected { reason = "it is protected; reach it by lights://, with keys" }
      report(.remarked(remark))
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Later errors are consequences of the first.
    reason = reason ?? NetworkErrorText.reason(error)
    context.close(promise: nil)
  }
}
