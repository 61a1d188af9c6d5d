internal import NIOCore
internal import NIOTLS

/// The end of a sender's connection: tells when it begins and when and why it ends. What a server says is not listened to, and
/// hardly read: only an end that hides behind it has to be found some time.
final class ServerHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  enum Event: Sendable {
    case opened(any Channel)
    /// Without a channel: it could not be made.
    case closed((any Channel)?, reason: String)
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
  private var handshake: Scheduled<Void>?

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
    guard isSecure else { return hear(.opened(context.channel)) }
    handshake = context.eventLoop.assumeIsolated().scheduleTask(in: timeLimit) { [self] in
      reason = "it does not answer"
      context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case .handshakeCompleted = event as? TLSUserEvent else { return }
    handshake?.cancel()
    hear(.opened(context.channel))
  }

  func channelInactive(context: ChannelHandlerContext) {
    handshake?.cancel()
    hear(.closed(context.channel, reason: reason ?? "the server closed the connection"))
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func channelReadComplete(context: ChannelHandlerContext) {
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { context.read() }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // What follows the first error comes of it.
    reason = reason ?? NetworkWords.reason(error)
    context.close(promise: nil)
  }
}
