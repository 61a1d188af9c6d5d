import Localization
internal import NIOCore

/// The sender's end of a connection: reports when it begins, the server's messages, and when and why it ends. The server's
/// bytes are read slowly. A server of Aldis sends few, and another program that sends bytes without end cannot occupy this one.
final class ServerHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  enum Event: Sendable {
    case opened(any Channel)
    case message(ServerMessage)
    /// Without a channel, the connection could not be opened. Without a reason, the server ended it.
    case closed((any Channel)?, reason: LocalizedText?)
  }

  /// The most bytes of one read, and the pause after it: 10 KB per second.
  static let bytesAtOnce = 1024
  private static let pause = TimeAmount.milliseconds(100)
  /// Bytes that this machine buffers before they are read.
  static let waitingBytes = 32768

  private let isSecure: Bool
  private let report: @Sendable (Event) -> Void
  private var reason: LocalizedText?
  private var parser = ServerMessageParser()
  private var isOpen = false
  /// The timeout of the handshake, and after it the wait for the server's welcome.
  private var timeout: Scheduled<Void>?

  /// How long a server may take to refuse the certificate. A foreign server does not report that it accepts it.
  private static let timeToRefuse = TimeAmount.milliseconds(500)

  /// - Parameter isSecure: Whether the connection begins with a handshake.
  init(isSecure: Bool, _ report: @escaping @Sendable (Event) -> Void) {
    self.isSecure = isSecure
    self.report = report
  }

  func channelActive(context: ChannelHandlerContext) {
    context.read()
    guard isSecure else { return open(context) }
    timeout = context.eventLoop.assumeIsolated().scheduleTask(in: RemoteLight.timeLimit) { [self] in
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
    for message in parser.messages(adding: unwrapInboundIn(data).readableBytesView) {
      if message == .requiresTLS { reason = "it is protected; reach it by lights://, with keys" }
      report(.message(message))
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
