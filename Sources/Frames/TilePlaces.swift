/// Where the tiles of a picture lie, in whole pixels, when the scene has moved.
///
/// Sums of whole pixels are exact, so every implementation measures the same. Within a tile, a roll of one degree moves the
/// corners by 0.2 pixels, which is less than the rounding error.
public struct TilePlaces: Sendable {
  /// Where the grid of tiles lies in the picture.
  public private(set) var motion: SceneMotion
  private let columnCount: Int
  /// The tiles along each side of the picture that are not cut off by its edge.
  private let wholeTiles: SIMD2<Int>
  /// The middle tile.
  public let pivot: SIMD2<Int>
  /// Added before rounding down, in 1/256 pixel: a half, and the residual if the displacements of the tiles differ.
  public let bias: SIMD2<Int>
  /// The columns of tiles that lie wholly between the left and the right edge of the picture, in every row.
  public private(set) var columns = 0..<0
  /// The rows of tiles that lie wholly between the top and the bottom edge, in every column.
  public private(set) var rows = 0..<0

  /// The places of the tiles of a picture.
  ///
  /// - Parameters:
  ///   - motion: Where the grid of tiles lies in the picture.
  ///   - width: Width of the picture, in pixels.
  ///   - height: Height of the picture, in pixels.
  public init(_ motion: SceneMotion, width: Int, height: Int) {
    self.motion = motion
    pivot = SIMD2(SceneMotion.middle(of: width), SceneMotion.middle(of: height))
    let residual = SIMD2(Int(motion.residual.x), Int(motion.residual.y))
    bias = SIMD2(repeating: 128) &+ (motion.isTurned ? 4 &* residual : .zero)
    let size = LumaGrid.size(width: width, height: height)
    columnCount = size.columns
    wholeTiles = SIMD2(width, height) / LumaGrid.tileSide
    guard motion.isTurned || motion.x != 0 || motion.y != 0 else {
      (columns, rows) = (0..<size.columns, 0..<size.rows)
      return
    }
    // A displacement changes linearly along a row or column, so its extremes are at the ends.
    columns = Self.visible(size.columns, of: width) { column in
      let ends = (
        self.displacement(column: column, row: 0).x, self.displacement(column: column, row: size.rows - 1).x
      )
      return min(ends.0, ends.1)...max(ends.0, ends.1)
    }
    rows = Self.visible(size.rows, of: height) { row in
      let ends = (
        self.displacement(column: 0, row: row).y, self.displacement(column: size.columns - 1, row: row).y
      )
      return min(ends.0, ends.1)...max(ends.0, ends.1)
    }
  }

  /// The displacement of a tile, in pixels to the right and down.
  @inline(__always)
  public func displacement(column: Int, row: Int) -> SIMD2<Int> {
    let turn = turn(column: column, row: row)
    return SIMD2(motion.x &+ turn.x >> 8, motion.y &+ turn.y >> 8)
  }

  /// The displacement of a tile relative to the middle tile's, in 1/256 pixel, plus ``bias``.
  @inline(__always)
  private func turn(column: Int, row: Int) -> SIMD2<Int> {
    let (right, down) = (column &- pivot.x, row &- pivot.y)
    let (zoom, roll) = (Int(motion.zoom), Int(motion.roll))
    return SIMD2(
      bias.x &+ zoom &* right &- roll &* down, bias.y &+ zoom &* down &+ roll &* right)
  }

  /// The rest of a tile's displacement beyond whole pixels, in pixels.
  @inline(__always)
  public func residual(column: Int, row: Int) -> SIMD2<Float> {
    guard motion.isTurned else { return SIMD2<Float>(motion.residual) / 64 }
    return (SIMD2<Float>(turn(column: column, row: row) & 255) - 128) / 256
  }

  /// The places in the same picture of the tiles of a grid that begins `tiles` farther right and down. Tiles that this grid does
  /// not have count as outside the picture. So do those that the edge of the picture cuts off in one of the grids alone.
  package func moved(by tiles: SIMD2<Int>) -> TilePlaces {
    var next = self
    let turn = turn(column: pivot.x &+ tiles.x, row: pivot.y &+ tiles.y) &- bias
    next.motion.x += LumaGrid.tileSide * tiles.x + turn.x >> 8
    next.motion.y += LumaGrid.tileSide * tiles.y + turn.y >> 8
    next.motion.origin &+= SIMD2<Int32>(truncatingIfNeeded: tiles)
    next.columns = Self.moved(columns, by: tiles.x, whole: wholeTiles.x)
    next.rows = Self.moved(rows, by: tiles.y, whole: wholeTiles.y)
    return next
  }

  private static func moved(_ tiles: Range<Int>, by offset: Int, whole: Int) -> Range<Int> {
    guard offset != 0 else { return tiles }
    let first = max(0, tiles.lowerBound - offset)
    return first..<max(first, min(whole, min(whole, tiles.upperBound) - offset))
  }

  /// The tile in the picture that is nearest to a tile; `nil` if none is in the picture.
  package func nearest(column: Int, row: Int) -> (column: Int, row: Int)? {
    guard let right = columns.last, let bottom = rows.last else { return nil }
    return (min(max(column, columns.lowerBound), right), min(max(row, rows.lowerBound), bottom))
  }

  /// Whether a tile lies in the picture, by its index in ``LumaGrid/tiles``.
  public func contains(tile: Int) -> Bool {
    let (row, column) = tile.quotientAndRemainder(dividingBy: columnCount)
    return columns.contains(column) && rows.contains(row)
  }

  /// The displacement of a place in the scene, in pixels: that of its tile, but not rounded if the picture has turned.
  public func displacement(at place: SIMD2<Double>) -> SIMD2<Double> {
    let whole = SIMD2(Double(motion.x), Double(motion.y))
    guard motion.isTurned else { return whole }
    let side = Double(LumaGrid.tileSide)
    let middle = side * (SIMD2(Double(pivot.x), Double(pivot.y)) + 0.5)
    let distance = (place - middle) / Double(SceneMotion.turnUnit)
    let across = SIMD2(-distance.y, distance.x)
    return whole + Double(motion.zoom) * distance + Double(motion.roll) * across
  }

  /// The tiles, among `tiles` along a side of `length` pixels, that lie wholly in the picture with each of their
  /// `displacements`.
  private static func visible(
    _ tiles: Int, of length: Int, _ displacements: (Int) -> ClosedRange<Int>
  ) -> Range<Int> {
    let side = LumaGrid.tileSide
    var (first, end) = (0, tiles)
    while first < tiles, side * first + displacements(first).lowerBound < 0 { first += 1 }
    while end > first, min(side * end, length) + displacements(end - 1).upperBound > length { end -= 1 }
    return first..<end
  }
}
