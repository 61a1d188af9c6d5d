import CEvents
import Glibc

/// The wish to end a message, told once and for good; it wakes a keyer that waits for its next operation.
///
/// An event descriptor, because that is what can be waited for together with a timer, and what a signal handler may write
/// to (signal-safety(7)).
public final class Cancellation: Sendable {
  private let event: CInt

  /// - Throws: ``TorchError/failed(_:reason:)`` when the system has no descriptors left.
  public init() throws(TorchError) {
    event = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    guard event >= 0 else { throw .failed("a torch", reason: systemReason()) }
  }

  deinit { close(event) }

  /// Whoever adds to this event (eventfd(2)) cancels; a signal handler may.
  public var descriptor: CInt { event }

  public func cancel() { eventfd_write(event, 1) }

  /// Whether it was told.
  var isRequested: Bool {
    var request = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  /// Waits until it is told.
  public func wait() {
    var request = pollfd(fd: event, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, -1) < 0, errno == EINTR {}
  }

  /// Waits until it is told, or `seconds` are over.
  ///
  /// - Returns: `false` where it was told.
  @discardableResult
  public func wait(atMost seconds: Double) throws(TorchError) -> Bool {
    let timer = try DeadlineTimer()
    timer.set(.now + seconds)
    return wait(for: timer)
  }

  /// Waits for `timer`.
  ///
  /// - Returns: Whether its time has come; `false` as soon as the message is cancelled.
  func wait(for timer: borrowing DeadlineTimer) -> Bool {
    var requests = [
      pollfd(fd: event, events: Int16(POLLIN), revents: 0),
      pollfd(fd: timer.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&requests, 2, -1) < 0, errno == EINTR {}
    return requests[0].revents == 0
  }
}
