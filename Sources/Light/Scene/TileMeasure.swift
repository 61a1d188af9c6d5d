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
  /// One level of luma in units of a tile sum.
  static let levelOfLuma = 256.0

  /// What a key frame of compressed video changes of a tile, root mean square in units of a tile sum.
  ///
  /// Where video skips what hardly changes, a key frame, 8 seconds later or so, changes it all: in films of x264 at crf 30 sums by
  /// this, and the brightest pixels by 5 levels of luma. It is counted with long before one has been seen.
  var keyFrameJump: Double { self == .sum ? 166 : 5 * Self.levelOfLuma }

  /// Whether a frame tells of it. In a scene that has moved, what lies at a tile's edge comes and goes with the half pixel that is left
  /// of the motion, and with it the brightest pixel, as a lamp's does; the rises are made for that (``LumaGrid/rises``).
  func isKnown(at moment: GridHistory.Moment) -> Bool {
    switch self {
    case .sum: true
    case .brightest: !moment.motion.hasMoved
    case .rise: moment.hasRises
    }
  }
}
