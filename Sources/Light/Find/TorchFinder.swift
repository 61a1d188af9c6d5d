/// Finds lights that are keyed, among everything that changes in a picture.
///
/// Tiles with the most modulation (``ModulationMap``), of their sums or of what their pixels rise, are tried one after
/// another, and the scene as a whole. A candidate's brightness over the last seconds must fall into two levels, switch
/// between them quickly and keep each long enough to be Morse; then the tiles that follow it are weighed into a footprint,
/// and the sharper trace that they give must pass the same examination. Its step must beat what other tiles do by chance
/// (``ChanceSteps``), and it must not be a light that is known already, seen by its glow or its reflection (``KnownLight``).
struct TorchFinder {
  /// What to look for, and where.
  struct Task {
    /// The frames to judge by.
    var frames: Range<Int>
    var horizon: ModulationMap.Horizon
    var demand: Demand
    /// The smallest step to call a light, on the 100 scale.
    var leastStep: Double
    /// Lights that need not be found again.
    var known: [KnownLight]
  }

  /// What is looked at: one tile, two side by side, the three by three around it, what the pixels of a tile rise, or all that
  /// the median tile shows.
  private enum Candidate {
    case tile(Int)
    case rise(Int)
    case pair(Int, Int)
    case patch(Int)
    case scene
  }

  /// How often a light is looked at, each time by what the last look told.
  private static let looks = 3
  /// How far from its brightest tile a lamp is looked for at first, in tiles.
  private static let usualReach = 6
  /// Of the least step of a light, what one must have that is seen by a pixel of its own: against that pixel's calm value it
  /// is large, however little its tile gains.
  private static let pixelShare = 1.0 / 16
  /// The modulation of a tile's sum from which on it tells by itself of a light. A pixel's rise is looked at where it does not:
  /// in a street every car and signal has rises as well.
  private static let mostOfSum = 1.6
  /// Where more than this share of the tiles is modulated, the picture itself moves.
  private static let movingShare = 0.25

  /// Seconds from the first frame for which the lamp of a reflection is waited for: a noise that an edge in the first frames
  /// has made too large is learnt anew by then.
  private static let lampTime = 4.0

  private var ranking = CandidateRanking()
  private var influences = Influences()
  private var trace: [Double] = []
  private var scratch: [Double] = []
  /// When the candidate shone.
  private var lit = LitShares(capacity: 1)
  private var fitter = FootprintFit()
  private var chance = ChanceSteps()
  private var halo = Halo()
  private var passing = PassingLight()
  private var lamp = LampOfReflection()

  /// What is left to be examined of the search under way.
  private var search: Search?

  private struct Search {
    var task: Task
    var window: SearchWindow
    /// What is left to be examined.
    var tiles: ArraySlice<Int> = []
    var examined: Set<Int> = []
    var foundNone = true
  }

  /// How many frames' worth of readings are looked at in one step, about.
  private static let framesInStep = 600

  var isSearching: Bool { search != nil }

  /// Begins a search, which is made in steps: a picture full of change would hold up its frames.
  mutating func begin(_ task: Task, in scene: Scene) {
    search = nil
    guard task.frames.count >= task.demand.leastFrames else { return }
    var search = Search(task: task, window: SearchWindow(task.frames, in: scene))
    ranking.begin(
      sums: (0..<scene.shape.count).map { scene.map.modulation(ofTile: $0, over: task.horizon) },
      rises: (0..<scene.shape.count).map { scene.riseModulation(ofTile: $0, over: task.horizon) })
    for light in task.known where light.isActive { explain(light, in: scene) }
    search.tiles = ranking.rank(in: scene.shape)[...]
    self.search = search
  }

  private mutating func explain(_ light: KnownLight, in scene: Scene) {
    ranking.explain(light) { scene.map.noise(ofTile: $0) }
  }

  mutating func cancel() { search = nil }

  /// Examines some more of what the search has left; the torches found that meet the demand, those with the most
  /// modulation first.
  mutating func proceed(in scene: Scene) -> [Sighting] {
    guard var search else { return [] }
    // A long search may outlast the oldest frames.
    let frames = search.task.frames.clamped(to: scene.history.indices)
    if frames != search.task.frames {
      search.task.frames = frames
      search.window = SearchWindow(frames, in: scene)
    }
    var sightings: [Sighting] = []
    for _ in 0..<max(1, Self.framesInStep / max(1, search.task.frames.count)) {
      guard let tile = search.tiles.popFirst() else { break }
      let beside = ranking.bestBeside(tile, scene.shape)
      let knownBefore = search.task.known.count
      search.examined.insert(tile)
      if let first = examine(tile, beside: beside, &search, in: scene),
        let sighting = lamp(of: first, &search, in: scene)
      {
        sightings.append(sighting)
        search.task.known.append(sighting.light)
        search.foundNone = false
      }
      // In a patch of several lights the best one hid the others.
      for light in search.task.known.dropFirst(knownBefore) { explain(light, in: scene) }
      if ranking.hasChanged {
        search.tiles = ranking.rank(in: scene.shape).filter { !search.examined.contains($0) }[...]
      }
    }
    self.search = search
    if search.tiles.isEmpty {
      if search.foundNone, !search.task.known.contains(where: \.isActive),
        let sighting = examine(.scene, &search, in: scene)
      {
        sightings.append(sighting)
      }
      self.search = nil
    }
    return sightings
  }

  /// The lamp whose reflection a sighting is, or the sighting itself. Once the reflection is known, its lamp would count as
  /// known too, and never be found.
  ///
  /// - Returns: `nil` where the lamp is seen, but cannot be told from noise yet.
  private mutating func lamp(of sighting: Sighting, _ search: inout Search, in scene: Scene) -> Sighting? {
    guard let tile = lamp.tile(of: sighting.light, frames: search.task.frames, in: scene) else {
      return sighting
    }
    if search.examined.insert(tile).inserted,
      let lamp = examine(tile, beside: ranking.bestBeside(tile, scene.shape), &search, in: scene)
    {
      return lamp
    }
    let isYoung = scene.time - scene.history[scene.history.begin].start < Self.lampTime
    return isYoung && search.task.demand == .signalling ? nil : sighting
  }

  private mutating func examine(
    _ tile: Int, beside other: Int, _ search: inout Search, in scene: Scene
  ) -> Sighting? {
    for candidate in [Candidate.tile(tile), .pair(tile, other), .patch(tile), .rise(tile)] {
      if let sighting = examine(candidate, &search, in: scene) { return sighting }
    }
    return nil
  }

  private mutating func examine(_ candidate: Candidate, _ search: inout Search, in scene: Scene) -> Sighting?
  {
    guard case .rise(let tile) = candidate else {
      return examine(candidate, &search.task, search.window, in: scene)
    }
    guard ranking.modulations[tile] < Self.mostOfSum,
      search.window.seen.contains(tile, in: scene.shape)
    else { return nil }
    // Since when the calm values are known: mostly for as long as there are frames, but for the first second.
    let frames = search.task.frames
    let first = frames.reversed().first { scene.history[$0].isInformative && !scene.history[$0].hasRises }
    guard let first else { return examine(candidate, &search.task, search.window, in: scene) }
    guard frames.upperBound - first > search.task.demand.leastFrames else { return nil }
    search.task.frames = first + 1..<frames.upperBound
    defer { search.task.frames = frames }
    return examine(candidate, &search.task, SearchWindow(search.task.frames, in: scene), in: scene)
  }

  /// A light that blinks as a turn signal does is no sighting, but known from then on: its glow is nothing new.
  private mutating func examine(
    _ candidate: Candidate, _ task: inout Task, _ window: SearchWindow, in scene: Scene
  ) -> Sighting? {
    collect(candidate, task, window, in: scene)
    guard trace.count >= 8, let levels = TwoLevels(of: trace) else { return nil }
    let coarse = follow(
      task, from: .init(dark: levels.low, step: levels.high - levels.low, noise: noise(floor: 1e-9)),
      floor: 1e-9,
      in: scene)
    let doubt = coarse.levels.noise / coarse.levels.step
    guard coarse.statistics.hasTwoLevels(noise: doubt), coarse.statistics.edges >= 2 else { return nil }
    if isKnown(task) {
      switch candidate {
      case .tile(let tile), .rise(let tile): ranking.dismiss(tile, in: scene.shape)
      case .pair, .patch, .scene: break
      }
      return nil
    }
    // What the footprint shows tells better when the light shone, and so the next one is better.
    var found: (footprint: Footprint, tracker: KeyTracker)?
    for _ in 0..<Self.looks {
      guard let footprint = footprint(of: candidate, task, in: scene), isStrong(footprint, task) else {
        return nil
      }
      trace.removeAll(keepingCapacity: true)
      let measure = footprint.measure.ofTiles
      for frame in window.frames where measure.isKnown(at: scene.history[frame]) {
        trace.append(footprint.level(ofFrame: frame, in: scene.history))
      }
      let floor = footprint.noiseFloor
      let tracker = follow(
        task, from: .init(dark: 100, step: footprint.step, noise: noise(floor: floor)), floor: floor,
        by: measure, in: scene)
      if isKnown(task) { return nil }
      found = (footprint, tracker)
    }
    guard let (footprint, tracker) = found else { return nil }
    guard !task.known.contains(where: { $0.isAt(footprint) }) else { return nil }
    var light = KnownLight(footprint: footprint, lit: lit)
    guard task.demand.isMet(by: tracker, noise: footprint.expectedNoise) else {
      if tracker.statistics.hasTwoLevels(noise: tracker.levels.noise / tracker.levels.step),
        tracker.statistics.isPeriodic
      {
        light.blinks = true
        task.known.append(light)
      }
      return nil
    }
    guard isSeenToShine(by: tracker, task) else { return nil }
    let measure = footprint.measure.ofTiles
    let chance = max(
      scene.skipsTiles ? measure.keyFrameJump : 0,
      chance.step(
        scene.history, of: measure, frames: task.frames, lit: lit,
        side: Int(min(6, tracker.statistics.framesInShortestMark))) ?? 0)
    let ratio = task.demand.leastRatio(
      for: tracker.statistics, isMoving: ranking.modulatedShare > Self.movingShare)
    guard tracker.levels.step >= ratio * footprint.noise(ofTiles: chance) else { return nil }
    if halo.isSeen(in: footprint.carriers[0].index, frames: task.frames, scene: scene) {
      return nil
    }
    if passing.isSeen(
      in: footprint.carriers[0].index, lit: lit, frames: task.frames, history: scene.history,
      shape: scene.shape)
    {
      return nil
    }
    return Sighting(light: light, tracker: tracker, demand: task.demand)
  }

  private func isStrong(_ footprint: Footprint, _ task: Task) -> Bool {
    footprint.step > task.leastStep * (footprint.measure.ofTiles == .rise ? Self.pixelShare : 1)
  }

  /// Whether most of its marks are known to be its own. Where a lamp has drifted across the tile, its last few frames there
  /// set the levels, and all marks before are strange to these: it could not be told from the lamp.
  private func isSeenToShine(by tracker: KeyTracker, _ task: Task) -> Bool {
    2 * lit.marks(in: task.frames) >= tracker.statistics.marks
  }

  private func isKnown(_ task: Task) -> Bool {
    task.known.contains { $0.accounts(for: lit, frames: task.frames) }
  }

  /// Where the light falls that shone as `lit` says.
  private mutating func footprint(of candidate: Candidate, _ task: Task, in scene: Scene) -> Footprint? {
    let shape = scene.shape
    // One that is silent may be the very light that was found.
    let others = task.known.filter(\.isActive).map(\.footprint)
    func fit(seed: Int?, columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> Footprint? {
      fitter.fit(
        FootprintFit.Task(
          frames: task.frames, recent: task.frames, lit: lit, seed: seed, columns: columns, rows: rows,
          others: others),
        in: scene)
    }
    switch candidate {
    case .scene: return fit(seed: nil, columns: 0...shape.columns - 1, rows: 0...shape.rows - 1)
    case .patch(let tile):
      let box = shape.box(around: tile, margin: 1)
      return fit(seed: nil, columns: box.columns, rows: box.rows)
    case .tile(let tile), .pair(let tile, _), .rise(let tile):
      let box = shape.box(around: tile, margin: Self.usualReach)
      let found = fit(seed: tile, columns: box.columns, rows: box.rows)
      guard let found, found.columns == box.columns || found.rows == box.rows else { return found }
      // A lamp as large as that may be larger.
      return fit(seed: tile, columns: 0...shape.columns - 1, rows: 0...shape.rows - 1)
    }
  }

  /// The candidate's brightness in the informative frames; what follows the scene's brightness, the lights known nearby
  /// and the picture's motion is taken out.
  private mutating func collect(
    _ candidate: Candidate, _ task: Task, _ window: SearchWindow, in scene: Scene
  ) {
    trace.removeAll(keepingCapacity: true)
    if case .scene = candidate {
      trace += window.ambient
      return
    }
    let tiles = tiles(of: candidate, scene.shape)
    if case .rise(let tile) = candidate {
      for frame in window.frames { trace.append(scene.history.value(of: tile, .rise, frame: frame)) }
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
    influences.clear()
    for light in task.known where tiles.contains(where: { light.isNear($0, in: scene.shape) }) {
      scratch.removeAll(keepingCapacity: true)
      for frame in window.frames { scratch.append(light.lit[frame] ?? 0) }
      influences.add(scratch)
    }
    influences.remove(from: &trace)
    window.removeMotion(from: &trace)
  }

  private func tiles(of candidate: Candidate, _ shape: GridShape) -> [Int] {
    switch candidate {
    case .tile(let tile), .rise(let tile): return [tile]
    case .pair(let tile, let other): return [tile, other]
    case .patch(let tile):
      let box = shape.box(around: tile, margin: 1)
      return box.rows.flatMap { row in box.columns.map { row * shape.columns + $0 } }
    case .scene: return []
    }
  }

  /// Follows the trace from its first reading to its last, and notes when the light shone.
  private mutating func follow(
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
    return max(floor, scratch.takeQuantile(0.25) / ModulationMap.quartileOfNoise)
  }
}
