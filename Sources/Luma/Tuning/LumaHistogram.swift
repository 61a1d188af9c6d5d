import Frames

/// How bright a picture's tiles are on average, and how much of it is clipped: told by its grid, without another pass.
public struct LumaHistogram: Hashable, Sendable {
  public static let binCount = 64
  /// Tiles by their mean luma, from black to white.
  public var bins = [Int](repeating: 0, count: Self.binCount)
  /// 0...1 of the pixels.
  public var clippedShare = 0.0

  public init() {}

  public init(_ grid: LumaGrid) {
    let side = LumaGrid.tileSide
    var clipped = 0
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let tile = grid.tiles[row * grid.columns + column]
        // Tiles at the right and lower edge hold what is left of the picture.
        let pixels = min(side, grid.width - column * side) * min(side, grid.height - row * side)
        bins[min(tile.sum / max(1, pixels) * Self.binCount / 256, Self.binCount - 1)] += 1
        clipped += Int(tile.clipped)
      }
    }
    clippedShare = Double(clipped) / Double(max(1, grid.width * grid.height))
  }
}
