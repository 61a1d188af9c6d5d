import Capture
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Writes the input of the reader to a grid recording, each record as it comes.
///
/// A failed write does not stop the reading in the middle of a frame: ``check()`` throws it at the next turn of the
/// program's loop.
final class GridRecorder {
  /// The file that is written.
  let path: String
  private var encoder = GridEncoder()
  private let file: RecordedFile

  /// - Parameter path: A file, or `-` for standard output. If the file holds a recording already, the new one goes beside
  ///   it, under the same name with a number.
  init(_ path: String) throws {
    self.path = Self.unused(path)
    file = RecordedFile(try Output.to(self.path))
    if self.path != path { say("\(path) stays as it is; the recording goes to \(self.path)") }
  }

  private static func unused(_ path: String) -> String {
    func holdsSomething(_ path: String) -> Bool {
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
    }
    guard holdsSomething(path) else { return path }
    let (start, ending) = path.splitAtEnding()
    var number = 2
    func name() -> String { "\(start)-\(number)" + (ending.isEmpty ? "" : ".\(ending)") }
    while holdsSomething(name()) { number += 1 }
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

  /// Waits until everything is written; throws as ``check()`` does.
  func finish() throws {
    file.finish()
    try check()
  }
}

/// A file that is written on a thread of its own: a disk may be slow, a camera does not wait.
///
/// The queue holds half a minute of records. When it is full, ``append(_:)`` waits, so that no record is missing.
private final class RecordedFile: Sendable {
  private let output: Output
  private let queue = DispatchQueue(label: "recording")
  private let room = DispatchSemaphore(value: 0)
  private let state = Mutex(State())

  private struct State {
    var failure: (any Error)?
    var lastOnDisk = ContinuousClock.now
  }

  private static let capacity = 1024
  /// The most that a power cut may lose.
  private static let diskInterval = Duration.seconds(1)

  init(_ output: consuming Output) {
    self.output = output
    // Counted up from zero: Dispatch forbids to release a semaphore that is below its first value.
    for _ in 0..<Self.capacity { room.signal() }
  }

  var failure: (any Error)? { state.withLock(\.failure) }

  func append(_ bytes: [UInt8]) {
    room.wait()
    queue.async { [self] in
      defer { room.signal() }
      guard failure == nil else { return }
      do {
        try bytes.withUnsafeBytes { try output.write($0) }
      } catch {
        state.withLock { $0.failure = error }
      }
      if isDiskDue {
        // A pipe has no disk: EINVAL, and nothing is lost.
        fdatasync(output.descriptor)
      }
    }
  }

  /// Waits until the queue is empty.
  func finish() { queue.sync {} }

  private var isDiskDue: Bool {
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.lastOnDisk >= Self.diskInterval else { return false }
      state.lastOnDisk = now
      return true
    }
  }
}
