import Glibc
import Localization

/// An error number of the system.
struct Errno: Error, Equatable, RawRepresentable, LocalizedTextConvertible {
  var rawValue: CInt

  static let again = Errno(rawValue: EAGAIN)
  static let busy = Errno(rawValue: EBUSY)
  static let denied = Errno(rawValue: EACCES)
  static let interrupted = Errno(rawValue: EINTR)
  static let io = Errno(rawValue: EIO)
  static let noDevice = Errno(rawValue: ENODEV)
  static let noEntry = Errno(rawValue: ENOENT)
  static let notPermitted = Errno(rawValue: EPERM)
  static let noSuchAddress = Errno(rawValue: ENXIO)

  /// The error of the last failed call on this thread, from `errno`.
  static var last: Errno { Errno(rawValue: errno) }

  /// The system's text.
  var text: LocalizedText { LocalizedText(errno: rawValue) }
}
