import Frames

/// The brightest pixel of a few tiles, as a measure of a small light that shines in them.
///
/// A lamp of one or two pixels adds less to a tile's sum than the noise of 256 pixels. Its own brightness is above the noise,
/// and stays the same while the lamp moves among the tiles. The disadvantage: a partly lit frame is measured only if the lamp
/// is brighter than everything else.
///
/// If the background is known, the pixel with the largest background difference may be measured instead: it shows how much of a
/// frame was lit even if something brighter is beside the lamp. ``BrightestFit`` chooses.
struct BrightestPixel: SpatialFilter.Measure {
  /// The best one first.
  let tiles: [Int]
  /// ``TileMeasure/brightest`` or ``TileMeasure/difference``.
  let tileMeasure: TileMeasure
  /// Whether these are all the tiles among which a lamp in a hand sways.
  let sways: Bool
  /// The regression of its brightness, or of its background difference, in units of a tile sum: 256 for each level of luma, as
  /// if all pixels of a tile were as bright.
  let solution: TileRegression.Solution
  /// One standard deviation of the measured value from frame to frame.
  let noise: Double
  /// The scene's brightness at which `solution` holds.
  let ambient: Double

  /// The standard deviation of a rounded value is the root of 1/12, in units of the rounding step.
  static let noiseFloor = TileMeasure.levelOfLuma * (1.0 / 12).squareRoot()

  var dark: Double { solution.dark }
  var step: Double { solution.step }
  var noiseFloor: Double { Self.noiseFloor }
  var unitNoise: Double { 1 }

  /// Whether a frame does not show the measure, or not enough of the tiles.
  func isBlind(at moment: GridHistory.Moment) -> Bool {
    !tileMeasure.isKnown(at: moment, sways: sways) || !needed.allSatisfy { moment.places.contains(tile: $0) }
  }

  /// The tiles that must be in the picture: all of them, or the best one if the light sways among them.
  private var needed: ArraySlice<Int> { sways ? tiles[..<1] : tiles[...] }

  /// The value of a frame; the dark one if the frame does not show it.
  func value(ofFrame frame: Int, in history: GridHistory) -> Double {
    guard tileMeasure.isKnown(at: history[frame], sways: sways) else { return dark }
    return Self.value(ofFrame: frame, tiles, tileMeasure, in: history)
      - solution.slope * (history[frame].ambient - ambient)
  }

  func moved(by move: GridMove) -> BrightestPixel? {
    let moved = tiles.compactMap { move.index(of: $0) }
    let staysNeeded = needed.allSatisfy { move.index(of: $0) != nil }
    return staysNeeded ? among(moved) : nil
  }

  /// The same for other tiles.
  func among(_ tiles: [Int]) -> BrightestPixel {
    BrightestPixel(
      tiles: tiles, tileMeasure: tileMeasure, sways: sways, solution: solution, noise: noise, ambient: ambient
    )
  }

  static func value(
    ofFrame frame: Int, _ tiles: [Int], _ measure: TileMeasure, in history: GridHistory
  ) -> Double {
    func brightest(_ levels: UnsafeBufferPointer<UInt8>) -> Double {
      var brightest: UInt8 = 0
      for tile in tiles { brightest = max(brightest, levels[tile]) }
      return TileMeasure.levelOfLuma * Double(brightest)
    }
    return measure == .difference
      ? history.withDifferences(of: frame, brightest) ?? 0 : history.withMaxima(of: frame, brightest)
  }
}
