import FoundationEssentials
import Glibc
import Monitor

/// The log of `--events`: a file to which each run appends lines, or standard output.
///
/// The reading continues if the file cannot be written, for example on a full disk. Missing events are counted, and reported
/// when writing succeeds again.
final class EventLog {
  private var output: Output
  private let path: String
  /// The reason why the last line was not written; `nil` if it was written.
  private(set) var failure: Failure?
  /// Number of events that have not been written since the failure.
  private var missing = 0
  private var change: StorageChange?

  init(_ path: String) throws(Failure) {
    self.path = path
    output = try Self.open(path)
  }

  private static func open(_ path: String) throws(Failure) -> Output {
    let output = try Output.atEnd(of: path)
    // An earlier run that was killed may have left an incomplete line.
    if let length = output.length, length > 0, !endsLine(path) { try? output.write("\n") }
    return output
  }

  private static func endsLine(_ path: String) -> Bool {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    defer { close(file) }
    var last = UInt8(ascii: "\n")
    guard lseek(file, -1, SEEK_END) >= 0, read(file, &last, 1) == 1 else { return true }
    return last == UInt8(ascii: "\n")
  }

  /// Returns the failure or recovery of the log since the last call, if any.
  func takeChange() -> StorageChange? { change.take() }

  /// - Throws: An error that ends the program: ``ReaderGone``, or the error of writing standard output.
  func write(_ event: MonitorEvent) throws {
    do {
      try writeLine(event)
      if failure != nil { change = .recovered(path, missing: missing) }
      (failure, missing) = (nil, 0)
    } catch let failure as Failure where path != "-" {
      note(failure)
      missing += 1
    }
  }

  private func note(_ failure: Failure) {
    if self.failure == nil { change = .failed(path, failure) }
    self.failure = failure
  }

  private func writeLine(_ event: MonitorEvent) throws {
    let length = output.length
    do {
      try output.write(event.jsonLine(at: Date()) + "\n")
    } catch {
      // An incomplete line would make the log unreadable.
      if let length { output.truncate(to: length) }
      throw error
    }
  }

  /// Opens the file at the path again, because the open file may have been moved away.
  func reopen() {
    guard path != "-" else { return }
    do throws(Failure) {
      output = try Self.open(path)
    } catch {
      note(error)
    }
  }
}
