import Frames

/// Where tiles lie in the picture.
struct GridShape: Equatable {
  let width: Int
  let height: Int
  let columns: Int
  let rows: Int

  init(_ grid: LumaGrid) {
    width = grid.width
    height = grid.height
    columns = grid.columns
    rows = grid.rows
  }

  var count: Int { columns * rows }

  /// Whether a place, in pixels, lies in the picture or at most the picture's size beside it.
  func isNear(_ place: SIMD2<Double>) -> Bool {
    let size = SIMD2(Double(width), Double(height))
    return all(place .>= -size) && all(place .<= 2 * size)
  }

  func column(of tile: Int) -> Int { tile % columns }
  func row(of tile: Int) -> Int { tile / columns }

  /// The index of `tile` in a box of columns and rows, counted row by row; the inverse is ``tile(at:columns:rows:)``.
  func index(of tile: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> Int {
    (row(of: tile) - rows.lowerBound) * columns.count + column(of: tile) - columns.lowerBound
  }

  func tile(at index: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> Int {
    (index / columns.count + rows.lowerBound) * self.columns + index % columns.count + columns.lowerBound
  }

  /// The columns and rows of `tile`, and `margin` more each way.
  func box(around tile: Int, margin: Int) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let (column, row) = (column(of: tile), row(of: tile))
    return box(around: column...column, row...row, margin: margin)
  }

  /// The tiles of ``box(around:margin:)``, row by row.
  func tiles(around tile: Int, margin: Int) -> [Int] {
    let box = box(around: tile, margin: margin)
    return box.rows.flatMap { row in box.columns.map { row * columns + $0 } }
  }

  /// These columns and rows, and `margin` more each way.
  func box(
    around columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, margin: Int
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    (
      max(0, columns.lowerBound - margin)...min(self.columns - 1, columns.upperBound + margin),
      max(0, rows.lowerBound - margin)...min(self.rows - 1, rows.upperBound + margin)
    )
  }

  /// The columns and rows of these tiles; the first ones if there are none.
  func extent(of tiles: some Sequence<Int>) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    var extent: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)?
    for tile in tiles {
      let (column, row) = (column(of: tile), row(of: tile))
      let known = extent ?? (column...column, row...row)
      extent = (
        min(known.columns.lowerBound, column)...max(known.columns.upperBound, column),
        min(known.rows.lowerBound, row)...max(known.rows.upperBound, row)
      )
    }
    return extent ?? (0...0, 0...0)
  }

  /// Whether there is at most one tile between two tiles.
  func areNear(_ a: Int, _ b: Int) -> Bool {
    abs(column(of: a) - column(of: b)) <= 2 && abs(row(of: a) - row(of: b)) <= 2
  }

  private func middle(_ index: Int, of side: Int) -> Double {
    let first = index * LumaGrid.tileSide
    return (Double(first) + Double(min(side, first + LumaGrid.tileSide))) / 2
  }

  func pixelCount(of tile: Int) -> Int {
    min(LumaGrid.tileSide, width - column(of: tile) * LumaGrid.tileSide)
      * min(LumaGrid.tileSide, height - row(of: tile) * LumaGrid.tileSide)
  }

  /// The tile that holds a place in pixels, or the one nearest to it.
  func tile(containing place: SIMD2<Double>) -> Int {
    let side = Double(LumaGrid.tileSide)
    let column = min(columns - 1, max(0, Int(place.x / side)))
    return min(rows - 1, max(0, Int(place.y / side))) * columns + column
  }

  /// The centre of a tile in pixels.
  func centre(of tile: Int) -> SIMD2<Double> {
    SIMD2(middle(column(of: tile), of: width), middle(row(of: tile), of: height))
  }
}

/// Calls `body` with the up to eight indices around `index` in a box, counted row by row.
@inline(__always)
func forEachNeighbour(of index: Int, width: Int, height: Int, _ body: (Int) -> Void) {
  let column = index % width
  let row = index / width
  for r in max(0, row - 1)...min(height - 1, row + 1) {
    for c in max(0, column - 1)...min(width - 1, column + 1) where r != row || c != column {
      body(r * width + c)
    }
  }
}

/// Tiles that lie in certain columns and rows.
struct TileBox {
  var columns: Range<Int>
  var rows: Range<Int>

  func contains(_ tile: Int, in shape: GridShape) -> Bool {
    columns.contains(shape.column(of: tile)) && rows.contains(shape.row(of: tile))
  }
}
