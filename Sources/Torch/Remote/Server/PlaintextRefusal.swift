internal import NIOCore

/// Refuses clients without TLS at the first byte, with a message, if the server requires TLS. Otherwise both sides would wait
/// for the rest of a handshake.
///
/// It is the first handler of its channel.
final class PlaintextRefusal: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The first byte of TLS: a record of a handshake (RFC 8446, 5.1).
  private static let handshake: UInt8 = 22

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard let first = unwrapInboundIn(data).readableBytesView.first else { return }
    if first == Self.handshake {
      context.fireChannelRead(data)
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
    } else {
      let message = ByteBuffer(string: ServerMessage.requiresTLS.line)
      context.writeAndFlush(wrapOutboundOut(message), promise: nil)
      context.close(promise: nil)
    }
  }
}
