/// The owner of a frame's memory: a camera's ring of mapped buffers, or a pool.
public protocol FrameLender: AnyObject, Sendable {
  /// Takes buffer `index` back. Called exactly once for each frame, on whichever thread ends the frame.
  func takeBack(_ index: Int)
}

/// One picture. Its memory belongs to a ``FrameLender`` and returns to it when the frame ends.
///
/// A frame can be moved between threads but never copied, so a camera's buffer is given back exactly once. No thread writes to
/// the memory until then, so a frame may cross threads.
///
/// A grid recording has measurements instead of pictures. Its frames have no memory: their pixels are painted when they are
/// used.
public struct Frame: ~Copyable, @unchecked Sendable {
  /// The layout of its memory.
  public let format: FrameFormat
  /// When the light of this frame was collected: the start of its exposure where the source knows it.
  public let timestamp: Timestamp
  /// The source's own count of frames. A step of more than one means that frames are missing before this one.
  public let sequence: UInt64
  /// How long the shutter was open, in seconds; `nil` where the source does not say.
  public let exposure: Double?
  /// The measurement of the picture, if it was recorded instead of the pixels.
  public let recordedGrid: LumaGrid?

  private enum Pixels {
    case lent(UnsafeRawBufferPointer, by: any FrameLender, index: Int)
    case painted(by: @Sendable (UnsafeMutableRawBufferPointer) -> Void)
  }
  private let pixels: Pixels

  /// - Parameter bytes: The lent memory, at least `format.byteCount` long, valid until `takeBack(index)`.
  public init(
    format: FrameFormat, timestamp: Timestamp, sequence: UInt64, exposure: Double? = nil,
    bytes: UnsafeRawBufferPointer, lender: any FrameLender, index: Int
  ) {
    precondition(bytes.count >= format.byteCount, "a frame's buffer must hold all its planes")
    self.format = format
    self.timestamp = timestamp
    self.sequence = sequence
    self.exposure = exposure
    recordedGrid = nil
    pixels = .lent(bytes, by: lender, index: index)
  }

  /// A frame of a grid recording.
  ///
  /// - Parameter paint: Writes pixels whose tiles are those of `grid`.
  public init(
    format: FrameFormat, recorded grid: LumaGrid,
    paint: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void
  ) {
    self.format = format
    timestamp = grid.timestamp
    sequence = grid.sequence
    exposure = grid.exposure
    recordedGrid = grid
    pixels = .painted(by: paint)
  }

  deinit {
    if case .lent(_, let lender, let index) = pixels { lender.takeBack(index) }
  }

  /// The bytes of plane `index`, from its first pixel to its last; rows are `format.planes[index].stride` apart.
  public borrowing func withPlane<Result, Failure: Error>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let plane = format.planes[index]
    switch pixels {
    case .lent(let bytes, _, _):
      return try body(UnsafeRawBufferPointer(rebasing: bytes[plane.offset..<plane.end]))
    case .painted(let paint):
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: format.byteCount, alignment: 16)
      defer { bytes.deallocate() }
      paint(bytes)
      return try body(UnsafeRawBufferPointer(rebasing: bytes[plane.offset..<plane.end]))
    }
  }
}
