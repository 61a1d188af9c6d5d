import Glibc
import Synchronization

/// Frame buffers in ordinary memory, used again and again, for sources that make or decode their pictures.
///
/// A steady stream allocates nothing: a buffer comes back when its frame ends and is lent out again.
public final class FramePool: FrameLender {
  public let format: FrameFormat
  private let buffers: [Buffer]
  private let unused: Mutex<[Int]>

  // Whoever took the buffer from the list of unused ones writes it alone; on lease nobody does.
  private struct Buffer: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer
  }

  /// - Parameter capacity: How many frames can be out at once.
  /// - Returns: `nil` where there is no memory for them: the size is somebody else's claim.
  public init?(ofClaimed format: FrameFormat, capacity: Int) {
    self.format = format
    // Cleared, so padding is never someone else's data; by the system and only where it is touched, so that a header
    // that claims a giant picture costs nothing until its pixels come.
    let starts = (0..<capacity).map { _ in calloc(1, format.byteCount) }
    buffers = starts.compactMap(\.self).map {
      Buffer(bytes: UnsafeMutableRawBufferPointer(start: $0, count: format.byteCount))
    }
    unused = Mutex(Array((0..<capacity).reversed()))
    if buffers.count < capacity { return nil }
  }

  /// The same of frames whose size is known to fit.
  public convenience init(format: FrameFormat, capacity: Int) {
    self.init(ofClaimed: format, capacity: capacity)!
  }

  deinit {
    for buffer in buffers { free(buffer.bytes.baseAddress) }
  }

  /// A frame whose pixels `fill` has written, or `nil` while every buffer is out or when `fill` throws its error.
  /// `fill` sees what an earlier frame left in the buffer.
  public func frame<Failure: Error>(
    timestamp: Timestamp, sequence: UInt64, exposure: Double? = nil,
    fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) -> Frame? {
    guard let index = unused.withLock({ $0.popLast() }) else { return nil }
    do {
      try fill(buffers[index].bytes)
    } catch {
      takeBack(index)
      throw error
    }
    return Frame(
      format: format, timestamp: timestamp, sequence: sequence, exposure: exposure,
      bytes: UnsafeRawBufferPointer(buffers[index].bytes), lender: self, index: index)
  }

  /// Buffers not out at the moment.
  public var available: Int { unused.withLock(\.count) }

  public func takeBack(_ index: Int) {
    unused.withLock { $0.append(index) }
  }
}
