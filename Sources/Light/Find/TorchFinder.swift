import Frames

/// Finds lights that are keyed, among everything that changes in a picture.
///
/// Tiles with the most modulation (``ModulationMap``), of their sums or of their background differences, are tried one after
/// another, and the scene as a whole. A candidate's brightness over the last seconds must fall into two levels, switch between
/// them quickly and keep each long enough to be Morse; then a spatial filter is fitted to the tiles around it, and the better
/// trace of the filter must pass the same examination. Its step must exceed the steps of other tiles by chance
/// (``ChanceSteps``), and it must not be the glow or the reflection of a known light (``KnownLight``).
struct TorchFinder {
  /// The frames and the criteria of a search.
  struct Task {
    /// The frames to examine.
    var frames: Range<Int>
    var horizon: ModulationMap.Horizon
    var criteria: DetectionCriteria
    /// The smallest step of a light, on the 100 scale.
    var minimumStep: Double
    /// Lights that need not be found again.
    var known: [KnownLight]
  }

  /// What is examined: one tile, two tiles side by side, the three by three tiles around one, the largest background difference
  /// of these, or the brightness of the whole scene.
  private enum Candidate {
    case tile(Int)
    case difference(Int)
    case pair(Int, Int)
    case patch(Int)
    case scene
  }

  /// How often the spatial filter is fitted, each time with the states that the last fit has shown.
  private static let fitPasses = 3
  /// How far from its brightest tile a lamp is searched at first, in tiles.
  private static let usualReach = 6
  /// The least step of a light that is measured by its background difference, as a share of the least step otherwise. The step
  /// is relative to the tile's sum, which may gain little although the difference is large.
  private static let pixelShare = 1.0 / 16
  /// From this modulation on, a tile's sum shows a light by itself, unless the light is clipped. Its background difference is
  /// examined only below it, or where it is clipped: in a street, every car and every signal has a background difference.
  private static let maximumSumModulation = 1.6
  /// Where more than this share of the tiles is modulated, the picture itself moves.
  private static let movingShare = 0.25

  /// Seconds from the first frame in which the finder waits for the lamp of a reflection. An edge in the first frames makes the
  /// noise estimate too large, and it is correct again by then.
  private static let lampWaitTime = 4.0

  private var ranking = CandidateRanking()
  private var nuisances = Nuisances()
  private var trace: [Double] = []
  private var scratch: [Double] = []
  /// When the candidate was lit.
  private var lit = LitShares(capacity: 1)
  private var fitter = SpatialFilterFit()
  private var chance = ChanceSteps()
  private var halo = Halo()
  private var passing = PassingLight()
  private var lampOfReflection = LampOfReflection()

  /// The search in progress.
  private var search: Search?

  private struct Search {
    var task: Task
    var window: SearchWindow
    /// Tiles that are not examined yet.
    var tiles: ArraySlice<Int> = []
    var examined: Set<Int> = []
    var foundNone = true
  }

  /// About how many frames of a candidate are examined in one step.
  private static let framesInStep = 600

  var isSearching: Bool { search != nil }

  /// Begins a search. It is done in steps, because a search in a busy picture takes longer than a frame.
  mutating func begin(_ task: Task, in scene: Scene) {
    search = nil
    guard task.frames.count >= task.criteria.minimumFrames else { return }
    var search = Search(task: task, window: SearchWindow(task.frames, in: scene))
    ranking.begin(
      sums: (0..<scene.shape.count).map { scene.map.modulation(ofTile: $0, over: task.horizon) },
      differences: (0..<scene.shape.count).map { scene.differenceModulation(ofTile: $0, over: task.horizon) })
    for light in task.known where light.isActive { explain(light, in: scene) }
    search.tiles = ranking.rank(in: scene.shape)[...]
    self.search = search
  }

  private mutating func explain(_ light: KnownLight, in scene: Scene) {
    ranking.explain(light) { scene.map.noise(ofTile: $0) }
  }

  mutating func cancel() { search = nil }

  /// Examines the next tiles. Returns the lights that meet the criteria, those with the most modulation first.
  mutating func proceed(in scene: Scene) -> [Detection] {
    guard var search else { return [] }
    // A long search may outlast the oldest frames.
    let frames = search.task.frames.clamped(to: scene.history.indices)
    if frames != search.task.frames {
      search.task.frames = frames
      search.window = SearchWindow(frames, in: scene)
    }
    var detections: [Detection] = []
    for _ in 0..<max(1, Self.framesInStep / max(1, search.task.frames.count)) {
      guard let tile = search.tiles.popFirst() else { break }
      let beside = ranking.bestBeside(tile, scene.shape)
      let knownBefore = search.task.known.count
      search.examined.insert(tile)
      if let first = examine(tile, beside: beside, &search, in: scene),
        let detection = lamp(of: first, &search, in: scene)
      {
        detections.append(detection)
        search.task.known.append(detection.light)
        search.foundNone = false
      }
      // In a patch with several lights the strongest one hid the others.
      for light in search.task.known.dropFirst(knownBefore) { explain(light, in: scene) }
      if ranking.hasChanged {
        search.tiles = ranking.rank(in: scene.shape).filter { !search.examined.contains($0) }[...]
      }
    }
    self.search = search
    if search.tiles.isEmpty {
      if search.foundNone, !search.task.known.contains(where: \.isActive),
        let detection = examine(.scene, &search, in: scene)
      {
        detections.append(detection)
      }
      self.search = nil
    }
    return detections
  }

  /// The lamp, if `detection` is its reflection; else `detection` itself. The reflection must not become known before its lamp:
  /// both are lit at the same times, so the lamp would count as known too, and would never be found.
  ///
  /// - Returns: `nil` if there is a lamp that cannot be distinguished from noise yet.
  private mutating func lamp(of detection: Detection, _ search: inout Search, in scene: Scene) -> Detection? {
    guard let tile = lampOfReflection.tile(of: detection.light, frames: search.task.frames, in: scene) else {
      return detection
    }
    if search.examined.insert(tile).inserted,
      let lamp = examine(tile, beside: ranking.bestBeside(tile, scene.shape), &search, in: scene)
    {
      return lamp
    }
    let isYoung = scene.time - scene.history[scene.history.begin].start < Self.lampWaitTime
    return isYoung && search.task.criteria == .signalling ? nil : detection
  }

  private mutating func examine(
    _ tile: Int, beside other: Int, _ search: inout Search, in scene: Scene
  ) -> Detection? {
    for candidate in [Candidate.tile(tile), .pair(tile, other), .patch(tile), .difference(tile)] {
      if let detection = examine(candidate, &search, in: scene) { return detection }
    }
    return nil
  }

  private mutating func examine(_ candidate: Candidate, _ search: inout Search, in scene: Scene) -> Detection?
  {
    guard case .difference(let tile) = candidate else {
      return examine(candidate, &search.task, search.window, in: scene)
    }
    guard search.window.visibleTiles.contains(tile, in: scene.shape),
      ranking.modulations[tile] < Self.maximumSumModulation
        || isClipped(around: tile, search.window, in: scene)
    else { return nil }
    // The last frame without background differences. Mostly there is none after the first second.
    let frames = search.task.frames
    let last = frames.last { scene.history[$0].isInformative && !scene.history[$0].hasDifferences }
    guard let last else { return examine(candidate, &search.task, search.window, in: scene) }
    guard frames.upperBound - last > search.task.criteria.minimumFrames else { return nil }
    search.task.frames = last + 1..<frames.upperBound
    defer { search.task.frames = frames }
    return examine(candidate, &search.task, SearchWindow(search.task.frames, in: scene), in: scene)
  }

  /// Whether a pixel of `tile` or of the tiles around it was as bright as the camera can measure. The sums do not show how bright
  /// such a light is, and it often lights the room as well.
  private func isClipped(around tile: Int, _ window: SearchWindow, in scene: Scene) -> Bool {
    let tiles = tiles(of: .patch(tile), scene.shape)
    return window.frames.contains { frame in
      scene.history.withMaxima(of: frame) { maxima in
        tiles.contains { maxima[$0] >= LumaGrid.clipLevel }
      }
    }
  }

  /// A light that blinks like a turn signal is not a detection. It counts as known from then on, so that its glow is not
  /// examined again.
  private mutating func examine(
    _ candidate: Candidate, _ task: inout Task, _ window: SearchWindow, in scene: Scene
  ) -> Detection? {
    collectTrace(candidate, task, window, in: scene)
    guard trace.count >= 8, let levels = TwoLevels(of: trace) else { return nil }
    let coarse = trackKeying(
      task, from: .init(dark: levels.low, step: levels.high - levels.low, noise: noise(floor: 1e-9)),
      floor: 1e-9,
      in: scene)
    let relativeNoise = coarse.levels.noise / coarse.levels.step
    guard coarse.statistics.hasTwoLevels(noise: relativeNoise), coarse.statistics.edges >= 2 else {
      return nil
    }
    if isKnown(task) {
      switch candidate {
      case .tile(let tile), .difference(let tile): ranking.dismiss(tile, in: scene.shape)
      case .pair, .patch, .scene: break
      }
      return nil
    }
    // Each filter shows more exactly when the light was lit, which improves the next filter.
    var found: (spatialFilter: SpatialFilter, tracker: KeyTracker)?
    for _ in 0..<Self.fitPasses {
      guard let spatialFilter = spatialFilter(of: candidate, task, in: scene), isStrong(spatialFilter, task)
      else {
        return nil
      }
      trace.removeAll(keepingCapacity: true)
      let measure = spatialFilter.measure.tileMeasure
      for frame in window.frames where measure.isKnown(at: scene.history[frame]) {
        trace.append(spatialFilter.level(ofFrame: frame, in: scene.history))
      }
      let floor = spatialFilter.noiseFloor
      let tracker = trackKeying(
        task, from: .init(dark: 100, step: spatialFilter.step, noise: noise(floor: floor)), floor: floor,
        by: measure, in: scene)
      if isKnown(task) { return nil }
      found = (spatialFilter, tracker)
    }
    guard let (spatialFilter, tracker) = found else { return nil }
    guard !task.known.contains(where: { $0.isSameLight(as: spatialFilter) }) else { return nil }
    var light = KnownLight(spatialFilter: spatialFilter, lit: lit)
    guard task.criteria.isMet(by: tracker, noise: spatialFilter.expectedNoise) else {
      if tracker.statistics.hasTwoLevels(noise: tracker.levels.noise / tracker.levels.step),
        tracker.statistics.isPeriodic
      {
        light.blinks = true
        task.known.append(light)
      }
      return nil
    }
    guard hasKnownMarks(by: tracker, task) else { return nil }
    let measure = spatialFilter.measure.tileMeasure
    let chance = max(
      scene.skipsTiles ? measure.keyFrameJump : 0,
      chance.step(
        scene.history, of: measure, frames: task.frames, lit: lit,
        side: Int(min(6, tracker.statistics.framesInShortestMark))) ?? 0)
    let ratio = task.criteria.minimumRatio(
      for: tracker.statistics, isMoving: ranking.modulatedShare > Self.movingShare)
    guard tracker.levels.step >= ratio * spatialFilter.noise(ofTiles: chance) else { return nil }
    if halo.isSeen(in: spatialFilter.carriers[0].index, frames: task.frames, scene: scene) {
      return nil
    }
    if passing.isSeen(
      in: spatialFilter.carriers[0].index, lit: lit, frames: task.frames, history: scene.history,
      shape: scene.shape)
    {
      return nil
    }
    return Detection(light: light, tracker: tracker)
  }

  private func isStrong(_ spatialFilter: SpatialFilter, _ task: Task) -> Bool {
    spatialFilter.step > task.minimumStep
      * (spatialFilter.measure.tileMeasure == .difference ? Self.pixelShare : 1)
  }

  /// Whether at least half of its marks lie within its levels. If a lamp has drifted across the tile, its last few frames there
  /// set the levels, and all earlier marks lie outside them. Their lit times are then unknown, and the candidate could not be
  /// compared with that lamp.
  private func hasKnownMarks(by tracker: KeyTracker, _ task: Task) -> Bool {
    2 * lit.marks(in: task.frames) >= tracker.statistics.marks
  }

  private func isKnown(_ task: Task) -> Bool {
    task.known.contains { $0.accounts(for: lit, frames: task.frames) }
  }

  /// The spatial filter of the light that was lit as `lit` shows.
  private mutating func spatialFilter(
    of candidate: Candidate, _ task: Task, in scene: Scene
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

  /// Collects the candidate's brightness in the informative frames, without the parts that follow the scene's brightness, known
  /// lights nearby and the picture's motion.
  private mutating func collectTrace(
    _ candidate: Candidate, _ task: Task, _ window: SearchWindow, in scene: Scene
  ) {
    trace.removeAll(keepingCapacity: true)
    if case .scene = candidate {
      trace += window.ambient
      return
    }
    let tiles = tiles(of: candidate, scene.shape)
    if case .difference(let tile) = candidate {
      // It is measured as if one tile had it, so `tiles` is one tile: the scene's brightness changes it as much as that.
      let around = self.tiles(of: .patch(tile), scene.shape)
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

  private func tiles(of candidate: Candidate, _ shape: GridShape) -> [Int] {
    switch candidate {
    case .tile(let tile), .difference(let tile): return [tile]
    case .pair(let tile, let other): return [tile, other]
    case .patch(let tile):
      let box = shape.box(around: tile, margin: 1)
      return box.rows.flatMap { row in box.columns.map { row * shape.columns + $0 } }
    case .scene: return []
    }
  }

  /// Runs a tracker over the trace, and notes when the light was lit.
  private mutating func trackKeying(
    _ task: Task, from levels: KeyTracker.Levels, floor: Double, by measure: TileMeasure = .sum,
    in scene: Scene
  ) -> KeyTracker {
    let history = scene.history
    var tracker = KeyTracker(levels, noiseFloor: floor)
    lit = LitShares(capacity: history.capacity)
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
    return tracker
  }

  /// The noise of the trace from frame to frame.
  private mutating func noise(floor: Double) -> Double {
    scratch.removeAll(keepingCapacity: true)
    for position in trace.indices.dropFirst() { scratch.append(abs(trace[position] - trace[position - 1])) }
    return max(floor, scratch.takeNoise(from: .quarter))
  }
}
