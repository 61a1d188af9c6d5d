import Glibc
internal import NIOCore

/// Notices that a line stands still: the other side's system has long acknowledged nothing of what was sent. TCP itself would
/// keep it, and deliver all of it at once when the line is back.
///
/// It is the first handler of its channel, so that it counts bytes as they are on the line.
final class AcknowledgementWatch: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let hear: @Sendable (_ isStill: Bool) -> Void
  private var sent = 0
  /// What has not been acknowledged: where in the stream each piece ends, and when it was sent.
  private var waiting: [(end: Int, since: NIODeadline)] = []
  /// The shortest time that an acknowledgment took: there and back.
  private var quickest = AcknowledgementWatch.latitude
  private var isStill = false

  /// A system may keep an acknowledgment back for so long (RFC 1122, 4.2.3.2).
  private static let latitude = TimeAmount.milliseconds(500)
  private static let interval = TimeAmount.milliseconds(50)

  /// - Parameter hear: Told when the line comes to stand still, and when it moves again.
  init(_ hear: @escaping @Sendable (_ isStill: Bool) -> Void) { self.hear = hear }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    sent += unwrapOutboundIn(data).readableBytes
    if waiting.isEmpty { look(context, in: Self.interval) }
    waiting.append((sent, .now()))
    context.write(data, promise: promise)
  }

  private func look(_ context: ChannelHandlerContext, in time: TimeAmount) {
    context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in look(context) }
  }

  private func look(_ context: ChannelHandlerContext) {
    guard context.channel.isActive, let unacknowledged = context.channel.unacknowledgedBytes else { return }
    let now = NIODeadline.now()
    while let first = waiting.first, first.end <= sent - unacknowledged {
      quickest = min(quickest, now - first.since)
      waiting.removeFirst()
    }
    let wasStill = isStill
    isStill = waiting.first.map { now - $0.since > quickest + Self.latitude } ?? false
    if isStill != wasStill { hear(isStill) }
    if !waiting.isEmpty { look(context, in: Self.interval) }
  }
}

extension Channel {
  /// Bytes written that the other side's system has yet to acknowledge (tcp(7), SIOCOUTQ); `nil` where the connection has ended.
  /// To be asked for on the channel's own thread.
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
