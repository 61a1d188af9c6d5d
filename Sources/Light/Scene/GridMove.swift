import Frames

/// A move of the grid of tiles over the scene: see ``SceneMotion/origin``. A tile that stays in the grid gets another index.
struct GridMove {
  let shape: GridShape
  /// How far the grid moves, in tiles to the right and down.
  let tiles: SIMD2<Int>
  /// The columns and rows that stay in the grid, as they were before the move. A tile that the edge of the picture cuts off
  /// before or after the move does not stay: its sums are of other pixels.
  private let columns: Range<Int>
  private let rows: Range<Int>

  init(of shape: GridShape, by tiles: SIMD2<Int>) {
    (self.shape, self.tiles) = (shape, tiles)
    func staying(_ count: Int, _ pixels: Int, _ offset: Int) -> Range<Int> {
      let end = offset == 0 ? count : pixels / LumaGrid.tileSide
      let first = min(end, max(0, offset))
      return first..<max(first, min(end, end + offset))
    }
    columns = staying(shape.columns, shape.width, tiles.x)
    rows = staying(shape.rows, shape.height, tiles.y)
  }

  /// The change of a place's coordinates, in pixels: opposite to the grid's move.
  var displacement: SIMD2<Double> { -Double(LumaGrid.tileSide) * SIMD2<Double>(tiles) }

  /// The new index of a tile; `nil` if the tile does not stay in the grid.
  func index(of tile: Int) -> Int? {
    columns.contains(shape.column(of: tile)) && rows.contains(shape.row(of: tile)) ? tile - offset : nil
  }

  private var offset: Int { tiles.y * shape.columns + tiles.x }

  /// Copies the values of the tiles that stay.
  ///
  /// - Parameters:
  ///   - values: The values before the move.
  ///   - next: The values after it. Those of tiles that were not in the grid are kept.
  func copy<Value>(_ values: UnsafeBufferPointer<Value>, to next: UnsafeMutableBufferPointer<Value>) {
    guard !columns.isEmpty else { return }
    for row in rows {
      let first = row * shape.columns + columns.lowerBound
      let span = UnsafeBufferPointer(rebasing: values[first..<first + columns.count])
      _ = UnsafeMutableBufferPointer(rebasing: next[(first - offset)...]).update(fromContentsOf: span)
    }
  }

  /// The values of the tiles after the move.
  ///
  /// - Parameter newTiles: The values of the tiles that were not in the grid; the others are replaced.
  func values<Value>(_ values: [Value], newTiles: [Value]) -> [Value] {
    var next = newTiles
    values.withUnsafeBufferPointer { values in
      next.withUnsafeMutableBufferPointer { copy(values, to: $0) }
    }
    return next
  }

  func values<Value>(_ values: [Value], newTiles value: Value) -> [Value] {
    self.values(values, newTiles: Array(repeating: value, count: shape.count))
  }
}
