import CEvents
import Frames
import Glibc
import Localization

/// A request to end a message. It cannot be taken back, and it wakes a keyer that waits for its next operation.
///
/// It is an event descriptor, because a thread can wait for that together with a timer, and a signal handler may write to it
/// (signal-safety(7)).
public final class Cancellation: Sendable {
  private let event: CInt

  /// - Throws: ``TorchError/failed(_:reason:)`` if the system has no descriptors left.
  public init() throws(TorchError) {
    event = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    guard event >= 0 else { throw .failed("a torch", reason: LocalizedText(errno: errno)) }
  }

  deinit { close(event) }

  /// Adding to this event (eventfd(2)) cancels the message. A signal handler may do so.
  public var descriptor: CInt { event }

  public func cancel() { eventfd_write(event, 1) }

  /// Whether the message was cancelled.
  var isRequested: Bool {
    var request = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Waits until the message is cancelled.
  public func wait() {
    var request = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, -1) < 0, errno == EINTR {}
  }

  /// Waits until the message is cancelled, or `seconds` are over.
  ///
  /// - Returns: `false` if the message was cancelled.
  @discardableResult
  public func wait(atMost seconds: Double) throws(TorchError) -> Bool {
    let timer = try DeadlineTimer()
    timer.set(.now + seconds)
    return wait(for: timer)
  }

  /// Waits for `timer`.
  ///
  /// - Returns: `true` when the timer expires, `false` as soon as the message is cancelled.
  func wait(for timer: borrowing DeadlineTimer) -> Bool {
    var requests = [
      pollfd(fd: event, events: Int16(POLLIN), revents: 0),
      pollfd(fd: timer.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&requests, 2, -1) < 0, errno == EINTR {}
    return requests[0].revents == 0
  }
}
