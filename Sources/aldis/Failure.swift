import Capture
import FoundationEssentials
import Glibc
import Graphics
import Interface
import Torch

/// What ends the program early: one line for people and a status for scripts.
struct Failure: Error {
  /// Exit statuses, as `sysexits.h` numbers them.
  enum Status: Int32 {
    /// What the user asked for cannot be.
    case usage = 64
    /// What was read is not what it should be.
    case data = 65
    /// The file, the camera or the light is not there for us.
    case noInput = 66
    /// A device, a display or another machine is unavailable.
    case unavailable = 69
    /// Reading or writing failed on the way.
    case io = 74
  }

  var status: Status
  /// What failed, with which name, and what to try.
  var message: String
  /// What a window tells of it, in its own language.
  var cause: (any Error)?

  init(_ status: Status, _ message: String, cause: (any Error)? = nil) {
    self.status = status
    self.message = message
    self.cause = cause
  }

  /// - Returns: `nil` for an error that a command words itself.
  init?(of error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as CaptureError: self.init(error)
    case let error as TorchError: self.init(error)
    case let error as GraphicsError: self.init(.unavailable, "\(error)", cause: error)
    default: return nil
    }
  }

  init(_ error: CaptureError) {
    let status: Status =
      switch error {
      case .noSuchFile, .isDirectory, .unreadable, .noSuchCamera, .noCamera: .noInput
      case .notUnderstood, .noPicture, .truncated: .data
      case .notACamera, .cameraBusy, .cameraDenied, .cameraGone, .noUsableFormat: .unavailable
      case .deviceFailed, .readFailed: .io
      }
    self.init(status, error.message, cause: error)
  }

  init(_ error: TorchError) {
    let status: Status =
      switch error {
      case .exposed: .usage
      case .badKeys: .data
      case .noSuchLED, .noKeys: .noInput
      case .notPermitted, .inUse, .gone, .unreachable, .switchedOff, .cannotListen, .noSound: .unavailable
      case .interrupted, .heldUp, .keysNotWritten, .failed: .io
      }
    self.init(status, error.message, cause: error)
  }
}

extension Wording {
  /// What the window tells of an error.
  func told(_ error: any Error) -> String {
    guard let failure = error as? Failure else { return trouble(error) }
    return failure.cause.map(trouble) ?? failure.message
  }
}

/// Says one line on standard error, under the program's name.
func say(_ line: String) {
  // A message may quote a text, a file's name or what a driver said, and those may hold anything.
  try? Output.errors.write("aldis: \(line.onOneLine)\n")
}

extension String {
  /// As a terminal can show it without being told to do something else: line breaks become spaces, and what has no look of its
  /// own its code, such as `<U+001B>`.
  var onOneLine: String {
    let pieces = split(whereSeparator: \.isNewline).joined(separator: " ").unicodeScalars.map { scalar in
      scalar.hasLook ? String(scalar) : "<U+\(scalar.code)>"
    }
    return pieces.joined()
  }
}

extension Unicode.Scalar {
  /// At least four figures, as Unicode writes it.
  fileprivate var code: String {
    let figures = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(4 - figures.count, 0)) + figures
  }

  /// The joiners have none either, but change that of their neighbours in Persian, say.
  fileprivate var hasLook: Bool {
    switch properties.generalCategory {
    case .control: false
    case .format: properties.isJoinControl
    default: true
    }
  }
}
