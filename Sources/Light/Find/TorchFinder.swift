import Frames

/// Finds lights that are keyed, among everything that changes in a picture.
///
/// Tiles with the most modulation (``ModulationMap``), of their sums or of their background differences, are tried one after
/// another, and the scene as a whole (``CandidateExamination``).
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

  /// Below this modulation of a tile's sum, relative to the median tile's, no lamp sways around the tile.
  private static let minimumSwayModulation = 1.6

  /// Seconds from the first frame in which the finder waits for the lamp of a reflection. An edge in the first frames makes the
  /// noise estimate too large. After this time the estimate is correct again.
  private static let lampWaitTime = 4.0

  private var ranking = CandidateRanking()
  private var examination = CandidateExamination()
  private var lampOfReflection = LampOfReflection()

  /// The search in progress.
  private var search: Search?

  private struct Search {
    var task: Task
    var window: SearchWindow
    /// Tiles that are not examined yet.
    var tiles: ArraySlice<Int> = []
    var examined: Set<Int> = []
    /// Tiles that were examined as the middle of a sway.
    var examinedMiddles: Set<Int> = []
    var foundNone = true

    init(_ task: Task, in scene: Scene) {
      self.task = task
      window = SearchWindow(task.frames, in: scene)
    }

    mutating func limit(to frames: Range<Int>, in scene: Scene) {
      task.frames = frames
      window = SearchWindow(frames, in: scene)
    }
  }

  /// About how many frames of a candidate are examined in one step.
  private static let framesInStep = 600

  var isSearching: Bool { search != nil }

  /// Begins a search. It is done in steps, because a search in a busy picture takes longer than a frame.
  mutating func begin(_ task: Task, in scene: Scene) {
    search = nil
    guard task.frames.count >= task.criteria.minimumFrames else { return }
    var search = Search(task, in: scene)
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
    // During a long search the history may drop its oldest frames.
    let frames = search.task.frames.clamped(to: scene.history.indices)
    if frames != search.task.frames { search.limit(to: frames, in: scene) }
    var detections: [Detection] = []
    for _ in 0..<max(1, Self.framesInStep / max(1, search.task.frames.count)) {
      guard let tile = search.tiles.popFirst() else { break }
      let knownBefore = search.task.known.count
      search.examined.insert(tile)
      if !showsOnlyKnownLights(tile, search, in: scene), let first = examine(tile, &search, in: scene),
        let detection = lamp(of: first, &search, in: scene)
      {
        detections.append(detection)
        search.task.known.append(detection.light)
        search.foundNone = false
      }
      // The strongest light of a patch hides the others until its modulation is removed.
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

  /// Whether a tile's modulation is that of known lights nearby. This costs much less than to examine it.
  private mutating func showsOnlyKnownLights(_ tile: Int, _ search: Search, in scene: Scene) -> Bool {
    search.task.known.contains { $0.isActive && $0.isNear(tile, in: scene.shape) }
      && ranking.isUnmodulated(
        tile, shares: examination.unexplainedShares(of: tile, search.task, search.window, in: scene))
  }

  /// The lamp, if `detection` is its reflection; else `detection` itself. The reflection must not become known before its lamp:
  /// both are lit at the same times, so the lamp would count as known too, and would never be found.
  ///
  /// - Returns: `nil` if there is a lamp that cannot be distinguished from noise yet.
  private mutating func lamp(of detection: Detection, _ search: inout Search, in scene: Scene) -> Detection? {
    guard let tile = lampOfReflection.tile(of: detection.light, frames: search.task.frames, in: scene) else {
      return detection
    }
    if search.examined.insert(tile).inserted, let lamp = examine(tile, &search, in: scene) { return lamp }
    let isYoung = scene.time - scene.history[scene.history.begin].start < Self.lampWaitTime
    return isYoung && search.task.criteria == .signalling ? nil : detection
  }

  /// Examines a tile: alone, with the best tile beside it, with all tiles around it, by its background difference, and as a part
  /// of a sway.
  private mutating func examine(_ tile: Int, _ search: inout Search, in scene: Scene) -> Detection? {
    let beside = ranking.bestBeside(tile, scene.shape)
    return examine(.tile(tile), &search, in: scene) ?? examine(.pair(tile, beside), &search, in: scene)
      ?? examine(.patch(tile), &search, in: scene) ?? examineDifference(of: tile, &search, in: scene)
      ?? examineSway(around: tile, &search, in: scene)
  }

  /// Examines all the tiles among which a lamp in a hand sways, around the tile and around the middle of the modulation. Three
  /// measures are tried: the brightest pixel, which an arm that moves with the lamp does not change; the largest background
  /// difference, which brighter things do not hide; and the sum, which is so noisy that it shows only a strong lamp.
  private mutating func examineSway(around tile: Int, _ search: inout Search, in scene: Scene) -> Detection? {
    guard ranking.modulations[tile] > Self.minimumSwayModulation else { return nil }
    for middle in [tile, ranking.middle(around: tile, reach: HandSway.reach, in: scene.shape)] {
      guard search.examinedMiddles.insert(middle).inserted else { continue }
      for measure in [TileMeasure.brightest, .difference, .sum] {
        if let found = examine(.sway(middle, measure), &search, in: scene) { return found }
      }
    }
    return nil
  }

  /// Examines the background difference of a tile in the last frames, which all have one.
  private mutating func examineDifference(
    of tile: Int, _ search: inout Search, in scene: Scene
  ) -> Detection? {
    guard search.window.visibleTiles.contains(tile, in: scene.shape) else { return nil }
    // The last frame without background differences. Mostly there is none after the first second.
    let (frames, window) = (search.task.frames, search.window)
    let last = frames.last { scene.history[$0].isInformative && !scene.history[$0].hasDifferences }
    guard let last else { return examine(.difference(tile), &search, in: scene) }
    guard frames.upperBound - last > search.task.criteria.minimumFrames else { return nil }
    search.limit(to: last + 1..<frames.upperBound, in: scene)
    defer { (search.task.frames, search.window) = (frames, window) }
    return examine(.difference(tile), &search, in: scene)
  }

  private mutating func examine(
    _ candidate: CandidateExamination.Candidate, _ search: inout Search, in scene: Scene
  ) -> Detection? {
    let finding = examination.examine(candidate, search.task, search.window, in: scene)
    switch (finding, candidate) {
    case (.torch(let detection), _): return detection
    // The blinking light becomes a known one, so that its glow is not examined again.
    case (.blinking(let light), _): search.task.known.append(light)
    case (.known, .tile(let tile)), (.known, .difference(let tile)): ranking.dismiss(tile, in: scene.shape)
    case (.known, _), (.nothing, _): break
    }
    return nil
  }
}
