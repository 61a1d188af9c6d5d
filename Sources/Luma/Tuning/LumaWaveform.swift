import Frames

/// The distribution of the mean luma of a picture's tiles in each column, from left to right. It comes from the grid, without
/// another pass.
public struct LumaWaveform: Hashable, Sendable {
  /// Levels from black to white.
  public static let levelCount = 32
  /// In wider pictures, several columns of tiles count as one.
  static let maximumColumns = 64

  /// For each column, one or several tiles wide: the share of its tiles at each level, 0...1.
  public private(set) var columns: [[Float]] = []

  /// The waveform of no picture.
  public init() {}

  /// - Parameter grid: The grid of the picture.
  public init(_ grid: LumaGrid) {
    let count = min(grid.columns, Self.maximumColumns)
    var tiles = [[Int]](repeating: [Int](repeating: 0, count: Self.levelCount), count: count)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let pixels = grid.pixelCount(column: column, row: row)
        let mean = grid.tiles[row * grid.columns + column].sum / pixels
        tiles[column * count / grid.columns][min(mean * Self.levelCount / 256, Self.levelCount - 1)] += 1
      }
    }
    columns = tiles.map { levels in
      let all = Float(max(1, levels.reduce(0, +)))
      return levels.map { Float($0) / all }
    }
  }
}
