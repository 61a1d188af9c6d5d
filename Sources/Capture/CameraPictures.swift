import Frames

/// The frames of a camera that sends JPEG pictures, decoded into memory of our own.
final class CameraPictures {
  private let decoder = JPEGDecoder()
  private var pool: FramePool?

  /// What the latest picture decoded to.
  var format: FrameFormat? { pool?.format }

  /// Decodes one picture. A picture of another layout than the one before is as good.
  ///
  /// - Returns: `nil` while every frame is out on lease.
  func frame(
    of jpeg: UnsafeRawBufferPointer, timestamp: Timestamp, sequence: UInt64, exposure: Double?
  ) throws(JPEGError) -> Frame? {
    let format = try decoder.format(of: jpeg)
    let pool =
      pool?.format == format ? pool! : FramePool(format: format, capacity: V4L2BufferRing.wantedCount)
    self.pool = pool
    return try pool.frame(timestamp: timestamp, sequence: sequence, exposure: exposure) {
      buffer throws(JPEGError) in
      try decoder.decode(jpeg, into: buffer, as: format)
    }
  }
}
