import Frames

/// The brightest pixel of a few tiles, as a measure of a small light that shines in them.
///
/// What a lamp of one or two pixels adds to a tile's sum drowns in the noise of 256 pixels, not so its own brightness; and
/// that stays the same wherever among the tiles the lamp wanders. In return a frame that is lit in part shows as much
/// only where that outshines all else.
///
/// Where the pixels' calm values are known it may be the pixel that lies farthest above its own: that shows as much
/// whatever is brighter beside the lamp. It is chosen by ``BrightestFit``.
struct BrightestPixel {
  let tiles: [Int]
  /// ``TileMeasure/brightest`` or ``TileMeasure/rise``.
  let measure: TileMeasure
  /// What it shows, in units of a tile sum: as if all of a tile were as bright.
  let solution: TileRegression.Solution
  /// One standard deviation of it from frame to frame.
  let noise: Double
  /// The scene's brightness at which `solution` holds.
  let ambient: Double

  /// A rounded value's standard deviation is the root of 1/12 of what it is rounded to.
  static let noiseFloor = TileMeasure.levelOfLuma * (1.0 / 12).squareRoot()

  /// Whether a frame tells nothing of it, or not of all its tiles.
  func isBlind(at moment: GridHistory.Moment) -> Bool {
    !measure.isKnown(at: moment) || !tiles.allSatisfy { moment.places.contains(tile: $0) }
  }

  /// Dark where the frame does not tell.
  func value(ofFrame frame: Int, in history: GridHistory) -> Double {
    guard measure.isKnown(at: history[frame]) else { return solution.dark }
    return Self.value(ofFrame: frame, tiles, measure, in: history)
      - solution.slope * (history[frame].ambient - ambient)
  }

  static func value(
    ofFrame frame: Int, _ tiles: [Int], _ measure: TileMeasure, in history: GridHistory
  ) -> Double {
    func brightest(_ levels: UnsafeBufferPointer<UInt8>) -> Double {
      var brightest: UInt8 = 0
      for tile in tiles { brightest = max(brightest, levels[tile]) }
      return TileMeasure.levelOfLuma * Double(brightest)
    }
    return measure == .rise
      ? history.withRises(of: frame, brightest) ?? 0 : history.withMaxima(of: frame, brightest)
  }
}
