/// Finds a light that is keyed, among everything that changes in a picture.
///
/// Tiles with the most modulation (``ModulationMap``) are tried one after another, and the scene as a whole. A candidate's
/// brightness over the last seconds must fall into two levels, switch between them quickly and keep each long enough to
/// be Morse; then the tiles that follow it are weighed into a footprint, and the sharper trace that they give
/// must pass the same examination. Last, its step must beat what other tiles do by chance (``ChanceSteps``).
struct TorchFinder {
  /// How sure to be.
  enum Demand {
    /// Three marks that are not mere blinking.
    case signalling
    /// One clean mark: a recording has ended, and nothing more will come.
    case anything

    /// Fewer frames show marks where there is only noise.
    fileprivate var leastFrames: Int { self == .signalling ? 36 : 8 }

    /// How much larger than the steps of chance. Where noise is Gaussian those are some 2.8 of its standard deviations,
    /// so that this asks for no more contrast than ``isMet(by:noise:)`` does.
    fileprivate var leastRatio: Double { self == .signalling ? 2 : 3 }

    fileprivate func isMet(by tracker: KeyTracker, noise: Double) -> Bool {
      let statistics = tracker.statistics
      guard statistics.hasTwoLevels, statistics.hasPlausibleLengths else { return false }
      // A few quiet frames can make the tracker believe in less noise than the tiles have.
      let contrast = tracker.levels.step / max(tracker.levels.noise, noise)
      switch self {
      case .signalling: return statistics.marks >= 3 && contrast > 5.5 && !statistics.isPeriodic
      case .anything:
        return statistics.marks >= 1 && contrast > 8 && !(statistics.isPeriodic && statistics.marks > 12)
      }
    }
  }

  struct Sighting {
    var footprint: Footprint
    /// What following it over those frames has taught: its levels, the shutter, the length of its marks.
    var tracker: KeyTracker
  }

  /// What is looked at: one tile, the three by three around it, or all that the median tile shows.
  private enum Candidate {
    case tile(Int)
    case patch(Int)
    case scene
  }

  /// How many patches are tried, and how many tiles inside them.
  private static let patches = 6
  private static let peaks = 4
  /// The modulation below which a tile is calm.
  private static let leastModulation = 2.5

  private var scores: [Double] = []
  private var visited: [Bool] = []
  private var queue: [Int] = []
  private var ranking: [Int] = []
  private var trace: [Double] = []
  private var scratch: [Double] = []
  private var lit: [Float] = []
  private var fitter = FootprintFit()
  private var chance = ChanceSteps()

  /// The torch with the most modulation of those that meet `demand`.
  ///
  /// - Parameters:
  ///   - frames: The frames to judge by.
  ///   - leastStep: The smallest step to call a light, on the 100 scale.
  mutating func search(
    _ history: GridHistory, frames: Range<Int>, map: ModulationMap,
    horizon: ModulationMap.Horizon, demand: Demand, shape: GridShape, frameTime: Double, leastStep: Double
  ) -> Sighting? {
    guard frames.count >= demand.leastFrames else { return nil }
    rank(map, horizon: horizon, shape: shape)
    for position in ranking.indices {
      let tile = ranking[position]
      for candidate in [Candidate.tile(tile), .patch(tile)] {
        if let sighting = examine(
          candidate, history, frames: frames, map: map, demand: demand, shape: shape, frameTime: frameTime,
          leastStep: leastStep)
        {
          return sighting
        }
      }
    }
    return examine(
      .scene, history, frames: frames, map: map, demand: demand, shape: shape, frameTime: frameTime,
      leastStep: leastStep)
  }

  /// The best tile of every patch of modulated tiles, then those that stand out inside a patch; best first.
  ///
  /// A person who walks through modulates many tiles and a lamp few: were the best tiles tried one after another, all
  /// might be the person's.
  private mutating func rank(_ map: ModulationMap, horizon: ModulationMap.Horizon, shape: GridShape) {
    scores.removeAll(keepingCapacity: true)
    for tile in 0..<shape.count { scores.append(map.modulation(ofTile: tile, over: horizon)) }
    ranking.removeAll(keepingCapacity: true)
    visited.removeAll(keepingCapacity: true)
    visited.append(contentsOf: repeatElement(false, count: shape.count))
    for tile in 0..<shape.count where scores[tile] > Self.leastModulation && !visited[tile] {
      propose(bestOfPatch(from: tile, shape), among: 0, atMost: Self.patches, apart: false, shape)
    }
    let patches = ranking.count
    for tile in 0..<shape.count where scores[tile] > Self.leastModulation {
      propose(tile, among: patches, atMost: Self.peaks, apart: true, shape)
    }
  }

  /// Visits all modulated tiles that hang together with `tile`.
  private mutating func bestOfPatch(from tile: Int, _ shape: GridShape) -> Int {
    var best = tile
    queue.removeAll(keepingCapacity: true)
    queue.append(tile)
    visited[tile] = true
    while let next = queue.popLast() {
      if scores[next] > scores[best] { best = next }
      forEachNeighbour(of: next, width: shape.columns, height: shape.rows) { neighbour in
        guard !visited[neighbour], scores[neighbour] > Self.leastModulation else { return }
        visited[neighbour] = true
        queue.append(neighbour)
      }
    }
    return best
  }

  /// Ranks `tile` in the part of the ranking that begins at `first`, of which only the best `limit` stay. Where they
  /// shall be `apart`, the better of two near ones stays, and one near an earlier part is not taken.
  private mutating func propose(
    _ tile: Int, among first: Int, atMost limit: Int, apart: Bool, _ shape: GridShape
  ) {
    let score = scores[tile]
    if ranking.count - first == limit, score <= scores[ranking[ranking.count - 1]] { return }
    if apart {
      for place in ranking.indices.reversed() where shape.areNear(ranking[place], tile) {
        if place < first || scores[ranking[place]] >= score { return }
        ranking.remove(at: place)
      }
    }
    let place = ranking[first...].firstIndex { scores[$0] < score } ?? ranking.count
    ranking.insert(tile, at: place)
    if ranking.count - first > limit { ranking.removeLast() }
  }

  private mutating func examine(
    _ candidate: Candidate, _ history: GridHistory, frames: Range<Int>, map: ModulationMap, demand: Demand,
    shape: GridShape,
    frameTime: Double, leastStep: Double
  ) -> Sighting? {
    collect(candidate, history, frames: frames, shape: shape)
    guard let coarse = judge(history, frames: frames, floor: 1e-9, frameTime: frameTime),
      coarse.statistics.hasTwoLevels, coarse.statistics.edges >= 2
    else { return nil }
    let seed: Int? =
      switch candidate {
      case .tile(let tile): tile
      case .patch, .scene: nil
      }
    let region = box(around: candidate, shape)
    guard
      let footprint = fitter.fit(
        FootprintFit.Task(
          frames: frames, lit: lit, seed: seed, columns: region.columns, rows: region.rows),
        history, map: map, shape: shape),
      footprint.step > leastStep
    else { return nil }
    trace.removeAll(keepingCapacity: true)
    for frame in frames where history[frame].isInformative {
      trace.append(history.withSums(of: frame) { footprint.level(of: $0, ambient: history[frame].ambient) })
    }
    guard let tracker = judge(history, frames: frames, floor: footprint.noiseFloor, frameTime: frameTime),
      demand.isMet(by: tracker, noise: footprint.expectedNoise)
    else { return nil }
    if let chance = chance.step(history, frames: frames, lit: lit),
      tracker.levels.step < demand.leastRatio * footprint.noise(ofTiles: chance)
    {
      return nil
    }
    return Sighting(footprint: footprint, tracker: tracker)
  }

  private func box(
    around candidate: Candidate, _ shape: GridShape
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    switch candidate {
    case .tile, .scene: return (0...shape.columns - 1, 0...shape.rows - 1)
    case .patch(let tile):
      let column = shape.column(of: tile)
      let row = shape.row(of: tile)
      return (
        max(0, column - 1)...min(shape.columns - 1, column + 1),
        max(0, row - 1)...min(shape.rows - 1, row + 1)
      )
    }
  }

  /// The candidate's brightness in the informative frames, what follows the scene's brightness taken out.
  private mutating func collect(
    _ candidate: Candidate, _ history: GridHistory, frames: Range<Int>, shape: GridShape
  ) {
    trace.removeAll(keepingCapacity: true)
    let region = box(around: candidate, shape)
    var ambientMean = 0.0
    for frame in frames where history[frame].isInformative {
      let ambient = history[frame].ambient
      ambientMean += ambient
      trace.append(
        history.withSums(of: frame) { sums in
          switch candidate {
          case .tile(let tile): return Double(sums[tile])
          case .scene: return ambient
          case .patch:
            var sum = 0.0
            for row in region.rows {
              for column in region.columns { sum += Double(sums[row * shape.columns + column]) }
            }
            return sum
          }
        })
    }
    if case .scene = candidate { return }
    guard !trace.isEmpty else { return }
    ambientMean /= Double(trace.count)
    let mean = trace.reduce(0, +) / Double(trace.count)
    var both = 0.0
    var square = 0.0
    var position = 0
    for frame in frames where history[frame].isInformative {
      let c = history[frame].ambient - ambientMean
      both += c * (trace[position] - mean)
      square += c * c
      position += 1
    }
    guard square > 1e-8 * Double(trace.count) else { return }
    var pictureMean = 0.0
    history.withSums(of: frames.lowerBound) { sums in
      for sum in sums { pictureMean += Double(sum) / Double(sums.count) }
    }
    let tiles: Double =
      if case .patch = candidate { Double(region.columns.count * region.rows.count) } else { 1 }
    let limit = tiles * AmbientReference.steepest(mean: mean / tiles, pictureMean: pictureMean)
    let slope = min(limit, max(0, both / square))
    position = 0
    for frame in frames where history[frame].isInformative {
      trace[position] -= slope * (history[frame].ambient - ambientMean)
      position += 1
    }
  }

  /// Follows the trace from its first reading to its last, and notes how lit each frame was.
  private mutating func judge(
    _ history: GridHistory, frames: Range<Int>, floor: Double, frameTime: Double
  ) -> KeyTracker? {
    guard let levels = levels(floor: floor) else { return nil }
    var tracker = KeyTracker(levels, noiseFloor: floor)
    if lit.count != history.capacity { lit = Array(repeating: .nan, count: history.capacity) }
    var position = 0
    for frame in frames {
      guard history[frame].isInformative else {
        lit[frame % history.capacity] = .nan
        continue
      }
      let level = trace[position]
      position += 1
      _ = tracker.take(
        Reading(start: history[frame].start, exposure: history[frame].exposure ?? frameTime, level: level))
      lit[frame % history.capacity] = Float(min(1, max(0, tracker.share(of: level))))
    }
    return tracker
  }

  /// The levels of the trace, and the noise from frame to frame.
  private mutating func levels(floor: Double) -> KeyTracker.Levels? {
    guard trace.count >= 8, let levels = TwoLevels(of: trace) else { return nil }
    scratch.removeAll(keepingCapacity: true)
    for position in trace.indices.dropFirst() { scratch.append(abs(trace[position] - trace[position - 1])) }
    let noise = scratch.takeQuantile(0.25) / ModulationMap.quartileOfNoise
    return KeyTracker.Levels(dark: levels.low, step: levels.high - levels.low, noise: max(noise, floor))
  }
}
