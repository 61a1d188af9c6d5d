/// The exact luma of one frame, tile by tile: the only measurement of a picture.
///
/// Tiles are ``tileSide`` x `tileSide` pixels, row by row from the top left of the scene's first frame; the last column and row
/// are smaller if the picture's size is not a multiple. In later frames, ``motion`` gives their places: a tile shows the same
/// part of the scene, wherever the camera turns.
public struct LumaGrid: Sendable, Equatable {
  /// The side of a tile in pixels. 16 x 16 x 255 = 65 280 fits 16 bits, so a sum is exact in two 8-bit channels.
  public static let tileSide = 16

  /// Pixels at or above this luma count as clipped: a sensor saturates a few codes below 255.
  public static let clipLevel: UInt8 = 250

  /// The sums of a tile, in the order of the four bytes of an RGBA8 pixel.
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
  /// `columns * rows` tiles, row by row. A tile outside the picture by ``places`` is unknown, and stored as dark.
  public var tiles: [Tile]
  /// Where the tiles lie in the picture.
  public var motion = SceneMotion.still
  /// See ``Frame/timestamp``, ``Frame/sequence`` and ``Frame/exposure``.
  public var timestamp: Timestamp
  public var sequence: UInt64
  public var exposure: Double?
  /// The background difference of each tile, in levels: the largest difference of a pixel's luma from the pixel's own
  /// background. `nil` if the background is not known.
  ///
  /// The brightest pixel of a tile shows a small lamp only if nothing near it is brighter. The background difference shows it
  /// wherever the lamp adds light.
  public var backgroundDifferences: [UInt8]?
  /// Number of frames in the average that is the background, up to ``calibrationFrames``. From then on
  /// ``backgroundDifferences`` are known. `nil` without calibration.
  public var averagedFrames: Int?

  /// Number of frames of a calibration: about a second at the usual rates. A power of two, so that an average of integers needs
  /// no rounding.
  public static let calibrationFrames = 32

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

  /// Makes this the grid of `frame`, and keeps the storage if the size is unchanged. Does not fill the tiles.
  public mutating func adopt(_ frame: borrowing Frame) {
    if width != frame.format.width || height != frame.format.height {
      self = LumaGrid(width: frame.format.width, height: frame.format.height)
    }
    timestamp = frame.timestamp
    sequence = frame.sequence
    exposure = frame.exposure
  }

  /// Where each tile lies in the picture.
  public var places: TilePlaces { TilePlaces(motion, width: width, height: height) }

  public subscript(column: Int, row: Int) -> Tile {
    get { tiles[row * columns + column] }
    set { tiles[row * columns + column] = newValue }
  }

  /// The number of pixels in tile (`column`, `row`): 256 except in the last column and row.
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
