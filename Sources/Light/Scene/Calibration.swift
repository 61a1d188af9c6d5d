import Frames

/// Averages the background of each tile.
///
/// A tile is averaged over the frames in which it changes by no more than its noise. So a light that is already blinking, or an
/// occluder, does not delay the calibration of the whole picture.
struct Calibration {
  private var sums: [Double]
  private var counts: [UInt16]
  private var began: Double?
  private(set) var progress = 0.0
  /// Sum of the background over the picture; an estimate until calibration is done.
  private(set) var backgroundTotal = 0.0

  /// Regular duration in seconds.
  private static let duration = 1.0
  /// If a scene never comes to rest, it is used as it is after this time, in seconds.
  private static let timeout = 4.0

  init(tileCount: Int) {
    sums = Array(repeating: 0, count: tileCount)
    counts = Array(repeating: 0, count: tileCount)
  }

  var isDone: Bool { progress >= 1 }

  mutating func move(_ move: GridMove) {
    sums = move.values(sums, newTiles: 0)
    counts = move.values(counts, newTiles: 0)
  }

  /// Adds a frame; does nothing after calibration.
  ///
  /// - Parameter averagedFrames: See ``LumaGrid/averagedFrames``. If it is set, calibration also waits until the background of
  ///   the single pixels is averaged.
  mutating func take(
    _ current: UnsafeBufferPointer<UInt16>, after previous: UnsafeBufferPointer<UInt16>, averagedFrames: Int?,
    map: ModulationMap, time: Double, frameTime: Double
  ) {
    guard !isDone else { return }
    let start = began ?? time
    began = start
    let neededFrames = min(500, max(10, Self.duration / max(frameTime, 1e-3)))
    var reached = 0.0
    backgroundTotal = 0
    for i in current.indices {
      let x = Double(current[i])
      let change = previous.isEmpty ? 0 : abs(x - Double(previous[i]))
      // Four standard deviations of a difference.
      if change <= 5.7 * map.noise(ofTile: i), counts[i] < .max {
        sums[i] += x
        counts[i] += 1
      }
      reached += min(1, Double(counts[i]) / neededFrames)
      backgroundTotal += counts[i] > 0 ? sums[i] / Double(counts[i]) : x
    }
    let ofPixels = averagedFrames.map { Double($0) / Double(LumaGrid.calibrationFrames) } ?? 1
    // Progress does not fall when the averages of the pixels start again.
    progress = max(progress, min(1, reached / (0.95 * Double(current.count)), ofPixels))
    if time - start > Self.timeout { progress = 1 }
  }
}
