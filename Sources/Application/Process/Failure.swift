import Capture
import FoundationEssentials
import Glibc
import Graphics
import Interface
import Localization
import Torch

/// An error that ends the program, with one line for people and a status for scripts.
package struct Failure: Error {
  /// Exit statuses, as `sysexits.h` numbers them.
  package enum Status: Int32, Sendable {
    /// The command or its options are wrong.
    case usage = 64
    /// The input cannot be understood.
    case data = 65
    /// The file, the camera or the light does not exist.
    case noInput = 66
    /// A device, a display or another machine is unavailable.
    case unavailable = 69
    /// Reading or writing failed on the way.
    case io = 74
  }

  package var status: Status
  /// The failure, the name of the object that failed, and advice.
  package var message: String
  /// The message, or a part of it, for a window in any language.
  private(set) var text: LocalizedText?

  package init(_ status: Status, _ message: String, inWindow text: LocalizedText? = nil) {
    self.status = status
    self.message = message
    self.text = text
  }

  init(_ status: Status, _ text: LocalizedText) {
    self.init(status, text.description, inWindow: text)
  }

  /// - Returns: `nil` for an error that a command puts into words itself.
  package init?(of error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as CaptureError: self.init(error)
    case let error as TorchError: self.init(error)
    case let error as GraphicsError: self.init(.unavailable, error.text)
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
    self.init(status, error.text)
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
    self.init(status, error.text)
  }
}

extension Wording {
  /// The window's message about an error.
  func message(for error: any Error) -> String {
    guard let failure = error as? Failure else { return sentence(about: error) }
    return failure.text.map(sentence) ?? failure.message
  }
}

/// Prints one line on standard error, after the program's name.
package func say(_ line: String) {
  // A message may quote a text, the name of a file, or a driver. These may contain any characters.
  try? Output.errors.write("aldis: \(line.onOneLine)\n")
}

extension String {
  /// The text made safe for a terminal: line breaks become spaces, and control characters become codes such as `<U+001B>`.
  var onOneLine: String {
    let pieces = split(whereSeparator: \.isNewline).joined(separator: " ").unicodeScalars.map { scalar in
      scalar.isVisible ? String(scalar) : "<U+\(scalar.code)>"
    }
    return pieces.joined()
  }
}

extension Unicode.Scalar {
  /// The code point with at least four digits, as Unicode writes it.
  fileprivate var code: String {
    let figures = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(4 - figures.count, 0)) + figures
  }

  /// Joiners count as visible, because they change the shape of their neighbours, for example in Persian.
  fileprivate var isVisible: Bool {
    switch properties.generalCategory {
    case .control: false
    case .format: properties.isJoinControl
    default: true
    }
  }
}
