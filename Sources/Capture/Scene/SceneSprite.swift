/// A small picture that moves in a plane: a lamp's light, or an occluder's outline.
package struct SceneSprite {
  /// The top left corner at rest, in samples of the plane; it may be negative.
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  /// Row by row with a border of zeros, one sample wide, on every side, so that it can move by fractions.
  private let samples: [Int16]

  /// - Parameter values: Row by row, without the border.
  package init(x: Int, y: Int, width: Int, height: Int, values: [Int16]) {
    precondition(values.count == width * height)
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    var samples = [Int16](repeating: 0, count: (width + 2) * (height + 2))
    for row in 0..<height {
      let start = (row + 1) * (width + 2) + 1
      samples.replaceSubrange(start..<start + width, with: values[row * width..<(row + 1) * width])
    }
    self.samples = samples
  }

  /// Calls `body` with the sprite's samples in one row of the plane, moved from its place at rest.
  ///
  /// - Parameters:
  ///   - columns: The requested columns of the plane.
  ///   - scratch: Room for twice as many samples and two more.
  ///   - body: Gets the samples and their columns; is not called if there are none.
  func withRow(
    _ row: Int, movedBy move: SIMD2<Double>, columns: Range<Int>, scratch: UnsafeMutablePointer<Int16>,
    _ body: (_ samples: UnsafePointer<Int16>, _ columns: Range<Int>) -> Void
  ) {
    let whole = move.rounded(.down)
    let isWhole = whole == move
    // With a fractional offset, the sprite is one sample wider and higher.
    let left = x + Int(whole.x)
    let touched = (left..<left + width + (isWhole ? 0 : 1)).clamped(to: columns)
    let line = row - y - Int(whole.y)
    guard !touched.isEmpty, line >= 0, line < height + (isWhole ? 0 : 1) else { return }
    samples.withUnsafeBufferPointer { samples in
      let here = samples.baseAddress! + (line + 1) * (width + 2) + (touched.lowerBound - left + 1)
      guard !isWhole else { return body(here, touched) }
      let fraction = SceneLight.fraction(move - whole)
      let count = touched.count
      let above = here - (width + 2)
      // Bilinear interpolation: first between the two rows, then between the two columns.
      SceneLight.blend(here - 1, above - 1, fraction: fraction.y, into: scratch, count: count + 1)
      let moved = scratch + count + 1
      SceneLight.blend(scratch + 1, scratch, fraction: fraction.x, into: moved, count: count)
      body(moved, touched)
    }
  }
}
