#if TLS
internal import COpenSSL
internal import NIOCore

/// Encrypts one connection: puts OpenSSL between a channel and its handlers.
///
/// OpenSSL reads received bytes from one buffer and writes bytes for the network into another; it does not use the socket
/// (BIO_s_mem(3ssl)). Used on the channel's event loop.
final class TLSHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Sent to the next handlers when this side has authenticated the other and finished the handshake.
  struct HandshakeCompleted: Sendable {}

  private enum Phase {
    case handshake
    case open
    /// This side has announced that it sends no more.
    case closing
    /// The connection has ended, or has failed.
    case ended
  }

  private let context: TLSContext
  private let connection: OpenSSLObject
  private let received: OpaquePointer
  private let toSend: OpaquePointer
  private var phase = Phase.handshake
  /// Writes before the end of the handshake.
  private var waiting: [(bytes: ByteBuffer, promise: EventLoopPromise<Void>?)] = []
  /// Whether the next handlers wait for data.
  private var isReadPending = false
  /// Whether the handshake was unfinished before the newest data.
  private var wasInHandshake = true
  /// Closes the connection if the other side does not confirm its end.
  private var forcedClose: Scheduled<Void>?

  /// The most bytes of one record (RFC 8446, 5.1).
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
    // The connection owns both from now on (SSL_set_bio(3ssl)).
    SSL_set_bio(connection.pointer, received, toSend)
  }

  func channelActive(context: ChannelHandlerContext) {
    advance(context)
    context.fireChannelActive()
  }

  // MARK: From the network

  func read(context: ChannelHandlerContext) {
    isReadPending = true
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase != .ended else { return }
    unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
      _ = BIO_write(received, bytes.baseAddress, Int32(bytes.count))
    }
    advance(context)
  }

  /// Reads on at once during the handshake, and once after it. Later the next handlers decide when to read, also after records
  /// without data.
  func channelReadComplete(context: ChannelHandlerContext) {
    let readsAtOnce = wasInHandshake && isReadPending && phase != .ended
    wasInHandshake = phase == .handshake
    if readsAtOnce { context.read() } else { context.fireChannelReadComplete() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    forcedClose?.cancel()
    let last = phase
    phase = .ended
    if last == .handshake { fail(context, .cutShort) }
    // An attacker in the network can end a TCP connection, but cannot send the closing alert of the other side.
    if last == .open || last == .closing { fail(context, .cutOff) }
    failWaiting(ChannelError.ioOnClosedChannel)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { failWaiting(ChannelError.ioOnClosedChannel) }

  /// Processes the received bytes as far as possible.
  private func advance(_ context: ChannelHandlerContext) {
    if phase == .handshake { continueHandshake(context) }
    if phase == .open || phase == .closing { decrypt(context) }
    send(context, promise: nil)
    context.flush()
  }

  private func continueHandshake(_ context: ChannelHandlerContext) {
    ERR_clear_error()
    let status = SSL_do_handshake(connection.pointer)
    guard status == 1 else {
      if SSL_get_error(connection.pointer, status) != SSL_ERROR_WANT_READ {
        fail(context, TLSError(connection))
      }
      return
    }
    phase = .open
    // The end of the handshake is sent before the waiting data.
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
        isReadPending = false
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

  /// Ends the connection after the other side has announced that it sends no more.
  private func hangUp(_ context: ChannelHandlerContext) {
    if phase == .open { SSL_shutdown(connection.pointer) }
    phase = .ended
    send(context, promise: nil)
    context.flush()
    context.close(promise: nil)
  }

  private func fail(_ context: ChannelHandlerContext, _ error: TLSError) {
    phase = .ended
    // Sends OpenSSL's alert, so that the other side knows the reason.
    send(context, promise: nil)
    context.flush()
    failWaiting(error)
    context.fireErrorCaught(error)
  }

  private func failWaiting(_ error: any Error) {
    let failed = waiting
    waiting = []
    for (_, promise) in failed { promise?.fail(error) }
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
    case .closing, .ended:
      promise?.fail(ChannelError.outputClosed)
      return
    }
    ERR_clear_error()
    // SSL_write(3ssl) refuses an empty buffer. It writes all bytes of another one, because the target grows.
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

  /// Sends OpenSSL's bytes to the network.
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

  /// Sends a closing alert (RFC 8446, 6.1), and waits briefly for the other side's alert: data that it has not read yet would
  /// be lost if the connection were closed at once.
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
    guard forcedClose == nil else { return }
    forcedClose = context.eventLoop.assumeIsolated().scheduleTask(in: self.context.closingTimeout) { [self] in
      // The other side's alert has not come in time. This is no error: this side closes the connection.
      phase = .ended
      context.close(promise: nil)
    }
    context.read()
  }
}
#endif
