/// The steps that a picture's tiles show by chance: what a light must beat to be one.
///
/// A tile's own noise says little where a recording is compressed: a codec lets most blocks stand still, bit by bit, and
/// now and then moves one by a quantiser's step, which keeps two levels as a lamp does. But it does so to many tiles.
/// Hence every tile sampled is asked for the largest change, in either direction, from three frames (or as many as the
/// candidate's marks last) to the next, after what follows the candidate itself (its glow, its reflections) was taken
/// out; a high quantile of these is the step of chance. What stands far above the median tile's is no chance any more,
/// but people and other things that move.
struct ChanceSteps {
  /// Tiles asked. Their quantile is then known to within 2 % of rank.
  private static let sampleCount = 192
  /// The share of tiles whose steps are taken for chance. The rest may have reasons of their own.
  private static let quantile = 0.93
  /// Frames on either side of a step, at least.
  private static let leastSide = 3
  /// In units of a tile sum: two levels of luma all over a tile.
  private static let usual = 512.0
  /// Where the scene has moved, thin bright lines rise as half a pixel brings them, and only some tiles have such: in twelve films
  /// from hands (H.264 at crf 23 and 30) tiles without a lamp reached 3.9 times the step that most tiles stay below, and the two
  /// lamps that were found by their rise 6.6 and 13.5 times. A candidate must have at least 1.6 times what is said here.
  private static let roughness = 2.5
  /// Chance comes to all tiles alike: its largest steps, in those of the median tile.
  private static let spread = 3.0

  private var steps: [Double] = []
  private var trace: [Double] = []
  private var shares: [Double] = []

  /// The step of chance in units of a tile sum, or `nil` where too few tiles or frames tell.
  ///
  /// - Parameters:
  ///   - measure: What is seen of the tiles.
  ///   - lit: When the candidate shone.
  mutating func step(
    _ history: GridHistory, of measure: TileMeasure, frames: Range<Int>, lit: LitShares, side: Int
  ) -> Double? {
    let side = max(Self.leastSide, side)
    steps.removeAll(keepingCapacity: true)
    let known = frames.filter { history[$0].isInformative && lit[$0] != nil }
    let motion = Influences(ofMotionIn: known, of: history)
    let count = min(Self.sampleCount, history.tileCount)
    for position in 0..<count {
      // Half a stride in: a first column would be sampled again and again where the stride divides the width.
      let tile = (2 * position + 1) * history.tileCount / (2 * count)
      if let step = largestStep(
        ofTile: tile, measure, history, known, lit: lit, motion, side)
      {
        steps.append(step)
      }
    }
    guard steps.count >= 8 else { return nil }
    let most = max(Self.usual, Self.spread * steps.takeMedian())
    let isRough = measure != .sum && history[frames.upperBound - 1].motion.hasMoved
    return min(most, steps.takeQuantile(Self.quantile)) * (isRough ? Self.roughness : 1)
  }

  private mutating func largestStep(
    ofTile tile: Int, _ measure: TileMeasure, _ history: GridHistory, _ frames: [Int], lit: LitShares,
    _ motion: Influences, _ side: Int
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
    var both = 0.0
    var square = 0.0
    for index in trace.indices {
      let share = shares[index] - shareMean
      both += share * (trace[index] - traceMean)
      square += share * share
    }
    let slope = square > 0 ? both / square : 0
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
