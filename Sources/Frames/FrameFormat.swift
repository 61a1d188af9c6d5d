/// The layout of all frames of a stream: pixel format, size, and the place of each plane in the buffer.
public struct FrameFormat: Hashable, Sendable {
  /// One plane of a frame's buffer.
  public struct Plane: Hashable, Sendable {
    /// Bytes from the start of the buffer to the plane's first row.
    public var offset: Int
    /// Bytes from one row to the next, at least the row's own bytes (`bytesperline` in V4L2).
    public var stride: Int
    /// Bytes of a row that carry pixels.
    public var rowBytes: Int
    /// Number of rows.
    public var rows: Int

    /// A plane with these sizes.
    public init(offset: Int, stride: Int, rowBytes: Int, rows: Int) {
      self.offset = offset
      self.stride = stride
      self.rowBytes = rowBytes
      self.rows = rows
    }

    /// The byte after the last pixel; the last row needs no padding.
    public var end: Int { rows == 0 ? offset : offset + stride * (rows - 1) + rowBytes }
  }

  /// The luma codes of black and white.
  public enum Range: String, Hashable, Sendable, Codable {
    /// 16 is black and 235 is white (ITU-R BT.601, "studio" range).
    case limited
    /// 0 is black and 255 is white (JPEG, RGB).
    case full
  }

  /// How the pixels lie in memory.
  public let pixelFormat: PixelFormat
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// The place of each plane, ``PixelFormat/planeCount`` of them.
  public let planes: [Plane]
  /// The luma codes of black and white. Always full for red, green and blue, which have no other.
  public let range: Range

  /// The largest width or height that Aldis accepts. Tile coordinates stay exact in a 32-bit float well beyond it. A header
  /// with a larger size is damaged or malicious.
  public static let largestSide = 16_384

  /// Whether a picture of this size can be read: each side is 1...``largestSide``.
  public static func accepts(width: some BinaryInteger, height: some BinaryInteger) -> Bool {
    min(Int(clamping: width), Int(clamping: height)) >= 1
      && max(Int(clamping: width), Int(clamping: height)) <= largestSide
  }

  /// A format whose planes lie one after another.
  ///
  /// - Parameter stride: Bytes from row to row of plane 0 (`bytesperline`); chroma planes scale with it, as V4L2 lays
  ///   out its single-buffer planar formats. `nil` means tightly packed.
  public init(
    _ pixelFormat: PixelFormat, width: Int, height: Int, stride: Int? = nil, range: Range = .limited
  ) {
    precondition(Self.accepts(width: width, height: height))
    let firstRow = pixelFormat.planeSize(0, width: width, height: height).rowBytes
    let padded = max(stride ?? firstRow, firstRow)
    var planes: [Plane] = []
    for index in 0..<pixelFormat.planeCount {
      let (rowBytes, rows) = pixelFormat.planeSize(index, width: width, height: height)
      let chroma = index == 0 ? nil : pixelFormat.chromaPlanes
      let scaled = chroma.map { padded * $0.bytes / $0.width } ?? padded
      let offset = planes.last.map { $0.offset + $0.stride * $0.rows } ?? 0
      planes.append(
        Plane(
          offset: offset, stride: stride == nil ? rowBytes : max(scaled, rowBytes), rowBytes: rowBytes,
          rows: rows))
    }
    self.init(pixelFormat, width: width, height: height, planes: planes, range: range)
  }

  /// A format with the given planes, such as a decoder's.
  public init(
    _ pixelFormat: PixelFormat, width: Int, height: Int, planes: [Plane], range: Range = .limited
  ) {
    precondition(planes.count == pixelFormat.planeCount)
    self.pixelFormat = pixelFormat
    self.width = width
    self.height = height
    self.planes = planes
    self.range = pixelFormat.isRGB ? .full : range
  }

  /// Bytes that a buffer needs for one frame. This is used for every frame and must not allocate, so the map is lazy.
  public var byteCount: Int { planes.lazy.map(\.end).max() ?? 0 }
}
