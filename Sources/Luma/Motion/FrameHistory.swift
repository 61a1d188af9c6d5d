import Frames

/// The last seconds of frames of one format, copied: the buffers of their source are wanted back.
final class FrameHistory {
  private final class Kept {
    let frame: Frame
    init(_ frame: consuming Frame) { self.frame = frame }
  }

  /// Ten seconds at 30 frames a second, in a quarter of a gibibyte at most.
  static let mostFrames = 300
  static let mostBytes = 256 << 20

  let format: FrameFormat
  private let pool: FramePool
  private let capacity: Int
  private var frames: [Kept] = []

  init(_ format: FrameFormat) {
    self.format = format
    capacity = min(Self.mostFrames, max(2, Self.mostBytes / max(1, format.byteCount)))
    pool = FramePool(format: format, capacity: capacity)
  }

  var count: Int { frames.count }

  /// Keeps a copy; the oldest makes room for it.
  func append(_ frame: borrowing Frame) {
    if frames.count == capacity { frames.removeFirst() }
    let format = format
    let copy = pool.frame(timestamp: frame.timestamp, sequence: frame.sequence, exposure: frame.exposure) {
      bytes in
      for (index, plane) in format.planes.enumerated() {
        frame.withPlane(index) { source in
          UnsafeMutableRawBufferPointer(rebasing: bytes[plane.offset..<plane.offset + source.count])
            .copyMemory(from: source)
        }
      }
    }
    if let copy { frames.append(Kept(copy)) }
  }

  /// - Parameter index: From the oldest.
  func withFrame(_ index: Int, _ body: (borrowing Frame) throws -> Void) rethrows {
    try body(frames[index].frame)
  }

  func timestamp(_ index: Int) -> Timestamp { frames[index].frame.timestamp }
}
