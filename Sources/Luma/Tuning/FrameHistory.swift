import Frames

/// Copies of the last seconds of frames of one format. The frames are copied because their source needs its buffers back.
final class FrameHistory {
  private final class FrameBox {
    let frame: Frame
    init(_ frame: consuming Frame) { self.frame = frame }
  }

  /// Ten seconds at 30 frames per second, in at most a quarter of a gibibyte.
  static let maximumFrames = 300
  static let maximumBytes = 256 << 20

  let format: FrameFormat
  private let pool: FramePool
  private let capacity: Int
  private var frames: [FrameBox] = []

  init(_ format: FrameFormat) {
    self.format = format
    capacity = min(Self.maximumFrames, max(2, Self.maximumBytes / max(1, format.byteCount)))
    pool = FramePool(format: format, capacity: capacity)
  }

  var count: Int { frames.count }

  /// Keeps a copy of `frame`. A full history drops its oldest frame.
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
    if let copy { frames.append(FrameBox(copy)) }
  }

  /// - Parameter index: 0 is the oldest frame.
  func withFrame<Failure: Error>(
    _ index: Int, _ body: (borrowing Frame) throws(Failure) -> Void
  ) throws(Failure) {
    try body(frames[index].frame)
  }

  func timestamp(_ index: Int) -> Timestamp { frames[index].frame.timestamp }
}
