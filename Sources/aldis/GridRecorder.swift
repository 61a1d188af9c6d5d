import Capture
import Dispatch
import Glibc
import Synchronization

/// Writes what reaches the reading to a grid recording, each record as it comes.
///
/// A failed write does not stop the reading in the middle of a frame; it is kept, and ends the program's loop.
final class GridRecorder {
  private let output: Output
  private var encoder = GridEncoder()
  // Filled and emptied at every record; kept for its storage.
  private var bytes: [UInt8] = []
  private var failure: (any Error)?
  private let disk: DiskWriting
  private var lastOnDisk = ContinuousClock.now

  /// How much a power cut may cost.
  private static let diskInterval = Duration.seconds(1)

  /// - Parameter path: A file to be replaced, or `-` for standard output.
  init(_ path: String) throws {
    output = try Output.to(path)
    disk = DiskWriting(output.descriptor)
  }

  deinit { disk.wait() }

  func receive(_ record: GridRecord) {
    guard failure == nil else { return }
    bytes.removeAll(keepingCapacity: true)
    encoder.encode(record, to: &bytes)
    do {
      try bytes.withUnsafeBytes { try output.write($0) }
      let now = ContinuousClock.now
      guard now - lastOnDisk >= Self.diskInterval else { return }
      lastOnDisk = now
      disk.begin()
    } catch {
      failure = error
    }
  }

  /// - Throws: What kept a record from being written.
  func check() throws {
    if let failure { throw failure }
  }
}

/// Has a file's bytes reach the disk, so that not even a power cut costs them. The system takes as long as it takes, on a
/// thread of its own.
private final class DiskWriting: Sendable {
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "recording")
  private let isBusy = Atomic(false)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func begin() {
    guard !isBusy.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async { [self] in
      // A pipe has no disk: EINVAL, and nothing is lost.
      fdatasync(descriptor)
      isBusy.store(false, ordering: .releasing)
    }
  }

  /// Comes back when the descriptor is no longer used.
  func wait() { queue.sync {} }
}
