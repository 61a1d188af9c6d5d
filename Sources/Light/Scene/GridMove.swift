import Frames

/// A move of the grid of tiles over the scene: see ``SceneMotion/origin``. A tile that stays in the grid gets another index.
struct GridMove {
  let shape: GridShape
  /// How far the grid moves, in tiles to the right and down.
  let tiles: SIMD2<Int>
  /// The tiles after the move that were in the grid before.
  private let staying: TileBox

  init(of shape: GridShape, by tiles: SIMD2<Int>) {
    (self.shape, self.tiles) = (shape, tiles)
    let places = TilePlaces(.still, width: shape.width, height: shape.height).moved(by: tiles)
    staying = TileBox(columns: places.columns, rows: places.rows)
  }

  /// The change of a place's coordinates, in pixels: opposite to the grid's move.
  var displacement: SIMD2<Double> { -Double(LumaGrid.tileSide) * SIMD2<Double>(tiles) }

  /// The new index of a tile; `nil` if the tile does not stay in the grid, or if the edge of the picture cuts it off before or
  /// after the move: then its sums are of other pixels.
  func index(of tile: Int) -> Int? {
    let isStaying =
      staying.columns.contains(shape.column(of: tile) - tiles.x)
      && staying.rows.contains(shape.row(of: tile) - tiles.y)
    return isStaying ? tile - offset : nil
  }

  private var offset: Int { tiles.y * shape.columns + tiles.x }

  /// Copies the values of the tiles that stay.
  ///
  /// - Parameters:
  ///   - values: The values before the move.
  ///   - next: The values after it. Those of tiles that were not in the grid are kept.
  func copy<Value>(_ values: UnsafeBufferPointer<Value>, to next: UnsafeMutableBufferPointer<Value>) {
    guard !staying.columns.isEmpty else { return }
    for row in staying.rows {
      let first = row * shape.columns + staying.columns.lowerBound
      let span = UnsafeBufferPointer(rebasing: values[(first + offset)...].prefix(staying.columns.count))
      _ = UnsafeMutableBufferPointer(rebasing: next[first...]).update(fromContentsOf: span)
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
