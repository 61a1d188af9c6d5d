import Foundation
import Synchronization

/// Tells when files of a folder were saved, by whatever way an editor saves (inotify(7)).
///
/// An editor writes in place, or renames a new file over the old one, or removes and creates it: each ends with a file
/// closed after writing or moved in. Saves in quick succession may be told as one, but a save after
/// ``takeChange()`` is told again: who reads the files then reads the last of them.
public final class FolderWatch: Sendable {
  private final class Mark: Sendable {
    let isSet = Atomic(false)
  }

  private let mark = Mark()
  /// The thread waits at the other end of this pipe too, and ends when this one is closed.
  private let end: Int32

  /// - Parameter onChange: Called on a thread of its own after each change.
  /// - Throws: The system's reason.
  public init(_ path: String, onChange: @escaping @Sendable () -> Void) throws(ShaderFileError) {
    let notifications = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    var ends: [Int32] = [-1, -1]
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR)
    guard notifications >= 0, pipe(&ends) == 0,
      inotify_add_watch(notifications, path, events) >= 0
    else {
      let error = ShaderFileError(path: path, reason: String(cString: strerror(errno)))
      for descriptor in [notifications] + ends where descriptor >= 0 { close(descriptor) }
      throw error
    }
    let heard = ends[0]
    end = ends[1]
    let mark = mark
    Thread.detachNewThread {
      defer {
        close(notifications)
        close(heard)
      }
      while Self.waitForChange(notifications, orEnd: heard) {
        mark.isSet.store(true, ordering: .releasing)
        onChange()
      }
    }
  }

  deinit {
    close(end)
  }

  /// Whether a file was saved since the last call.
  public func takeChange() -> Bool { mark.isSet.exchange(false, ordering: .acquiring) }

  /// - Returns: Whether there was a change; `false` to end.
  private static func waitForChange(_ notifications: Int32, orEnd end: Int32) -> Bool {
    var waited = [
      pollfd(fd: notifications, events: Int16(POLLIN), revents: 0),
      pollfd(fd: end, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&waited, 2, -1) < 0 { guard errno == EINTR else { return false } }
    guard waited[1].revents == 0 else { return false }
    // Which file it was does not matter, nor does a full queue: both mean that something was saved.
    var events = [UInt8](repeating: 0, count: 16_384)
    while read(notifications, &events, events.count) > 0 {}
    return true
  }
}
