/// How a picture's points lie in a frame: shifted, and zoomed and rolled by a little about a pivot.
struct Similarity: Equatable {
  /// Of the pivot, in cells, to the right and down.
  var shift = SIMD2<Float>.zero
  /// How much farther points come along their distance from the pivot, and across it (clockwise), as shares of that distance.
  var zoom: Float = 0
  var roll: Float = 0

  /// Where a point comes to that lies `distance` cells from the pivot, beside where it lay.
  @inline(__always)
  func way(_ distance: SIMD2<Float>) -> SIMD2<Float> {
    shift + zoom * distance + roll * SIMD2(-distance.y, distance.x)
  }

  /// The same without zoom and roll.
  var unturned: Similarity { Similarity(shift: shift) }
}
