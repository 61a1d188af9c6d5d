import Frames

/// The distribution of the mean luma of a picture's tiles, and the share of clipped pixels. Both come from the grid, without
/// another pass.
public struct LumaHistogram: Hashable, Sendable {
  static let binCount = 64
  /// Numbers of tiles by mean luma, from black to white.
  public var bins = [Int](repeating: 0, count: Self.binCount)
  /// The share of the pixels that are clipped, 0...1.
  public var clippedShare = 0.0

  public init() {}

  public init(_ grid: LumaGrid) {
    var clipped = 0
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let tile = grid.tiles[row * grid.columns + column]
        let pixels = grid.pixelCount(column: column, row: row)
        bins[min(tile.sum / pixels * Self.binCount / 256, Self.binCount - 1)] += 1
        clipped += Int(tile.clipped)
      }
    }
    clippedShare = Double(clipped) / Double(max(1, grid.width * grid.height))
  }
}
