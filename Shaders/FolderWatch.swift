import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Tells when files of a folder were saved, by whatever way an editor saves (inotify(7)).
///
/// An editor writes in place, or renames a new file over the old one, or removes and creates it: each ends with a file
/// closed after writing or moved in. Saves in quick succession may be told as one, but a save after
/// ``takeChange()`` is told again: who reads the files then reads the last of them. A folder that is removed, or renamed,
/// is watched again when there is one of its name.
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
    guard notifications >= 0, pipe(&ends) == 0, Self.add(path, to: notifications) else {
      let error = ShaderFileError(path: path, reason: String(cString: strerror(errno)))
      for descriptor in [notifications] + ends where descriptor >= 0 { close(descriptor) }
      throw error
    }
    let heard = ends[0]
    end = ends[1]
    let mark = mark
    DispatchQueue(label: "folder watch").async {
      defer {
        close(notifications)
        close(heard)
      }
      while true {
        switch Self.waitForNews(notifications, of: path, orEnd: heard) {
        case .nothing: continue
        case .saved: break
        case .folderIsGone: guard Self.waitForFolder(path, notifications, orEnd: heard) else { return }
        case .end: return
        }
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

  private static func add(_ path: String, to notifications: Int32) -> Bool {
    let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR | IN_MOVE_SELF
    return inotify_add_watch(notifications, path, UInt32(events)) >= 0
  }

  private enum News {
    case nothing
    case saved
    /// It was removed, or has another name.
    case folderIsGone
    case end
  }

  private static func waitForNews(_ notifications: Int32, of folder: String, orEnd end: Int32) -> News {
    guard wait(for: notifications, orEnd: end, milliseconds: -1) else { return .end }
    var news = News.nothing
    let size = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: MemoryLayout<inotify_event>.alignment) {
      room in
      while case let count = read(notifications, room.baseAddress, room.count), count > 0 {
        var at = 0
        while at < count {
          let event = room.load(fromByteOffset: at, as: inotify_event.self)
          if event.mask & UInt32(IN_IGNORED | IN_MOVE_SELF) != 0 {
            news = .folderIsGone
            // It would be followed to its new name.
            inotify_rm_watch(notifications, event.wd)
          } else if news == .nothing {
            let name = (room.baseAddress! + at + size).assumingMemoryBound(to: CChar.self)
            let isYetToCome =
              event.mask & UInt32(IN_CREATE) != 0 && isEmptyFile("\(folder)/\(String(cString: name))")
            // Which file it was does not matter; a full queue means that something was saved, too.
            if !isYetToCome { news = .saved }
          }
          at += size + Int(event.len)
        }
      }
    }
    return news
  }

  /// What is created empty is written next, and told of when it is closed. A link is whole from the start.
  private static func isEmptyFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// - Returns: Whether it is there again; `false` to end.
  private static func waitForFolder(_ path: String, _ notifications: Int32, orEnd end: Int32) -> Bool {
    while !add(path, to: notifications) {
      guard wait(for: nil, orEnd: end, milliseconds: 50) else { return false }
    }
    return true
  }

  /// - Returns: `false` to end.
  private static func wait(for notifications: Int32?, orEnd end: Int32, milliseconds: Int32) -> Bool {
    var waited = [
      pollfd(fd: end, events: Int16(POLLIN), revents: 0),
      // A negative one is passed over (poll(2)).
      pollfd(fd: notifications ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&waited, 2, milliseconds) < 0 { guard errno == EINTR else { return false } }
    return waited[0].revents == 0
  }
}
