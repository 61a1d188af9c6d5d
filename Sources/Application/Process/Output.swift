import Capture
import FoundationEssentials
import Frames
import Glibc
import Localization

/// The program that read this program's output has ended, as `head` does. This ends the program, but does not count as a
/// failure.
package struct ReaderGone: Error {}

/// A file, standard output or standard error. Text is written without a buffer.
package struct Output: ~Copyable {
  let descriptor: Int32
  /// The name in messages.
  let name: String
  private let isOwned: Bool

  private init(descriptor: Int32, name: String, isOwned: Bool) {
    self.descriptor = descriptor
    self.name = name
    self.isOwned = isOwned
  }

  package static var standard: Output {
    Output(descriptor: STDOUT_FILENO, name: "standard output", isOwned: false)
  }

  package static var errors: Output {
    Output(descriptor: STDERR_FILENO, name: "standard error", isOwned: false)
  }

  /// - Parameter path: A file to be replaced, or `-` for standard output.
  static func to(_ path: String) throws(Failure) -> Output {
    guard path != "-" else { return .standard }
    return try open(path, O_TRUNC)
  }

  /// - Parameter path: A file that is appended to, or `-` for standard output.
  static func atEnd(of path: String) throws(Failure) -> Output {
    guard path != "-" else { return .standard }
    return try open(path, O_APPEND)
  }

  private static func open(_ path: String, _ flags: Int32) throws(Failure) -> Output {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o644)
    guard descriptor >= 0 else {
      let code = errno
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      if code == ENOENT, access(folder, F_OK) != 0 {
        throw cannotWrite(path, reason: "the folder \(folder) does not exist")
      }
      throw cannotWrite(path, reason: code == EISDIR ? "it is a folder" : LocalizedText(errno: code))
    }
    return Output(descriptor: descriptor, name: path, isOwned: true)
  }

  /// Checks before a run that `path` can be written, and that it is not the input. The file is not changed.
  ///
  /// - Parameter input: The file that is to be read, if any.
  static func check(_ path: String, apartFrom input: String?) throws(Failure) {
    guard path != "-" else { return }
    let before = FileStatus(path: path)
    if let before, let input = input.flatMap({ FileStatus(path: $0) }), before.isSameFile(as: input) {
      throw Failure(.usage, "\(path) is the recording itself; name another file to write")
    }
    _ = try open(path, 0)
    if before == nil { unlink(path) }
  }

  static func cannotWrite(_ path: String, reason: LocalizedText) -> Failure {
    Failure(.io, LocalizedText("cannot write \(path): \(reason); name a file in a folder you may write to"))
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// A file's length in bytes; `nil` for a pipe or a device.
  var length: Int? { FileStatus(descriptor: descriptor).flatMap { $0.isRegular ? $0.size : nil } }

  /// Truncates a file to its first `length` bytes.
  func truncate(to length: Int) { _ = ftruncate(descriptor, length) }

  /// Writes all of `text` at once, so that another program reads complete lines.
  ///
  /// - Throws: ``ReaderGone``, or a ``Failure`` with the system's reason, such as a full disk.
  package func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes all of `bytes`; throws as ``write(_:)-(String)`` does.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let written = Glibc.write(descriptor, start, rest.count)
      if written >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      } else if errno == EPIPE {
        throw ReaderGone()
      } else if errno != EINTR {
        throw Failure(.io, LocalizedText("cannot write \(name): \(LocalizedText(errno: errno))"))
      }
    }
  }
}

extension Output {
  /// Writes `value` as JSON for people and programs, indented and with sorted keys.
  package func write(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try write(String(decoding: encoder.encode(value), as: UTF8.self) + "\n")
  }
}

/// The system's message for an error of Foundation when it writes a file.
func systemReason(of error: any Error) -> LocalizedText {
  let cause = (error as? CocoaError)?.underlying as? POSIXError
  return cause.map { LocalizedText(errno: $0.code.rawValue) } ?? LocalizedText(system: "\(error)")
}
