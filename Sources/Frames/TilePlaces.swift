/// Where the tiles of a picture of one size lie, by whole pixels, when the scene has moved.
///
/// Sums of whole pixels are exact, so that every implementation measures the same. Within a tile a roll of one degree moves the
/// corners by 0.2 pixels, which is less than rounding does.
public struct TilePlaces: Sendable {
  public let motion: SceneMotion
  private let columnCount: Int
  /// The middle tile.
  public let pivot: SIMD2<Int>
  /// What is added before rounding down, in 1/256 pixel: a half, and the residual, which only tiles that move by themselves round.
  public let bias: SIMD2<Int>
  /// The columns and rows of tiles that lie wholly in the picture: of a picture that has turned, those in which all do.
  public private(set) var columns = 0..<0
  public private(set) var rows = 0..<0

  /// - Parameters:
  ///   - width: Of the picture, in pixels.
  ///   - height: Of the picture, in pixels.
  public init(_ motion: SceneMotion, width: Int, height: Int) {
    self.motion = motion
    pivot = SIMD2(SceneMotion.middle(of: width), SceneMotion.middle(of: height))
    let residual = SIMD2(Int(motion.residual.x), Int(motion.residual.y))
    bias = SIMD2(repeating: 128) &+ (motion.isTurned ? 4 &* residual : .zero)
    let size = LumaGrid.size(width: width, height: height)
    columnCount = size.columns
    guard motion.isTurned || motion.x != 0 || motion.y != 0 else {
      (columns, rows) = (0..<size.columns, 0..<size.rows)
      return
    }
    // A way grows or shrinks evenly along a row or column: what its ends say is true of what lies between them.
    columns = Self.visible(size.columns, of: width) { column in
      let ends = (self.way(column: column, row: 0).x, self.way(column: column, row: size.rows - 1).x)
      return min(ends.0, ends.1)...max(ends.0, ends.1)
    }
    rows = Self.visible(size.rows, of: height) { row in
      let ends = (self.way(column: 0, row: row).y, self.way(column: size.columns - 1, row: row).y)
      return min(ends.0, ends.1)...max(ends.0, ends.1)
    }
  }

  /// How far a tile has come, in pixels to the right and down.
  @inline(__always)
  public func way(column: Int, row: Int) -> SIMD2<Int> {
    let (right, down) = (column &- pivot.x, row &- pivot.y)
    let (zoom, roll) = (Int(motion.zoom), Int(motion.roll))
    return SIMD2(
      motion.x &+ (bias.x &+ zoom &* right &- roll &* down) >> 8,
      motion.y &+ (bias.y &+ zoom &* down &+ roll &* right) >> 8)
  }

  /// Whether a tile, by its place in ``LumaGrid/tiles``, lies in the picture.
  public func contains(tile: Int) -> Bool {
    let (row, column) = tile.quotientAndRemainder(dividingBy: columnCount)
    return columns.contains(column) && rows.contains(row)
  }

  /// How far a place of the scene has come, in pixels: the way of its tile, not rounded where the picture has turned.
  public func way(at place: SIMD2<Double>) -> SIMD2<Double> {
    let whole = SIMD2(Double(motion.x), Double(motion.y))
    guard motion.isTurned else { return whole }
    let side = Double(LumaGrid.tileSide)
    let middle = side * (SIMD2(Double(pivot.x), Double(pivot.y)) + 0.5)
    let distance = (place - middle) / Double(SceneMotion.turnUnit)
    let across = SIMD2(-distance.y, distance.x)
    return whole + Double(motion.zoom) * distance + Double(motion.roll) * across
  }

  /// Of so many tiles along a side of `length` pixels, those that lie wholly in the picture whichever of their `ways` they go.
  private static func visible(_ tiles: Int, of length: Int, _ ways: (Int) -> ClosedRange<Int>) -> Range<Int> {
    let side = LumaGrid.tileSide
    var (first, end) = (0, tiles)
    while first < tiles, side * first + ways(first).lowerBound < 0 { first += 1 }
    while end > first, min(side * end, length) + ways(end - 1).upperBound > length { end -= 1 }
    return first..<end
  }
}
