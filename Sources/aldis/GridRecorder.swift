import Capture
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Writes what reaches the reading to a grid recording, each record as it comes.
///
/// A failed write does not stop the reading in the middle of a frame; it is kept, and ends the program's loop.
final class GridRecorder {
  /// Where it goes.
  let path: String
  private var encoder = GridEncoder()
  private let file: RecordedFile

  /// - Parameter path: A file, or `-` for standard output. A recording that is there already stays: this one then goes
  ///   beside it, under the same name with a number.
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

  /// - Throws: What kept a record from being written.
  func check() throws {
    if let failure = file.failure { throw failure }
  }

  /// Comes back when everything is written; throws as ``check()`` does.
  func finish() throws {
    file.finish()
    try check()
  }
}

/// A file that is written on a thread of its own: a disk may take its time, a camera does not wait.
///
/// Half a minute of records can wait; then whoever appends waits too, so that none is missing.
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
  /// How much a power cut may cost.
  private static let diskInterval = Duration.seconds(1)

  init(_ output: consuming Output) {
    self.output = output
    // Counted up from zero: Dispatch forbids letting go of a semaphore that stands below its first value.
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

  /// Comes back when nothing waits.
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
