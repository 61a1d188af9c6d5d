import Dispatch
import FoundationEssentials
import Glibc
import Localization
import Synchronization

/// Reports when files of a folder were saved, in any way that editors save (inotify(7)).
///
/// An editor writes in place, or renames a new file over the old one, or removes the file and creates it. Each way ends with a
/// file that is closed after writing or moved in. Saves in quick succession may be reported as one. A save after
/// ``takeChange()`` is reported again, so a caller that then reads the files reads the last save. A folder that is removed or
/// renamed is watched again as soon as a folder with its name exists.
public final class FolderWatch: Sendable {
  private final class ChangeFlag: Sendable {
    let isSet = Atomic(false)
  }

  private let changeFlag = ChangeFlag()
  /// The writing end of a pipe. The thread also waits for its reading end, and ends when this end is closed.
  private let stopWriter: Int32

  /// - Parameter onChange: Called on a separate thread after each change.
  /// - Throws: The system's reason.
  public init(_ path: String, onChange: @escaping @Sendable () -> Void) throws(ShaderFileError) {
    let notifications = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    var ends: [Int32] = [-1, -1]
    guard notifications >= 0, pipe(&ends) == 0, Self.add(path, to: notifications) else {
      let error = ShaderFileError(path: path, reason: LocalizedText(errno: errno))
      for descriptor in [notifications] + ends where descriptor >= 0 { close(descriptor) }
      throw error
    }
    // A child process that held the writing end open would keep the thread alive.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let stopReader = ends[0]
    stopWriter = ends[1]
    let changeFlag = changeFlag
    DispatchQueue(label: "folder watch").async {
      defer {
        close(notifications)
        close(stopReader)
      }
      while true {
        switch Self.waitForEvent(notifications, of: path, orStop: stopReader) {
        case .nothing: continue
        case .saved: break
        case .folderIsGone: guard Self.waitForFolder(path, notifications, orStop: stopReader) else { return }
        case .stop: return
        }
        changeFlag.isSet.store(true, ordering: .releasing)
        onChange()
      }
    }
  }

  deinit {
    close(stopWriter)
  }

  /// Whether a file was saved since the last call.
  public func takeChange() -> Bool { changeFlag.isSet.exchange(false, ordering: .acquiring) }

  private static func add(_ path: String, to notifications: Int32) -> Bool {
    let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR | IN_MOVE_SELF
    return inotify_add_watch(notifications, path, UInt32(events)) >= 0
  }

  private enum Event {
    case nothing
    case saved
    /// The folder was removed or renamed.
    case folderIsGone
    case stop
  }

  private static func waitForEvent(_ notifications: Int32, of folder: String, orStop stop: Int32) -> Event {
    guard wait(for: notifications, orStop: stop, milliseconds: -1) else { return .stop }
    var result = Event.nothing
    let size = MemoryLayout<inotify_event>.size
    withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: MemoryLayout<inotify_event>.alignment) {
      buffer in
      while case let count = read(notifications, buffer.baseAddress, buffer.count), count > 0 {
        var offset = 0
        while offset < count {
          let event = buffer.load(fromByteOffset: offset, as: inotify_event.self)
          if event.mask & UInt32(IN_IGNORED | IN_MOVE_SELF) != 0 {
            result = .folderIsGone
            // Without this, the watch would continue under the folder's new name.
            inotify_rm_watch(notifications, event.wd)
          } else if result == .nothing {
            let name = (buffer.baseAddress! + offset + size).assumingMemoryBound(to: CChar.self)
            let isStillEmpty =
              event.mask & UInt32(IN_CREATE) != 0 && isEmptyFile("\(folder)/\(String(cString: name))")
            // It does not matter which file was saved. A full queue also means that a file was saved.
            if !isStillEmpty { result = .saved }
          }
          offset += size + Int(event.len)
        }
      }
    }
    return result
  }

  /// A file that is created empty is written next and reported when it is closed. A link is complete from the start.
  private static func isEmptyFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
  }

  /// - Returns: Whether the folder exists again; `false` to stop.
  private static func waitForFolder(_ path: String, _ notifications: Int32, orStop stop: Int32) -> Bool {
    while !add(path, to: notifications) {
      guard wait(for: nil, orStop: stop, milliseconds: 50) else { return false }
    }
    return true
  }

  /// - Returns: `false` to stop.
  private static func wait(for notifications: Int32?, orStop stop: Int32, milliseconds: Int32) -> Bool {
    var waited = [
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      // A negative descriptor is ignored (poll(2)).
      pollfd(fd: notifications ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&waited, 2, milliseconds) < 0 { guard errno == EINTR else { return false } }
    return waited[0].revents == 0
  }
}
