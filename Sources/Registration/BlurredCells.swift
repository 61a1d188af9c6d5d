/// The blurred cells of one frame, in units of 1/128 level.
struct BlurredCells {
  let columns: Int
  let rows: Int
  var values: [Int16]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    values = Array(repeating: 0, count: columns * rows)
  }

  /// Interpolates between the cells, linearly along each axis.
  func withSampler<Result>(_ body: (Sampler) -> Result) -> Result {
    values.withUnsafeBufferPointer {
      body(
        Sampler(cells: $0.baseAddress!, columns: columns, right: Float(columns - 1), bottom: Float(rows - 1)))
    }
  }

  struct Sampler {
    let cells: UnsafePointer<Int16>
    let columns: Int
    let right: Float
    let bottom: Float

    /// - Returns: NaN outside the picture.
    @inline(__always)
    func callAsFunction(_ x: Float, _ y: Float) -> Float {
      guard x >= 0, y >= 0, x < right, y < bottom else { return .nan }
      let (column, row) = (Int(x), Int(y))
      let (u, v) = (x - Float(column), y - Float(row))
      let here = cells + row * columns + column
      let above = Float(here[0]) + u * (Float(here[1]) - Float(here[0]))
      let below = Float(here[columns]) + u * (Float(here[columns + 1]) - Float(here[columns]))
      return above + v * (below - above)
    }
  }
}
