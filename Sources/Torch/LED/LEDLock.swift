import FoundationEssentials
import Frames
import Glibc
import Localization

/// The exclusive right of one program to switch an LED.
///
/// It is a lock on the LED's `brightness` file (flock(2)). It leaves no file behind, the kernel releases it when its holder
/// dies, and `/proc/locks` names the holder.
struct LEDLock: ~Copyable {
  /// A process that inherits it shares the lock.
  let descriptor: CInt

  init(path: String, torch: String) throws(TorchError) {
    descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LEDFailure.last(path).error(for: torch) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      let holder = Self.holder(of: descriptor)
      close(descriptor)
      throw code == EWOULDBLOCK
        ? .inUse(torch, holder: holder) : .failed(torch, reason: LocalizedText(errno: code))
    }
  }

  deinit {
    // Closing is not enough: the guard has the same lock and may end a little later.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The program that has the lock, such as `aldis (process 1234)`.
  private static func holder(of descriptor: CInt) -> String {
    var status = stat()
    fstat(descriptor, &status)
    let locks = (try? String(contentsOfFile: "/proc/locks", encoding: .utf8)) ?? ""
    for line in locks.split(separator: "\n") {
      // 1: FLOCK  ADVISORY  WRITE 1234 00:17:5678 0 EOF (proc(5))
      let fields = line.split(separator: " ")
      guard fields.count > 5, fields[1] == "FLOCK", fields[5].hasSuffix(":\(status.st_ino)") else { continue }
      let name = try? String(contentsOfFile: "/proc/\(fields[4])/comm", encoding: .utf8)
      return "\(name?.withoutSpaceAround ?? "another program") (process \(fields[4]))"
    }
    return "another program"
  }
}
