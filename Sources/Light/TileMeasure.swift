/// What is seen of a tile.
enum TileMeasure: CaseIterable {
  /// The sum of its pixels.
  case sum
  /// Its brightest pixel, as if all of the tile were as bright.
  case brightest
  /// The most by which a pixel of it lies above its own calm value, as if all of the tile did: see ``LumaGrid/rises``.
  case rise
}

extension TileMeasure {
  /// Whether a frame tells of it.
  func isKnown(at moment: GridHistory.Moment) -> Bool { self != .rise || moment.hasRises }
}
