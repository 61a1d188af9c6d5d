internal import NIOCore

/// The end of a sender's connection: tells when it begins and when and why it ends. What a server says is not listened to.
final class ServerHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  enum Event: Sendable {
    case opened(any Channel)
    /// Without a channel: it could not be made.
    case closed((any Channel)?, reason: String)
  }

  private let hear: @Sendable (Event) -> Void
  private var reason = "the server closed the connection"

  init(_ hear: @escaping @Sendable (Event) -> Void) { self.hear = hear }

  func channelActive(context: ChannelHandlerContext) { hear(.opened(context.channel)) }

  func channelInactive(context: ChannelHandlerContext) { hear(.closed(context.channel, reason: reason)) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    reason = NetworkWords.reason(error)
    context.close(promise: nil)
  }
}
