import Frames

/// The baseline: what each tile holds while the scene is calm.
///
/// A tile is averaged over the frames in which it changes by no more than its noise, so that a light which is already
/// blinking, or somebody walking through, does not hold the whole picture up.
struct Calibration {
  private var sums: [Double]
  private var counts: [UInt16]
  private var needed: Double
  private var began: Double?
  private(set) var progress = 0.0
  /// The baseline's total over the picture; grows into place while averaging.
  private(set) var baseline = 0.0
  private let duration: Double

  /// A scene that never calms down is taken as it is after this many times the regular duration.
  private static let patience = 4.0

  /// - Parameter duration: Seconds of calm that make a baseline.
  init(tileCount: Int, duration: Double) {
    sums = Array(repeating: 0, count: tileCount)
    counts = Array(repeating: 0, count: tileCount)
    needed = 10
    self.duration = duration
  }

  var isDone: Bool { progress >= 1 }

  /// Takes a frame in; does nothing once done.
  ///
  /// - Parameter calmFrames: See ``LumaGrid/calmFrames``: where the pixels have calm values, those are waited for as well.
  mutating func take(
    _ current: UnsafeBufferPointer<UInt16>, after previous: UnsafeBufferPointer<UInt16>, calmFrames: Int?,
    map: ModulationMap, time: Double, frameTime: Double
  ) {
    guard !isDone else { return }
    let start = began ?? time
    began = start
    needed = min(500, max(10, duration / max(frameTime, 1e-3)))
    var reached = 0.0
    baseline = 0
    for i in current.indices {
      let x = Double(current[i])
      let change = previous.isEmpty ? 0 : abs(x - Double(previous[i]))
      // Four standard deviations of a difference.
      if change <= 5.7 * map.noise(ofTile: i), counts[i] < .max {
        sums[i] += x
        counts[i] += 1
      }
      reached += min(1, Double(counts[i]) / needed)
      baseline += counts[i] > 0 ? sums[i] / Double(counts[i]) : x
    }
    let ofPixels = calmFrames.map { Double($0) / Double(LumaGrid.framesOfCalm) } ?? 1
    // Averages that are begun anew do not show.
    progress = max(progress, min(1, reached / (0.95 * Double(current.count)), ofPixels))
    if time - start > Self.patience * duration { progress = 1 }
  }
}
