/// The steps that tiles show by chance. The step of a light must be larger.
///
/// In compressed video the noise of a tile is misleading: a codec leaves most blocks unchanged, bit for bit, and at times moves
/// one by a quantiser's step, so that it has two levels like a lamp. But this happens to many tiles. So the largest change of
/// each sampled tile is measured, in either direction, from three frames (or as many as the candidate's marks last) to the next
/// three. Before this, everything that follows the candidate (its glow, its reflections) is removed. A high quantile of these
/// changes is the step of chance. Changes far above that of the median tile are not chance, but people and other moving
/// objects.
struct ChanceSteps {
  /// Tiles that are sampled. With this number the quantile is known to within 2 % of rank.
  private static let sampleCount = 192
  /// The share of tiles whose steps count as chance. The others may show real changes.
  private static let quantile = 0.93
  /// Frames on either side of a step, at least.
  private static let minimumSide = 3
  /// Chance steps up to this size are always accepted, in units of a tile sum: two levels of luma all over a tile.
  private static let usualStep = 512.0
  /// The largest step of chance, relative to the median tile's: chance affects all tiles alike.
  private static let largestRatio = 3.0

  private var steps: [Double] = []
  private var trace: [Double] = []
  private var shares: [Double] = []

  /// The step of chance in units of a tile sum, or `nil` where there are too few tiles or frames.
  ///
  /// - Parameters:
  ///   - measure: What is measured of the tiles.
  ///   - lit: When the candidate was lit.
  ///   - side: Frames on either side of a step. Values below ``minimumSide`` are replaced by it.
  ///   - countsObjects: Whether people and other moving objects count as chance, too. The result is then the largest change of
  ///     any tile.
  mutating func step(
    _ history: GridHistory, of measure: TileMeasure, frames: Range<Int>, lit: LitShares, side: Int,
    countsObjects: Bool
  ) -> Double? {
    let side = max(Self.minimumSide, side)
    steps.removeAll(keepingCapacity: true)
    let known = frames.filter { history[$0].isInformative && lit[$0] != nil }
    let motion = Nuisances(ofMotionIn: known, of: history)
    let count = countsObjects ? history.tileCount : min(Self.sampleCount, history.tileCount)
    for position in 0..<count {
      // Half a stride from the start: otherwise the first column would be sampled too often where the stride divides the width.
      let tile = (2 * position + 1) * history.tileCount / (2 * count)
      if let step = largestStep(
        ofTile: tile, measure, history, known, lit: lit, motion, side)
      {
        steps.append(step)
      }
    }
    if countsObjects { return steps.max() }
    guard steps.count >= 8 else { return nil }
    let maximum = max(Self.usualStep, Self.largestRatio * steps.takeMedian())
    return min(maximum, steps.takeQuantile(Self.quantile))
  }

  private mutating func largestStep(
    ofTile tile: Int, _ measure: TileMeasure, _ history: GridHistory, _ frames: [Int], lit: LitShares,
    _ motion: Nuisances, _ side: Int
  ) -> Double? {
    trace.removeAll(keepingCapacity: true)
    shares.removeAll(keepingCapacity: true)
    var traceSum = 0.0
    var shareSum = 0.0
    for frame in frames {
      let share = lit[frame] ?? 0
      let level = history.value(of: tile, measure, frame: frame) / max(0.1, history[frame].ambient)
      trace.append(level)
      shares.append(share)
      traceSum += level
      shareSum += share
    }
    guard trace.count >= 2 * side else { return nil }
    motion.remove(from: &trace)
    let traceMean = traceSum / Double(trace.count)
    let shareMean = shareSum / Double(trace.count)
    var productSum = 0.0
    var square = 0.0
    for index in trace.indices {
      let share = shares[index] - shareMean
      productSum += share * (trace[index] - traceMean)
      square += share * share
    }
    let slope = square > 0 ? productSum / square : 0
    for index in trace.indices { trace[index] -= slope * shares[index] }
    var largest = 0.0
    for place in 0...trace.count - 2 * side {
      var difference = 0.0
      for index in place..<place + side { difference += trace[index + side] - trace[index] }
      largest = max(largest, abs(difference) / Double(side))
    }
    return largest
  }
}
