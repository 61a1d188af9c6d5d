import Glibc
internal import NIOCore

/// Detects a stalled connection: the other side's system has acknowledged nothing for some time. TCP itself would keep the
/// bytes, and deliver all of them at once when the connection works again.
///
/// It is the first handler of its channel, so that it counts the bytes on the wire.
final class AcknowledgementWatch: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let onChange: @Sendable (_ isStalled: Bool) -> Void
  private var sent = 0
  /// The writes that have not been acknowledged: where in the stream each one ends, and when it was sent.
  private var waiting: [(end: Int, since: NIODeadline)] = []
  /// The shortest time from a write to its acknowledgment.
  private var shortestRoundTrip = AcknowledgementWatch.longestDelay
  private var isStalled = false

  /// The longest time for which a system may delay an acknowledgment (RFC 1122, 4.2.3.2).
  private static let longestDelay = TimeAmount.milliseconds(500)
  private static let interval = TimeAmount.milliseconds(50)

  /// - Parameter onChange: Called when the connection stalls, and when it works again.
  init(_ onChange: @escaping @Sendable (_ isStalled: Bool) -> Void) { self.onChange = onChange }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    sent += unwrapOutboundIn(data).readableBytes
    if waiting.isEmpty { check(context, in: Self.interval) }
    waiting.append((sent, .now()))
    context.write(data, promise: promise)
  }

  private func check(_ context: ChannelHandlerContext, in time: TimeAmount) {
    context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in check(context) }
  }

  private func check(_ context: ChannelHandlerContext) {
    guard context.channel.isActive, let unacknowledged = context.channel.unacknowledgedBytes else { return }
    let now = NIODeadline.now()
    while let first = waiting.first, first.end <= sent - unacknowledged {
      shortestRoundTrip = min(shortestRoundTrip, now - first.since)
      waiting.removeFirst()
    }
    let wasStalled = isStalled
    isStalled = waiting.first.map { now - $0.since > shortestRoundTrip + Self.longestDelay } ?? false
    if isStalled != wasStalled { onChange(isStalled) }
    if !waiting.isEmpty { check(context, in: Self.interval) }
  }
}

extension Channel {
  /// Written bytes that the other side's system has not acknowledged yet (tcp(7), SIOCOUTQ); `nil` if the connection has ended.
  /// Use it only on the channel's thread.
  var unacknowledgedBytes: Int? {
    let buffered = try? syncOptions?.getOption(.bufferedWritableBytes)
    let inSystem = try? pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
      socket -> Int? in
      var count: CInt = 0
      // The same number as SIOCOUTQ, which is a macro of another header.
      return ioctl(socket, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : nil
    }
    guard let buffered, let inSystem = inSystem ?? nil else { return nil }
    return buffered + inSystem
  }
}
