import Frames

/// A camera's frames in memory of our own: decoded from JPEG, or copied where the driver has too few buffers to lend.
final class CameraCopies {
  private let decoder: JPEGDecoder?
  private var pool: FramePool

  /// - Parameters:
  ///   - format: How the camera's buffers are laid out; with JPEG, what to expect until the first picture.
  ///   - decoder: What the pictures are decoded with, if they come as JPEG.
  init(format: FrameFormat, decoder: JPEGDecoder? = nil) {
    self.decoder = decoder
    pool = FramePool(format: format, capacity: V4L2BufferRing.wantedCount)
  }

  /// A frame from what the driver has filled of a buffer. A JPEG picture of another layout than the one before is as
  /// good.
  ///
  /// - Returns: `nil` while every frame is out on lease.
  func frame(
    from bytes: UnsafeRawBufferPointer, timestamp: Timestamp, sequence: UInt64, exposure: Double?
  ) throws(JPEGError) -> Frame? {
    let format = try decoder?.format(of: bytes) ?? pool.format
    if format != pool.format {
      pool = FramePool(format: format, capacity: V4L2BufferRing.wantedCount)
    }
    return try pool.frame(timestamp: timestamp, sequence: sequence, exposure: exposure) {
      buffer throws(JPEGError) in
      if let decoder {
        try decoder.decode(bytes, into: buffer, as: format)
      } else {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(buffer.count)))
      }
    }
  }
}
