import Capture
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Writes the input of the receiver to a grid recording, record by record.
///
/// A failed write does not interrupt the reading of a frame. ``check()`` throws its error in the next iteration of the
/// program's loop.
final class GridRecorder {
  /// The file that is written.
  let path: String
  private var encoder = GridEncoder()
  private let file: RecordedFile

  /// - Parameter path: A file, or `-` for standard output. If the file exists and is not empty, the recording is written beside
  ///   it, under the same name with a number.
  init(_ path: String) throws {
    self.path = Self.unusedPath(path)
    file = RecordedFile(try Output.to(self.path))
    if self.path != path { say("\(path) stays as it is; the recording goes to \(self.path)") }
  }

  private static func unusedPath(_ path: String) -> String {
    func hasContent(_ path: String) -> Bool {
      FileStatus(path: path).map { $0.isRegular && $0.size > 0 } ?? false
    }
    guard hasContent(path) else { return path }
    let (start, ending) = path.splitAtEnding()
    var number = 2
    func name() -> String { "\(start)-\(number)" + (ending.isEmpty ? "" : ".\(ending)") }
    while hasContent(name()) { number += 1 }
    return name()
  }

  deinit { file.finish() }

  func receive(_ record: GridRecord) {
    guard file.failure == nil else { return }
    var bytes: [UInt8] = []
    encoder.encode(record, to: &bytes)
    file.append(bytes)
  }

  /// - Throws: The error of a failed write.
  func check() throws {
    if let failure = file.failure { throw failure }
  }

  /// Waits until everything is written, and then throws as ``check()`` does.
  func finish() throws {
    file.finish()
    try check()
  }
}

/// A file that is written on a thread of its own, because a disk may be slow and a camera does not wait.
///
/// The queue holds half a minute of records. When it is full, ``append(_:)`` waits, so that no record is lost.
private final class RecordedFile: Sendable {
  private let output: Output
  private let queue = DispatchQueue(label: "recording")
  private let freePlaces = DispatchSemaphore.withSlots(capacity)
  private let state = Mutex(State())

  private struct State {
    var failure: (any Error)?
    var lastSync = ContinuousClock.now
  }

  private static let capacity = 1024
  /// Limit of the time that a power cut may remove from the recording.
  private static let syncInterval = Duration.seconds(1)

  init(_ output: consuming Output) { self.output = output }

  var failure: (any Error)? { state.withLock(\.failure) }

  func append(_ bytes: [UInt8]) {
    freePlaces.wait()
    queue.async { [self] in
      defer { freePlaces.signal() }
      guard failure == nil else { return }
      do {
        try bytes.withUnsafeBytes { try output.write($0) }
      } catch {
        state.withLock { $0.failure = error }
      }
      if isSyncDue {
        // For a pipe this fails with EINVAL, which has no effect.
        fdatasync(output.descriptor)
      }
    }
  }

  /// Waits until the queue is empty.
  func finish() { queue.sync {} }

  private var isSyncDue: Bool {
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.lastSync >= Self.syncInterval else { return false }
      state.lastSync = now
      return true
    }
  }
}
