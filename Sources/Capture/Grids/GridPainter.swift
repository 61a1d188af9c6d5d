import Frames

/// Paints grids: each tile has one level, with its brightest pixels in the middle, like a lamp.
struct GridPainter {
  private let width: Int
  private let height: Int
  /// Offsets of a tile's pixels from its corner, beginning with those in the middle. The four lists are for whole tiles, tiles
  /// in the last column, in the last row, and in both.
  private let places: [[Int]]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    let side = LumaGrid.tileSide
    let (lastWidth, lastHeight) = ((width - 1) % side + 1, (height - 1) % side + 1)
    places = [(side, side), (lastWidth, side), (side, lastHeight), (lastWidth, lastHeight)].map { size in
      let (columns, rows) = (size.0, size.1)
      func distance(_ place: Int) -> Int {
        let (x, y) = (2 * (place % columns) - columns + 1, 2 * (place / columns) - rows + 1)
        return x * x + y * y
      }
      return (0..<(columns * rows)).sorted { (distance($0), $0) < (distance($1), $1) }
        .map { $0 / columns * width + $0 % columns }
    }
  }

  /// Writes luma, one byte per pixel, whose measurement is `grid`.
  func paint(_ grid: LumaGrid, into luma: UnsafeMutableRawBufferPointer) {
    precondition(grid.width == width && grid.height == height && luma.count >= width * height)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        guard let pixels = TilePixels(grid[column, row], count: grid.pixelCount(column: column, row: row))
        else { continue }
        let corner = (row * width + column) * LumaGrid.tileSide
        let places = places[(column == grid.columns - 1 ? 1 : 0) + (row == grid.rows - 1 ? 2 : 0)]
        var next = 0
        pixels.forEach { pixel in
          luma[corner + places[next]] = pixel
          next += 1
        }
      }
    }
  }
}
