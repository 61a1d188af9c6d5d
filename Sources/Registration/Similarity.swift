/// A similarity transform for small angles: a shift, and a zoom and a roll about a pivot.
struct Similarity: Equatable {
  /// Shift of the pivot, in cells, to the right and down.
  var shift = SIMD2<Float>.zero
  /// Displacement of a point along its distance from the pivot, and across it (clockwise), as shares of that distance.
  var zoom: Float = 0
  var roll: Float = 0

  /// The displacement of a point that lies `distance` cells from the pivot.
  @inline(__always)
  func displacement(_ distance: SIMD2<Float>) -> SIMD2<Float> {
    shift + zoom * distance + roll * SIMD2(-distance.y, distance.x)
  }

  /// The transform without zoom and roll.
  var unturned: Similarity { Similarity(shift: shift) }

  /// The transform that applies `other` first, and then this one.
  func after(_ other: Similarity) -> Similarity {
    // As complex numbers, the transforms are p -> (1 + zoom + i roll) p + shift.
    let moved = displacement(other.shift)
    return Similarity(
      shift: other.shift + moved, zoom: zoom + other.zoom + zoom * other.zoom - roll * other.roll,
      roll: roll + other.roll + zoom * other.roll + roll * other.zoom)
  }
}
