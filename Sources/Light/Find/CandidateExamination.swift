import Frames

/// Decides whether a candidate is a torch.
///
/// The candidate's brightness over the last seconds, its trace, must fall into two levels, switch between them quickly and keep
/// each long enough to be Morse. Then a spatial filter is fitted to the tiles around it, and the better trace of the filter must
/// pass the same test. Its step must exceed the steps of other tiles by chance (``ChanceSteps``), and it must not be the glow or
/// the reflection of a known light (``KnownLight``).
struct CandidateExamination {
  /// One tile, the largest background difference of three by three tiles, two tiles side by side, three by three tiles, all the
  /// tiles among which a lamp in a hand sways, or the brightness of the whole scene.
  enum Candidate {
    case tile(Int)
    case difference(Int)
    case pair(Int, Int)
    case patch(Int)
    case sway(Int, TileMeasure)
    case scene
  }

  enum Result {
    case torch(Detection)
    /// It blinks like a turn signal.
    case blinking(KnownLight)
    /// It is lit at the times of a known light.
    case known
    case nothing
  }

  /// How a trace is keyed.
  private struct Keying {
    /// The tracker at the end of the trace.
    var tracker: KeyTracker
    var lit: LitShares
  }

  /// The number of fits of the spatial filter. The lit times from one fit are the input of the next.
  private static let fitPasses = 3
  /// How far from its brightest tile a lamp is searched at first, in tiles.
  private static let usualReach = 6
  /// The least step of a light that is measured by its background difference, as a share of the least step of other lights. The
  /// step is relative to the tile's sum, which may gain little although the background difference is large.
  private static let pixelShare = 1.0 / 16

  /// The largest distance of a light that sways from the tile around which it sways, in pixels. Farther away it is another light,
  /// or several.
  private static let swayTolerance = 1.5 * Double(LumaGrid.tileSide)

  /// The share of the modulation that may remain after known lights are removed, because their lit times and levels are inexact.
  /// Chosen: beside 16 lamps of the benchmark, 0.0001 to 0.004 remained.
  private static let inexactShare = 0.0025

  private var nuisances = Nuisances()
  private var trace: [Double] = []
  private var scratch: [Double] = []
  private var fitter = SpatialFilterFit()
  private var chance = ChanceSteps()
  private var halo = Halo()
  private var passing = PassingLight()

  /// - Parameter window: The frames of the task.
  mutating func examine(
    _ candidate: Candidate, _ task: TorchFinder.Task, _ window: SearchWindow, in scene: Scene
  ) -> Result {
    if candidate.sways,
      task.known.contains(where: { $0.isActive && $0.isIn(candidate.tiles(in: scene.shape), scene) })
    {
      return .nothing
    }
    collectTrace(candidate, task, window, in: scene)
    guard let keying = coarseKeying(task, in: scene) else { return .nothing }
    if task.knows(keying.lit) { return .known }
    guard let found = fit(candidate, keying.lit, task, in: scene) else { return .nothing }
    let (spatialFilter, lit) = (found.light.spatialFilter, found.light.lit)
    if case .sway(let tile, _) = candidate,
      (spatialFilter.place - scene.shape.centre(of: tile)).length > Self.swayTolerance
    {
      return .nothing
    }
    if task.known.contains(where: { $0.isSameLight(as: found.light, frames: task.frames, in: scene) }) {
      return .nothing
    }
    guard task.criteria.isMet(by: found.tracker, noise: spatialFilter.expectedNoise) else {
      return blinking(found)
    }
    let tile = spatialFilter.carriers[0].index
    guard hasKnownMarks(found, task), exceedsChance(found, task, in: scene),
      !halo.isSeen(in: tile, frames: task.frames, scene: scene),
      !passing.isSeen(
        in: tile, lit: lit, sways: candidate.sways, frames: task.frames, history: scene.history,
        shape: scene.shape),
      !candidate.sways || candidate.measure != .sum || isTracked(found, task, in: scene)
    else { return .nothing }
    return .torch(found)
  }

  // MARK: Samples

  /// Collects the candidate's brightness in the informative frames, without the parts that follow the scene's brightness, known
  /// lights nearby and the picture's motion.
  private mutating func collectTrace(
    _ candidate: Candidate, _ task: TorchFinder.Task, _ window: SearchWindow, in scene: Scene
  ) {
    trace.removeAll(keepingCapacity: true)
    if case .scene = candidate {
      trace += window.ambient
      return
    }
    let tiles = candidate.tiles(in: scene.shape)
    let measure = candidate.measure
    if measure != .sum {
      var around = tiles
      if case .difference(let tile) = candidate { around = Candidate.patch(tile).tiles(in: scene.shape) }
      for frame in window.frames {
        trace.append(BrightestPixel.value(ofFrame: frame, around, measure, in: scene.history))
      }
    } else {
      for frame in window.frames {
        trace.append(
          scene.history.withSums(of: frame) { sums in
            var sum = 0.0
            for tile in tiles { sum += Double(sums[tile]) }
            return sum
          })
      }
    }
    // A pixel is measured as if all pixels of one tile were as bright.
    window.removeAmbient(from: &trace, tiles: measure == .sum ? Double(tiles.count) : 1)
    collectNuisances(near: tiles, task, window, in: scene)
    nuisances.remove(from: &trace)
    window.removeMotion(from: &trace)
  }

  /// Collects when the known lights near these tiles were lit.
  private mutating func collectNuisances(
    near tiles: [Int], _ task: TorchFinder.Task, _ window: SearchWindow, in scene: Scene
  ) {
    nuisances.clear()
    for light in task.known where tiles.contains(where: { light.isNear($0, in: scene.shape) }) {
      scratch.removeAll(keepingCapacity: true)
      for frame in window.frames { scratch.append(light.lit[frame] ?? 0) }
      nuisances.add(scratch)
    }
  }

  /// The shares of the modulation of a tile's sum and of its background difference that known lights do not explain.
  mutating func unexplainedShares(
    of tile: Int, _ task: TorchFinder.Task, _ window: SearchWindow, in scene: Scene
  ) -> (sum: Double, difference: Double) {
    collectNuisances(near: [tile], task, window, in: scene)
    func share(_ measure: TileMeasure) -> Double {
      trace.removeAll(keepingCapacity: true)
      for frame in window.frames { trace.append(scene.history.value(of: tile, measure, frame: frame)) }
      window.removeAmbient(from: &trace, tiles: 1)
      let all = trace.variance
      nuisances.remove(from: &trace)
      return max(0, trace.variance - Self.inexactShare * all) / max(all, .leastNormalMagnitude)
    }
    return (share(.sum), share(.difference))
  }

  /// Runs a tracker over the trace.
  ///
  /// - Parameters:
  ///   - floor: The least noise there can be.
  ///   - spatialFilter: The filter that measured the trace; `nil` for the candidate's first trace.
  private mutating func trackKeying(
    _ task: TorchFinder.Task, dark: Double, step: Double, floor: Double,
    by spatialFilter: SpatialFilter? = nil, in scene: Scene
  ) -> Keying {
    let history = scene.history
    var tracker = KeyTracker(.init(dark: dark, step: step, noise: noise(floor: floor)), noiseFloor: floor)
    var lit = LitShares(capacity: history.capacity)
    var position = 0
    for frame in task.frames {
      guard history[frame].isInformative, spatialFilter?.isBlind(at: history[frame]) != true else {
        lit.forget(frame)
        continue
      }
      let level = trace[position]
      position += 1
      let outcome = tracker.take(
        Reading(
          start: history[frame].start, exposure: history[frame].exposure ?? scene.frameTime, level: level))
      lit.note(frame, level: level, outcome: outcome, of: tracker, in: history)
    }
    return Keying(tracker: tracker, lit: lit)
  }

  /// The noise of the trace from frame to frame.
  private mutating func noise(floor: Double) -> Double {
    scratch.removeAll(keepingCapacity: true)
    for position in trace.indices.dropFirst() { scratch.append(abs(trace[position] - trace[position - 1])) }
    return max(floor, scratch.takeNoise(from: .quarter))
  }

  // MARK: Tests

  /// The keying of the candidate's own trace; `nil` if it does not have two levels.
  private mutating func coarseKeying(_ task: TorchFinder.Task, in scene: Scene) -> Keying? {
    guard trace.count >= 8, let levels = TwoLevels(of: trace) else { return nil }
    let keying = trackKeying(
      task, dark: levels.low, step: levels.high - levels.low, floor: 1e-9, in: scene)
    let tracker = keying.tracker
    return tracker.hasTwoLevels && tracker.statistics.edges >= 2 ? keying : nil
  }

  private func blinking(_ found: Detection) -> Result {
    guard found.tracker.hasTwoLevels, found.tracker.statistics.isPeriodic else { return .nothing }
    var light = found.light
    light.blinks = true
    return .blinking(light)
  }

  /// Whether at least half of the candidate's marks lie within its levels. If a lamp has drifted across the tile, the lamp's last
  /// frames in the tile set the levels. Earlier marks lie outside these levels, and their lit times are unknown. Such a candidate
  /// could not be compared with the lamp.
  private func hasKnownMarks(_ found: Detection, _ task: TorchFinder.Task) -> Bool {
    2 * found.light.lit.marks(in: task.frames) >= found.tracker.statistics.marks
  }

  /// Whether a backward track of the light is convincing. A sum alone cannot distinguish a lamp from a passer-by, or from a glow.
  private func isTracked(_ found: Detection, _ task: TorchFinder.Task, in scene: Scene) -> Bool {
    PositionTrack(
      of: found.light.spatialFilter, unit: found.tracker.estimatedUnit,
      others: task.known.filter(\.isActive).map(\.spatialFilter), in: scene
    ).map { BackwardTrack($0, since: -.infinity, in: scene).isConvincing } ?? false
  }

  private mutating func exceedsChance(_ found: Detection, _ task: TorchFinder.Task, in scene: Scene) -> Bool {
    let (spatialFilter, statistics) = (found.light.spatialFilter, found.tracker.statistics)
    let measure = spatialFilter.measure.tileMeasure
    let step = chance.step(
      scene.history, of: measure, frames: task.frames, lit: found.light.lit,
      side: Int(min(6, statistics.framesInShortMark)), countsObjects: task.criteria == .singleMark)
    // A single mark is accepted only if the steps of other tiles are known.
    if step == nil, task.criteria == .singleMark { return false }
    let largest = max(scene.skipsTiles ? measure.keyFrameJump : 0, step ?? 0)
    return found.tracker.levels.step
      >= task.criteria.minimumRatio(for: statistics) * spatialFilter.noise(ofTiles: largest)
  }

  // MARK: Spatial filter

  /// Fits a spatial filter to the light with the lit times `lit`. Each filter gives more exact lit times, which improve the next
  /// filter.
  ///
  /// - Returns: The light as the last filter measures it, not tested yet; `nil` if a filter shows no light, a faint one or a
  ///   known one.
  private mutating func fit(
    _ candidate: Candidate, _ lit: LitShares, _ task: TorchFinder.Task, in scene: Scene
  ) -> Detection? {
    var lit = lit
    var found: Detection?
    for _ in 0..<Self.fitPasses {
      guard let spatialFilter = spatialFilter(of: candidate, lit, task, in: scene),
        isStrong(spatialFilter, task)
      else { return nil }
      trace.removeAll(keepingCapacity: true)
      for frame in spatialFilter.measured(task.frames, in: scene.history) {
        trace.append(spatialFilter.level(ofFrame: frame, in: scene.history))
      }
      let keying = trackKeying(
        task, dark: 100, step: spatialFilter.step, floor: spatialFilter.noiseFloor, by: spatialFilter,
        in: scene)
      lit = keying.lit
      if task.knows(lit) { return nil }
      found = Detection(light: KnownLight(spatialFilter: spatialFilter, lit: lit), tracker: keying.tracker)
    }
    return found
  }

  private func isStrong(_ spatialFilter: SpatialFilter, _ task: TorchFinder.Task) -> Bool {
    spatialFilter.step > task.minimumStep
      * (spatialFilter.measure.tileMeasure == .difference ? Self.pixelShare : 1)
  }

  private mutating func spatialFilter(
    of candidate: Candidate, _ lit: LitShares, _ task: TorchFinder.Task, in scene: Scene
  ) -> SpatialFilter? {
    let shape = scene.shape
    // The tiles of a silent light are not excluded: it may be the light that is fitted here.
    let others = task.known.filter(\.isActive).map(\.spatialFilter)
    func fit(seed: Int?, columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> SpatialFilter? {
      fitter.fit(
        SpatialFilterFit.Task(
          frames: task.frames, recent: task.frames, lit: lit, seed: seed, columns: columns, rows: rows,
          sway: candidate.sways ? candidate.measure : nil, others: others),
        in: scene)
    }
    switch candidate {
    case .scene: return fit(seed: nil, columns: 0...shape.columns - 1, rows: 0...shape.rows - 1)
    case .patch(let tile), .sway(let tile, _):
      let box = shape.box(around: tile, margin: candidate.margin)
      return fit(seed: nil, columns: box.columns, rows: box.rows)
    case .tile(let tile), .pair(let tile, _), .difference(let tile):
      let box = shape.box(around: tile, margin: Self.usualReach)
      let found = fit(seed: tile, columns: box.columns, rows: box.rows)
      guard let found, found.columns == box.columns || found.rows == box.rows else { return found }
      // The lamp fills the box, so it may be larger.
      return fit(seed: tile, columns: 0...shape.columns - 1, rows: 0...shape.rows - 1)
    }
  }
}

extension CandidateExamination.Candidate {
  /// Whether the light may sway among the tiles.
  fileprivate var sways: Bool {
    if case .sway = self { true } else { false }
  }

  /// What is measured of the tiles.
  fileprivate var measure: TileMeasure {
    switch self {
    case .difference: .difference
    case .sway(_, let measure): measure
    case .tile, .pair, .patch, .scene: .sum
    }
  }

  /// How far around the middle tile others are examined with it, in tiles.
  fileprivate var margin: Int { sways ? HandSway.reach : 1 }

  /// The tiles that are examined.
  func tiles(in shape: GridShape) -> [Int] {
    switch self {
    // The largest background difference around the tile counts as this tile's.
    case .tile(let tile), .difference(let tile): return [tile]
    case .pair(let tile, let other): return [tile, other]
    case .patch(let tile), .sway(let tile, _): return shape.tiles(around: tile, margin: margin)
    case .scene: return []
    }
  }
}

extension TorchFinder.Task {
  /// Whether a light with these lit times may come from a known one.
  fileprivate func knows(_ lit: LitShares) -> Bool {
    known.contains { $0.accounts(for: lit, frames: frames) }
  }
}

extension KeyTracker {
  fileprivate var hasTwoLevels: Bool { statistics.hasTwoLevels(noise: levels.noise / levels.step) }
}
