import Glibc
import Synchronization

/// Reusable frame buffers in ordinary memory, for sources that make or decode their pictures.
///
/// A steady stream allocates nothing: a buffer comes back when its frame ends and is lent out again.
public final class FramePool: FrameLender {
  /// The layout of its frames.
  public let format: FrameFormat
  private let buffers: [Buffer]
  private let unused: Mutex<[Int]>

  // The thread that took a buffer from the list of unused ones is its only writer, until the frame is lent.
  private struct Buffer: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer
  }

  /// - Parameter capacity: How many frames can be lent at once.
  /// - Returns: `nil` if there is no memory for them: the size comes from a header, which may be wrong.
  public init?(unverified format: FrameFormat, capacity: Int) {
    self.format = format
    // `calloc` clears the memory, so that padding holds no foreign data. The system clears a page when it is first used, so a
    // header with a giant size costs nothing until its pixels are written.
    let starts = (0..<capacity).map { _ in calloc(1, format.byteCount) }
    buffers = starts.compactMap(\.self).map {
      Buffer(bytes: UnsafeMutableRawBufferPointer(start: $0, count: format.byteCount))
    }
    unused = Mutex(Array((0..<capacity).reversed()))
    if buffers.count < capacity { return nil }
  }

  /// A pool of frames whose size is known to fit in memory.
  public convenience init(format: FrameFormat, capacity: Int) {
    self.init(unverified: format, capacity: capacity)!
  }

  deinit {
    for buffer in buffers { free(buffer.bytes.baseAddress) }
  }

  /// A frame whose pixels `fill` has written, or `nil` while every buffer is lent. Throws the error of `fill`. The buffer that
  /// `fill` gets still holds the pixels of an earlier frame.
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

  /// The number of buffers that are not lent.
  public var available: Int { unused.withLock(\.count) }

  /// Takes a buffer back: its frame has ended.
  public func takeBack(_ index: Int) {
    unused.withLock { $0.append(index) }
  }
}
