/// The frames that a search judges by, and what changes every tile in them: the scene's brightness, and what whole pixels leave of
/// the picture's motion.
struct SearchWindow {
  /// Those that are measurements.
  let frames: [Int]
  /// The scene's brightness in each of them.
  let ambient: [Double]
  /// The tiles that never left the picture.
  let seen: TileBox

  /// The scene's brightness from its mean, and the sum of the squares of that.
  private let deviations: [Double]
  private let square: Double
  /// The mean of all tiles in the first frame.
  private let pictureMean: Double
  private let motion: Influences

  init(_ frames: Range<Int>, in scene: Scene) {
    let history = scene.history
    let informative = frames.filter { history[$0].isInformative }
    let ambient = informative.map { history[$0].ambient }
    let mean = ambient.reduce(0, +) / Double(max(1, ambient.count))
    self.frames = informative
    self.ambient = ambient
    deviations = ambient.map { $0 - mean }
    square = deviations.reduce(0) { $0 + $1 * $1 }
    pictureMean =
      frames.isEmpty
      ? 0
      : history.withSums(of: frames.lowerBound) { sums in
        Double(sums.reduce(0) { $0 + Int($1) }) / Double(sums.count)
      }
    motion = Influences(ofMotionIn: informative, of: history)
    seen = history.tilesSeen(in: frames)
  }

  /// Takes out of the trace of so many tiles over the frames what follows the scene's brightness.
  func removeAmbient(from trace: inout [Double], tiles: Double) {
    guard !trace.isEmpty, square > 1e-8 * Double(trace.count) else { return }
    let mean = trace.reduce(0, +) / Double(trace.count)
    var both = 0.0
    for (deviation, level) in zip(deviations, trace) { both += deviation * (level - mean) }
    let limit = tiles * AmbientReference.steepest(mean: mean / tiles, pictureMean: pictureMean)
    let slope = min(limit, max(0, both / square))
    for index in trace.indices { trace[index] -= slope * deviations[index] }
  }

  /// Takes out of a trace over the frames what follows the picture's motion.
  func removeMotion(from trace: inout [Double]) { motion.remove(from: &trace) }
}
