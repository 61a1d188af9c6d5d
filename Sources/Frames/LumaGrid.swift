/// The exact luma of one frame, tile by tile: the one thing measured from a picture.
///
/// Tiles are ``tileSide`` x `tileSide` pixels, row by row from the top left of the scene's first frame; the last column and row
/// hold what is left of an odd picture. In later frames they lie as ``motion`` says: a tile sees one part of the scene, wherever
/// the camera turns.
public struct LumaGrid: Sendable, Equatable {
  /// The side of a tile in pixels. 16 x 16 x 255 = 65 280 fits 16 bits, so a sum is exact in two 8-bit channels.
  public static let tileSide = 16

  /// Pixels at or above this luma count as clipped: a sensor saturates a few codes below 255.
  public static let clipLevel: UInt8 = 250

  /// What is kept of a tile, in the four bytes in which an RGBA8 target delivers it.
  public struct Tile: Sendable, Equatable {
    public var sumHigh: UInt8
    public var sumLow: UInt8
    /// The brightest pixel.
    public var maximum: UInt8
    /// Pixels at or above ``LumaGrid/clipLevel``; 255 stands for 255 or 256.
    public var clipped: UInt8

    public init(sum: UInt16, maximum: UInt8, clipped: UInt8) {
      sumHigh = UInt8(truncatingIfNeeded: sum >> 8)
      sumLow = UInt8(truncatingIfNeeded: sum)
      self.maximum = maximum
      self.clipped = clipped
    }

    public static let dark = Tile(sum: 0, maximum: 0, clipped: 0)

    /// The sum of the luma of all pixels.
    public var sum: Int { Int(sumHigh) << 8 | Int(sumLow) }
  }

  /// Size of the picture in pixels.
  public private(set) var width: Int
  public private(set) var height: Int
  public private(set) var columns: Int
  public private(set) var rows: Int
  /// `columns * rows` tiles, row by row; dark where ``places`` has them outside the picture, but unknown.
  public var tiles: [Tile]
  /// Where the tiles lie in the picture.
  public var motion = SceneMotion.still
  /// See ``Frame/timestamp``, ``Frame/sequence`` and ``Frame/exposure``.
  public var timestamp: Timestamp
  public var sequence: UInt64
  public var exposure: Double?
  /// Of each tile, the most by which one of its pixels lies above that pixel's own calm value, in levels; `nil` where no
  /// calm values are known.
  ///
  /// The brightest pixel of a tile tells of a small lamp only if nothing near it is brighter; the largest rise does
  /// wherever the lamp adds to what is there.
  public var rises: [UInt8]?
  /// How many frames the calm values are the average of so far, up to ``framesOfCalm``, from which on ``rises`` are known;
  /// `nil` where nobody averages any.
  public var calmFrames: Int?

  /// About a second of frames at the usual rates. A power of two, so that an average of whole numbers needs no rounding.
  public static let framesOfCalm = 32

  public init(
    width: Int, height: Int, timestamp: Timestamp = .zero, sequence: UInt64 = 0, exposure: Double? = nil
  ) {
    self.width = width
    self.height = height
    (columns, rows) = Self.size(width: width, height: height)
    tiles = Array(repeating: .dark, count: columns * rows)
    self.timestamp = timestamp
    self.sequence = sequence
    self.exposure = exposure
  }

  /// Columns and rows for a picture of `width` x `height` pixels.
  public static func size(width: Int, height: Int) -> (columns: Int, rows: Int) {
    ((width + tileSide - 1) / tileSide, (height + tileSide - 1) / tileSide)
  }

  /// Makes this the grid of `frame`, keeping the storage when the size is unchanged. The tiles are still to be filled.
  public mutating func adopt(_ frame: borrowing Frame) {
    if width != frame.format.width || height != frame.format.height {
      self = LumaGrid(width: frame.format.width, height: frame.format.height)
    }
    timestamp = frame.timestamp
    sequence = frame.sequence
    exposure = frame.exposure
  }

  /// Takes over what a recording has kept.
  public mutating func adopt(_ recorded: RecordedMeasurement) {
    motion = recorded.motion
    (rises, calmFrames) = (recorded.rises, recorded.calmFrames)
  }

  /// Where each tile lies in the picture.
  public var places: TilePlaces { TilePlaces(motion, width: width, height: height) }

  public subscript(column: Int, row: Int) -> Tile {
    get { tiles[row * columns + column] }
    set { tiles[row * columns + column] = newValue }
  }

  /// How many pixels of the picture tile (`column`, `row`) covers: 256 but for the last column and row.
  public func pixelCount(column: Int, row: Int) -> Int {
    min(Self.tileSide, width - column * Self.tileSide) * min(Self.tileSide, height - row * Self.tileSide)
  }

  /// The mean luma of all tiles that are visible, 0...255.
  public var mean: Double {
    var sum = 0
    for index in tiles.indices { sum += tiles[index].sum }
    func pixels(_ tiles: Range<Int>, of length: Int) -> Int {
      min(tiles.upperBound * Self.tileSide, length) - tiles.lowerBound * Self.tileSide
    }
    let places = places
    return Double(sum) / Double(max(1, pixels(places.columns, of: width) * pixels(places.rows, of: height)))
  }
}
