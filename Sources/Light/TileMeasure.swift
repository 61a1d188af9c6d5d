/// What is seen of a tile.
enum TileMeasure: CaseIterable {
  /// The sum of its pixels.
  case sum
  /// Its brightest pixel, as if all of the tile were as bright.
  case brightest
}
