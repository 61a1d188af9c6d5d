/// What is measured of a tile.
enum TileMeasure: CaseIterable {
  /// The sum of its pixels.
  case sum
  /// Its brightest pixel, as if all of the tile were as bright.
  case brightest
  /// Its background difference (``LumaGrid/backgroundDifferences``), as if all of its pixels had it.
  case difference
}

extension TileMeasure {
  /// One level of luma in units of a tile sum.
  static let levelOfLuma = 256.0

  /// The change of a tile by a key frame of compressed video: root mean square in units of a tile sum.
  ///
  /// In video that skips blocks with little change, a key frame about 8 seconds later changes all of them. In films of x264 at
  /// crf 30 it changed sums by this value, and the brightest pixels by 5 levels of luma. A light must exceed this from
  /// the start, because no key frame may have come yet.
  var keyFrameJump: Double { self == .sum ? 166 : 5 * Self.levelOfLuma }

  /// Whether it is known in a frame.
  ///
  /// Pictures of a scene that has moved are aligned by whole pixels. Up to half a pixel of motion is left, so a bright object
  /// at the edge of a tile is inside it in some frames and outside in others. The brightest pixel then changes as if a lamp
  /// were keyed. Background differences allow for that (`widen.frag`).
  ///
  /// - Parameter sways: Whether so many tiles are measured that a lamp sways among them. Then few objects are at their edge.
  func isKnown(at moment: GridHistory.Moment, sways: Bool = false) -> Bool {
    switch self {
    case .sum: true
    case .brightest: sways || !moment.motion.hasMoved
    case .difference: moment.hasDifferences
    }
  }
}
