/// The exact luma of one frame, tile by tile: the only measurement of a picture.
///
/// A grid has one tile for each 16 x 16 pixels of its picture. Other packages make a grid by
/// ``init(width:height:tiles:timestamp:sequence:exposure:)``, which checks the tiles.
///
/// Tiles are ``tileSide`` x `tileSide` pixels, row by row from the top left of the picture; the last column and row
/// are smaller if the picture's size is not a multiple of that. If the camera moves, ``motion`` gives their places: a tile shows
/// the same part of the scene, wherever the camera turns.
public struct LumaGrid: Sendable, Equatable {
  /// The side of a tile in pixels. 16 x 16 x 255 = 65 280 fits 16 bits, so a sum is exact in two 8-bit channels.
  public static let tileSide = 16

  /// Pixels at or above this luma count as clipped: a sensor saturates a few codes below 255.
  public static let clipLevel: UInt8 = 250

  /// The sums of a tile, in the order of the four bytes of an RGBA8 pixel.
  public struct Tile: Sendable, Equatable {
    /// The sum of the luma of all pixels, divided by 256.
    public var sumHigh: UInt8
    /// The remainder of that division.
    public var sumLow: UInt8
    /// The brightest pixel.
    public var maximum: UInt8
    /// Pixels at or above ``LumaGrid/clipLevel``; 255 stands for 255 or 256.
    public var clipped: UInt8

    /// The sum of the luma of all pixels, the brightest pixel, and the number of pixels at or above ``LumaGrid/clipLevel``.
    public init(sum: UInt16, maximum: UInt8, clipped: UInt8) {
      sumHigh = UInt8(truncatingIfNeeded: sum >> 8)
      sumLow = UInt8(truncatingIfNeeded: sum)
      self.maximum = maximum
      self.clipped = clipped
    }

    /// A tile of black pixels.
    public static let dark = Tile(sum: 0, maximum: 0, clipped: 0)

    /// The sum of the luma of all pixels.
    public var sum: Int { Int(sumHigh) << 8 | Int(sumLow) }
  }

  /// Width of the picture in pixels.
  public private(set) var width: Int
  /// Height of the picture in pixels.
  public private(set) var height: Int
  /// Tiles in a row.
  public private(set) var columns: Int
  /// Rows of tiles.
  public private(set) var rows: Int
  /// `columns * rows` tiles, row by row. A tile outside the picture by ``places`` is unknown, and stored as dark.
  public package(set) var tiles: [Tile]
  /// Where the tiles lie in the picture.
  public package(set) var motion = SceneMotion.still
  /// When the light of the frame was collected: see ``Frame/timestamp``.
  public var timestamp: Timestamp
  /// The source's own count of frames: see ``Frame/sequence``.
  public var sequence: UInt64
  /// How long the shutter was open, in seconds; `nil` where that is unknown.
  public var exposure: Double?
  /// The background difference of each tile, in levels: the largest difference of a pixel's luma from the pixel's own
  /// background. `nil` if the background is not known.
  ///
  /// The brightest pixel of a tile shows a small lamp only if nothing near it is brighter. The background difference shows it
  /// wherever the lamp adds light.
  public package(set) var backgroundDifferences: [UInt8]?
  /// Number of frames that the background averages so far, up to ``calibrationFrames``. From this number on
  /// ``backgroundDifferences`` are known. `nil` without calibration.
  public package(set) var averagedFrames: Int?

  /// Number of frames of a calibration: about a second at the usual rates. A power of two, so that an average of integers needs
  /// no rounding.
  public static let calibrationFrames = 32

  /// The grid of a picture that was measured elsewhere.
  ///
  /// - Parameters:
  ///   - width: Width of the picture in pixels, 1...16 384.
  ///   - height: Height of the picture in pixels, 1...16 384.
  ///   - tiles: One for each 16 x 16 pixels, row by row from the top left. Those of the last column and row may have fewer
  ///     pixels.
  ///   - timestamp: When the light of the picture was collected.
  ///   - sequence: The source's own count of pictures.
  ///   - exposure: How long the shutter was open, in seconds; `nil` where that is unknown.
  /// - Complexity: O(*n*) for *n* tiles. Allocates nothing.
  public init(
    width: Int, height: Int, tiles: [Tile], timestamp: Timestamp, sequence: UInt64 = 0,
    exposure: Double? = nil
  ) throws(LumaGridError) {
    guard FrameFormat.accepts(width: width, height: height) else {
      throw .size(width: width, height: height)
    }
    self.width = width
    self.height = height
    (columns, rows) = Self.size(width: width, height: height)
    self.tiles = tiles
    self.timestamp = timestamp
    self.sequence = sequence
    self.exposure = exposure
    guard tiles.count == columns * rows else { throw .tileCount(tiles.count, expected: columns * rows) }
    for (index, tile) in tiles.enumerated()
    where tile.sum > 255 * pixelCount(column: index % columns, row: index / columns) {
      throw .tooBright(tile: index)
    }
  }

  /// A dark grid.
  package init(
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
  package mutating func adopt(_ frame: borrowing Frame) {
    if width != frame.format.width || height != frame.format.height {
      self = LumaGrid(width: frame.format.width, height: frame.format.height)
    }
    timestamp = frame.timestamp
    sequence = frame.sequence
    exposure = frame.exposure
  }

  /// Where each tile lies in the picture.
  public var places: TilePlaces { TilePlaces(motion, width: width, height: height) }

  /// The tile in a column and a row, both counted from 0.
  public package(set) subscript(column: Int, row: Int) -> Tile {
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
