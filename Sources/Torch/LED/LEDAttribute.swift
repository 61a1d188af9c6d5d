import FoundationEssentials
import Frames
import Glibc
import Localization

/// One file of an LED in sysfs: `brightness`, `max_brightness`, `trigger` (Documentation/leds/leds-class.rst).
struct LEDAttribute {
  var path: String

  /// The contents of the file, without white space at both ends.
  func read() throws(LEDFailure) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(path) }
    defer { close(descriptor) }
    // An attribute has at most one page (Documentation/filesystems/sysfs.rst); a list of triggers may be longer.
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .last(path) }
    return String(decoding: bytes.prefix(count), as: UTF8.self).withoutSpaceAround
  }

  /// Sets it to `value`, in one write, as sysfs requires.
  func write(_ value: String) throws(LEDFailure) {
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last(path) }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, value, value.utf8.count) == value.utf8.count else { throw .last(path) }
  }
}

/// An error of the system for a file of an LED.
struct LEDFailure: Error, Equatable {
  var path: String
  var errno: CInt

  static func last(_ path: String) -> LEDFailure { LEDFailure(path: path, errno: Glibc.errno) }

  func error(for torch: String) -> TorchError {
    switch errno {
    case ENOENT, ENODEV, ENXIO: .gone(torch)
    case EACCES, EPERM, EROFS: .notPermitted(torch, path: path)
    default: .failed(torch, reason: "\(path): \(LocalizedText(errno: errno))")
    }
  }
}

extension String {
  /// The text without white space at both ends.
  var withoutSpaceAround: String {
    String(trimmingPrefix(while: \.isWhitespace).reversed().trimmingPrefix(while: \.isWhitespace).reversed())
  }
}
