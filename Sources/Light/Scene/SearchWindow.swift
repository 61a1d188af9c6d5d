/// The frames of a search, and the nuisances that change every tile in them: the scene's brightness and the residual motion.
struct SearchWindow {
  /// The frames that are measurements.
  let frames: [Int]
  /// The scene's brightness in each of them.
  let ambient: [Double]
  /// The tiles that lay in the picture in all of these frames.
  let visibleTiles: TileBox

  /// The deviations of the scene's brightness from its mean, and the sum of their squares.
  private let deviations: [Double]
  private let squareSum: Double
  /// The mean of all tiles in the first frame.
  private let pictureMean: Double
  private let motion: Nuisances

  init(_ frames: Range<Int>, in scene: Scene) {
    let history = scene.history
    let informative = frames.filter { history[$0].isInformative }
    let ambient = informative.map { history[$0].ambient }
    let mean = ambient.reduce(0, +) / Double(max(1, ambient.count))
    self.frames = informative
    self.ambient = ambient
    deviations = ambient.map { $0 - mean }
    squareSum = deviations.reduce(0) { $0 + $1 * $1 }
    pictureMean =
      frames.isEmpty
      ? 0
      : history.withSums(of: frames.lowerBound) { sums in
        Double(sums.reduce(0) { $0 + Int($1) }) / Double(sums.count)
      }
    motion = Nuisances(ofMotionIn: informative, of: history)
    visibleTiles = history.tilesSeen(in: frames)
  }

  /// Removes the part that follows the scene's brightness from a trace of `tiles` tiles.
  func removeAmbient(from trace: inout [Double], tiles: Double) {
    guard !trace.isEmpty, squareSum > 1e-8 * Double(trace.count) else { return }
    let mean = trace.reduce(0, +) / Double(trace.count)
    var productSum = 0.0
    for (deviation, level) in zip(deviations, trace) { productSum += deviation * (level - mean) }
    let limit = tiles * AmbientReference.steepestSlope(mean: mean / tiles, pictureMean: pictureMean)
    let slope = min(limit, max(0, productSum / squareSum))
    for index in trace.indices { trace[index] -= slope * deviations[index] }
  }

  /// Removes the part that follows the picture's motion from a trace.
  func removeMotion(from trace: inout [Double]) { motion.remove(from: &trace) }
}
