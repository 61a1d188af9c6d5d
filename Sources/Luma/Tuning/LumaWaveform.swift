import Frames

/// How bright a picture's tiles are on average, from its left edge to its right: told by its grid, without another pass.
public struct LumaWaveform: Hashable, Sendable {
  /// From black to white.
  public static let levelCount = 32
  /// Of wider pictures several columns of tiles are told as one.
  public static let mostColumns = 64

  /// Each column of the picture, a tile wide or several: what share of its tiles has each level, 0...1.
  public private(set) var columns: [[Float]] = []

  /// Of no picture.
  public init() {}

  /// - Parameter grid: Whose tiles' mean luma is told.
  public init(_ grid: LumaGrid) {
    let side = LumaGrid.tileSide
    let count = min(grid.columns, Self.mostColumns)
    var tiles = [[Int]](repeating: [Int](repeating: 0, count: Self.levelCount), count: count)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        // Tiles at the right and lower edge hold what is left of the picture.
        let pixels = min(side, grid.width - column * side) * min(side, grid.height - row * side)
        let mean = grid.tiles[row * grid.columns + column].sum / max(1, pixels)
        tiles[column * count / grid.columns][min(mean * Self.levelCount / 256, Self.levelCount - 1)] += 1
      }
    }
    columns = tiles.map { levels in
      let all = Float(max(1, levels.reduce(0, +)))
      return levels.map { Float($0) / all }
    }
  }
}
