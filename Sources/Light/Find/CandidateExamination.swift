import Frames

/// Decides whether a candidate is a torch.
///
/// The candidate's brightness over the last seconds, its trace, must fall into two levels, switch between them quickly and keep
/// each long enough to be Morse. Then a spatial filter is fitted to the tiles around it, and the better trace of the filter must
/// pass the same test. Its step must exceed the steps of other tiles by chance (``ChanceSteps``), and it must not be the glow or
/// the reflection of a known light (``KnownLight``).
struct CandidateExamination {
  /// What is examined: one tile, two tiles side by side, the three by three tiles around one, the largest background difference
  /// of these, or the brightness of the whole scene.
  enum Candidate {
    case tile(Int)
    case difference(Int)
    case pair(Int, Int)
    case patch(Int)
    case scene
  }

  enum Finding {
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

  /// How often the spatial filter is fitted, each time with the states that the last fit has shown.
  private static let fitPasses = 3
  /// How far from its brightest tile a lamp is searched at first, in tiles.
  private static let usualReach = 6
  /// The least step of a light that is measured by its background difference, as a share of the least step otherwise. The step
  /// is relative to the tile's sum, which may gain little although the difference is large.
  private static let pixelShare = 1.0 / 16

  private var nuisances = Nuisances()
  private var trace: [Double] = []
  private var scratch: [Double] = []
  private var fitter = SpatialFilterFit()
  private var chance = ChanceSteps()
  private var halo = Halo()
  private var passing = PassingLight()

  /// - Parameters:
  ///   - window: The frames of the task.
  ///   - isMoving: Whether the picture itself moves.
  mutating func examine(
    _ candidate: Candidate, _ task: TorchFinder.Task, _ window: SearchWindow, isMoving: Bool, in scene: Scene
  ) -> Finding {
    collectTrace(candidate, task, window, in: scene)
    guard let keying = coarseKeying(task, in: scene) else { return .nothing }
    if task.knows(keying.lit) { return .known }
    guard let found = fit(candidate, keying.lit, task, window, in: scene) else { return .nothing }
    let (spatialFilter, lit) = (found.light.spatialFilter, found.light.lit)
    if task.known.contains(where: { $0.isSameLight(as: spatialFilter) }) { return .nothing }
    guard task.criteria.isMet(by: found.tracker, noise: spatialFilter.expectedNoise) else {
      return blinking(found)
    }
    let tile = spatialFilter.carriers[0].index
    guard hasKnownMarks(found, task), exceedsChance(found, task, isMoving: isMoving, in: scene),
      !halo.isSeen(in: tile, frames: task.frames, scene: scene),
      !passing.isSeen(in: tile, lit: lit, frames: task.frames, history: scene.history, shape: scene.shape)
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
    if case .difference(let tile) = candidate {
      // It is measured as if one tile had it, so `tiles` is one tile: the scene's brightness changes it as much as that.
      let around = Candidate.patch(tile).tiles(in: scene.shape)
      for frame in window.frames {
        trace.append(BrightestPixel.value(ofFrame: frame, around, .difference, in: scene.history))
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
    window.removeAmbient(from: &trace, tiles: Double(tiles.count))
    nuisances.clear()
    for light in task.known where tiles.contains(where: { light.isNear($0, in: scene.shape) }) {
      scratch.removeAll(keepingCapacity: true)
      for frame in window.frames { scratch.append(light.lit[frame] ?? 0) }
      nuisances.add(scratch)
    }
    nuisances.remove(from: &trace)
    window.removeMotion(from: &trace)
  }

  /// Runs a tracker over the trace.
  ///
  /// - Parameter floor: The least noise there can be.
  private mutating func trackKeying(
    _ task: TorchFinder.Task, dark: Double, step: Double, floor: Double, by measure: TileMeasure = .sum,
    in scene: Scene
  ) -> Keying {
    let history = scene.history
    var tracker = KeyTracker(.init(dark: dark, step: step, noise: noise(floor: floor)), noiseFloor: floor)
    var lit = LitShares(capacity: history.capacity)
    var position = 0
    for frame in task.frames {
      guard history[frame].isInformative, measure.isKnown(at: history[frame]) else {
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

  private func blinking(_ found: Detection) -> Finding {
    guard found.tracker.hasTwoLevels, found.tracker.statistics.isPeriodic else { return .nothing }
    var light = found.light
    light.blinks = true
    return .blinking(light)
  }

  /// Whether at least half of its marks lie within its levels. If a lamp has drifted across the tile, its last few frames there
  /// set the levels, and all earlier marks lie outside them. Their lit times are then unknown, and the candidate could not be
  /// compared with that lamp.
  private func hasKnownMarks(_ found: Detection, _ task: TorchFinder.Task) -> Bool {
    2 * found.light.lit.marks(in: task.frames) >= found.tracker.statistics.marks
  }

  private mutating func exceedsChance(
    _ found: Detection, _ task: TorchFinder.Task, isMoving: Bool, in scene: Scene
  ) -> Bool {
    let (spatialFilter, statistics) = (found.light.spatialFilter, found.tracker.statistics)
    let measure = spatialFilter.measure.tileMeasure
    let step = chance.step(
      scene.history, of: measure, frames: task.frames, lit: found.light.lit,
      side: Int(min(6, statistics.framesInShortestMark)))
    let largest = max(scene.skipsTiles ? measure.keyFrameJump : 0, step ?? 0)
    return found.tracker.levels.step
      >= task.criteria.minimumRatio(for: statistics, isMoving: isMoving)
      * spatialFilter.noise(ofTiles: largest)
  }

  // MARK: Spatial filter

  /// Fits the light that was lit as `lit` shows. Each spatial filter shows more exactly when it was lit, which improves the
  /// next one.
  ///
  /// - Returns: The light by the last filter, before its tests; `nil` if a filter shows no light, a faint one or a known one.
  private mutating func fit(
    _ candidate: Candidate, _ lit: LitShares, _ task: TorchFinder.Task, _ window: SearchWindow,
    in scene: Scene
  ) -> Detection? {
    var lit = lit
    var found: Detection?
    for _ in 0..<Self.fitPasses {
      guard let spatialFilter = spatialFilter(of: candidate, lit, task, in: scene),
        isStrong(spatialFilter, task)
      else { return nil }
      let measure = spatialFilter.measure.tileMeasure
      trace.removeAll(keepingCapacity: true)
      for frame in window.frames where measure.isKnown(at: scene.history[frame]) {
        trace.append(spatialFilter.level(ofFrame: frame, in: scene.history))
      }
      let keying = trackKeying(
        task, dark: 100, step: spatialFilter.step, floor: spatialFilter.noiseFloor, by: measure, in: scene)
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
          others: others),
        in: scene)
    }
    switch candidate {
    case .scene: return fit(seed: nil, columns: 0...shape.columns - 1, rows: 0...shape.rows - 1)
    case .patch(let tile):
      let box = shape.box(around: tile, margin: 1)
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
  /// The tiles whose sum is examined.
  func tiles(in shape: GridShape) -> [Int] {
    switch self {
    case .tile(let tile), .difference(let tile): return [tile]
    case .pair(let tile, let other): return [tile, other]
    case .patch(let tile):
      let box = shape.box(around: tile, margin: 1)
      return box.rows.flatMap { row in box.columns.map { row * shape.columns + $0 } }
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
