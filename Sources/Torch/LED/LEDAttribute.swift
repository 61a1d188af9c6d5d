import FoundationEssentials
import Glibc

/// One file of an LED in sysfs: `brightness`, `max_brightness`, `trigger` (Documentation/leds/leds-class.rst).
struct LEDAttribute {
  var path: String

  /// What the file says, without white space at its ends.
  func read() throws(LEDFailure) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(path) }
    defer { close(descriptor) }
    // An attribute is a page at most (Documentation/filesystems/sysfs.rst); a list of triggers may be longer.
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .last(path) }
    return String(decoding: bytes.prefix(count), as: UTF8.self).withoutSpaceAround
  }

  /// Sets it to `value`, in one write, as sysfs wants it.
  func write(_ value: String) throws(LEDFailure) {
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(path) }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, value, value.utf8.count) == value.utf8.count else { throw .last(path) }
  }
}

/// What the system said of a file, as ``LEDTorch`` tells it.
struct LEDFailure: Error, Equatable {
  var path: String
  var errno: CInt

  static func last(_ path: String) -> LEDFailure { LEDFailure(path: path, errno: Glibc.errno) }

  func error(for torch: String) -> TorchError {
    switch errno {
    case ENOENT, ENODEV, ENXIO: .gone(torch)
    case EACCES, EPERM, EROFS: .notPermitted(torch, path: path)
    default: .failed(torch, reason: "\(path): \(systemReason(errno))")
    }
  }
}

extension String {
  /// Without white space at its ends.
  var withoutSpaceAround: String {
    String(trimmingPrefix(while: \.isWhitespace).reversed().trimmingPrefix(while: \.isWhitespace).reversed())
  }
}
