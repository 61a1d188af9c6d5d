#if TLS
internal import COpenSSL
internal import NIOCore

/// Encrypts one connection: OpenSSL between a channel and its handlers.
///
/// OpenSSL gets what has come from the network in one buffer and leaves what is for the network in another; it never touches the
/// socket (BIO_s_mem(3ssl)). Lives on the channel's event loop.
final class TLSHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Told to the handlers behind when both sides have proved who they are, as this one sees it.
  struct HandshakeCompleted: Sendable {}

  private enum Phase {
    case handshake
    case open
    /// This side has ended what it sends.
    case closing
    case failed
  }

  private let context: TLSContext
  private let connection: OpenSSLObject
  private let received: OpaquePointer
  private let toSend: OpaquePointer
  private var phase = Phase.handshake
  /// Written before the handshake was over.
  private var waiting: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
  /// Whether the handlers behind wait for something to read.
  private var isAsked = false
  /// Whether the handshake was still on before the newest data.
  private var wasShakingHands = true
  private var end: Scheduled<Void>?

  /// Bytes of one record (RFC 8446, 5.1).
  private static let record = 16384

  /// - Parameter host: See ``TLSContext/connection(to:)``.
  init(_ context: TLSContext, host: String? = nil) throws(OpenSSLError) {
    self.context = context
    connection = try context.connection(to: host)
    guard let received = BIO_new(BIO_s_mem()) else { throw OpenSSLError() }
    guard let toSend = BIO_new(BIO_s_mem()) else {
      BIO_free_all(received)
      throw OpenSSLError()
    }
    (self.received, self.toSend) = (received, toSend)
    // It owns them from now on (SSL_set_bio(3ssl)).
    SSL_set_bio(connection.pointer, received, toSend)
  }

  func channelActive(context: ChannelHandlerContext) {
    advance(context)
    context.fireChannelActive()
  }

  // MARK: From the network

  func read(context: ChannelHandlerContext) {
    isAsked = true
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase != .failed else { return }
    unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
      _ = BIO_write(received, bytes.baseAddress, Int32(bytes.count))
    }
    advance(context)
  }

  /// Reads on at once while the handshake goes on, and once after it. Later the handlers behind read, at their own pace, which
  /// holds for records without data as well.
  func channelReadComplete(context: ChannelHandlerContext) {
    let readsAtOnce = wasShakingHands && isAsked && phase != .failed
    wasShakingHands = phase == .handshake
    if readsAtOnce { context.read() } else { context.fireChannelReadComplete() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end?.cancel()
    let last = phase
    phase = .failed
    if last == .handshake { fail(context, .cutShort) }
    // Anyone on the way can end a TCP connection; only the other side can say that it has.
    if last == .open || last == .closing { fail(context, .cutOff) }
    abandon(ChannelError.ioOnClosedChannel)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { abandon(ChannelError.ioOnClosedChannel) }

  /// Does whatever can be done with what was received.
  private func advance(_ context: ChannelHandlerContext) {
    if phase == .handshake { shakeHands(context) }
    if phase == .open || phase == .closing { decrypt(context) }
    send(context, promise: nil)
    context.flush()
  }

  private func shakeHands(_ context: ChannelHandlerContext) {
    ERR_clear_error()
    let status = SSL_do_handshake(connection.pointer)
    guard status == 1 else {
      if SSL_get_error(connection.pointer, status) != SSL_ERROR_WANT_READ {
        fail(context, TLSError(connection))
      }
      return
    }
    phase = .open
    // The end of the handshake goes first.
    send(context, promise: nil)
    let first = waiting
    waiting = []
    for (bytes, promise) in first { encrypt(bytes, context, promise) }
    if phase == .open { context.fireUserInboundEventTriggered(HandshakeCompleted()) }
  }

  private func decrypt(_ context: ChannelHandlerContext) {
    while phase == .open || phase == .closing {
      ERR_clear_error()
      var status: Int32 = 0
      var bytes = context.channel.allocator.buffer(capacity: Self.record)
      bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.record) { room in
        status = SSL_read(connection.pointer, room.baseAddress, Int32(room.count))
        return max(Int(status), 0)
      }
      guard status <= 0 else {
        isAsked = false
        context.fireChannelRead(wrapInboundOut(bytes))
        continue
      }
      switch SSL_get_error(connection.pointer, status) {
      case SSL_ERROR_WANT_READ: return
      case SSL_ERROR_ZERO_RETURN: return hangUp(context)
      default: return fail(context, TLSError(connection))
      }
    }
  }

  /// The other side has said that it sends no more: nor does this one.
  private func hangUp(_ context: ChannelHandlerContext) {
    if phase == .open { SSL_shutdown(connection.pointer) }
    phase = .failed
    send(context, promise: nil)
    context.flush()
    context.close(promise: nil)
  }

  private func fail(_ context: ChannelHandlerContext, _ error: TLSError) {
    phase = .failed
    // The other side is told why, too.
    send(context, promise: nil)
    context.flush()
    abandon(error)
    context.fireErrorCaught(error)
  }

  private func abandon(_ error: any Error) {
    let abandoned = waiting
    waiting = []
    for (_, promise) in abandoned { promise?.fail(error) }
  }

  // MARK: To the network

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    encrypt(unwrapOutboundIn(data), context, promise)
  }

  private func encrypt(
    _ bytes: ByteBuffer, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {
    switch phase {
    case .handshake:
      waiting.append((bytes, promise))
      return
    case .open: break
    case .closing, .failed:
      promise?.fail(ChannelError.outputClosed)
      return
    }
    ERR_clear_error()
    // SSL_write(3ssl) takes no empty buffer, and all of another: what it writes into grows.
    let status = bytes.withUnsafeReadableBytes { bytes in
      bytes.isEmpty ? 1 : SSL_write(connection.pointer, bytes.baseAddress, Int32(bytes.count))
    }
    guard status > 0 else {
      let error = TLSError(connection)
      promise?.fail(error)
      return fail(context, error)
    }
    send(context, promise: promise)
  }

  /// Hands on what OpenSSL has for the network.
  private func send(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
    let count = BIO_ctrl_pending(toSend)
    guard count > 0 else {
      promise?.succeed()
      return
    }
    var bytes = context.channel.allocator.buffer(capacity: count)
    bytes.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { room in
      max(Int(BIO_read(toSend, room.baseAddress, Int32(count))), 0)
    }
    context.write(wrapOutboundOut(bytes), promise: promise)
  }

  /// Says that this is the end (RFC 8446, 6.1), and waits a little for the other side to say so as well: data that it has
  /// yet to read would be lost with the connection.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard phase == .open || phase == .closing, mode != .input else {
      return context.close(mode: mode, promise: promise)
    }
    if phase == .open {
      phase = .closing
      SSL_shutdown(connection.pointer)
      send(context, promise: nil)
      context.flush()
    }
    guard mode == .all else { return context.close(mode: mode, promise: promise) }
    if let promise { context.channel.closeFuture.cascade(to: promise) }
    guard end == nil else { return }
    end = context.eventLoop.assumeIsolated().scheduleTask(in: self.context.farewell) { [self] in
      // This side no longer waits: nobody has cut it off.
      phase = .failed
      context.close(promise: nil)
    }
    context.read()
  }
}
#endif
