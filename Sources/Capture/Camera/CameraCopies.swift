import Frames

/// A camera's frames in own memory: decoded from JPEG, or copied if the driver has too few buffers.
final class CameraCopies {
  private let decoder: JPEGDecoder?
  private var pool: FramePool

  /// - Parameters:
  ///   - format: The layout of the camera's buffers; with JPEG, the expected one until the first picture.
  ///   - decoder: For JPEG pictures.
  init(format: FrameFormat, decoder: JPEGDecoder? = nil) {
    self.decoder = decoder
    pool = FramePool(format: format, capacity: V4L2BufferRing.wantedCount)
  }

  /// A frame from the filled part of a buffer. The layout of JPEG pictures may change.
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
