/// The owner of a frame's memory: a camera's ring of mapped buffers, or a pool.
public protocol FrameLender: AnyObject, Sendable {
  /// Takes buffer `index` back. Called exactly once for each frame, on whichever thread ends the frame.
  func takeBack(_ index: Int)
}

/// Measurements of a picture that a grid recording holds besides the tiles: see ``LumaGrid/motion``,
/// ``LumaGrid/backgroundDifferences`` and ``LumaGrid/averagedFrames``.
public struct RecordedMeasurement: Sendable {
  public var motion: SceneMotion
  public var backgroundDifferences: [UInt8]?
  public var averagedFrames: Int?

  public init(of grid: LumaGrid) {
    motion = grid.motion
    (backgroundDifferences, averagedFrames) = (grid.backgroundDifferences, grid.averagedFrames)
  }
}

/// One picture. Its memory belongs to a ``FrameLender`` and returns to it when the frame ends.
///
/// A frame can be moved between threads but never copied, so a camera's buffer is given back exactly once. No thread writes to
/// the memory until then, so a frame may cross threads.
public struct Frame: ~Copyable, @unchecked Sendable {
  public let format: FrameFormat
  /// When the light of this frame was collected: the start of its exposure where the source knows it.
  public let timestamp: Timestamp
  /// The source's own count of frames. A step of more than one means that frames are missing before this one.
  public let sequence: UInt64
  /// How long the shutter was open, in seconds; `nil` where the source does not say.
  public let exposure: Double?
  /// Stored by recordings of grids, because it cannot be measured from a picture made of a grid's tiles.
  public var recordedMeasurement: RecordedMeasurement?

  private let bytes: UnsafeRawBufferPointer
  private let lender: any FrameLender
  private let index: Int

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
    self.bytes = bytes
    self.lender = lender
    self.index = index
  }

  deinit { lender.takeBack(index) }

  /// The bytes of plane `index`, from its first pixel to its last; rows are `format.planes[index].stride` apart.
  public borrowing func withPlane<Result, Failure: Error>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let plane = format.planes[index]
    return try body(UnsafeRawBufferPointer(rebasing: bytes[plane.offset..<plane.end]))
  }
}
