import Frames

/// Finds the tiles whose brightest pixel shows a light, from frames in which its state is known.
///
/// Among the tiles whose brightest pixel changes significantly with the light, it takes the one that changes most, and the tiles
/// around it.
struct BrightestFit {
  /// The least significance of the brightest pixel's step, in standard errors.
  private static let minimumSignificance = 6.0
  /// A carrier's least step, as a share of the best tile's. A smaller step is glow.
  private static let minimumCarrierShare = 0.3
  /// The assumed area of a light of which only the brightest pixel is measured, in pixels.
  private static let usualArea = 4.0

  private var region = RegionRegression()
  private var changes: [Double] = []

  /// The result of a fit.
  struct Fit {
    /// The brightest pixel of the best tile alone, and of that tile and those around it.
    var narrow: BrightestPixel
    var wide: BrightestPixel
    /// The tiles of the light according to the brightest pixels, the best one first.
    var carriers: [SpatialFilter.Carrier]
  }

  /// Fits the brightest pixel and the largest background difference, and returns the one that is more significant.
  ///
  /// For a pixel that gains 60 levels on a texture, with noise of 3 levels, twenty of twenty messages at 8 words per minute are
  /// read by the background difference, also beside a pixel that is 150 levels brighter.
  mutating func fit(_ task: SpatialFilterFit.Task, in scene: Scene) -> Fit? {
    let brightest = fit(task, by: .brightest, in: scene)
    guard let difference = fit(task, by: .difference, in: scene) else { return brightest }
    guard let brightest else { return difference }
    return difference.narrow.solution.significance > brightest.narrow.solution.significance
      ? difference : brightest
  }

  /// A filter by the brightest pixel, or by the largest background difference, of all the tiles of the task's region. It is `nil`
  /// unless it shows one lamp that sways among the tiles: equally bright whenever it is lit, whatever moves around it.
  mutating func fitSway(
    _ task: SpatialFilterFit.Task, by measure: TileMeasure, in scene: Scene
  ) -> SpatialFilter? {
    let tiles = ownTiles(task, in: scene).map {
      scene.shape.tile(at: $0, columns: task.columns, rows: task.rows)
    }
    // The first test is much cheaper than the fit, and is mostly enough to reject.
    guard isOneLamp(tiles, task, by: measure, in: scene), let finding = fit(task, by: measure, in: scene)
    else { return nil }
    return SpatialFilter(finding.wide, carriers: finding.carriers, allowsMotion: true, shape: scene.shape)
  }

  /// Whether the pixel of these tiles is equally bright whenever it is lit, and moves as one lamp in a hand does.
  private func isOneLamp(
    _ tiles: [Int], _ task: SpatialFilterFit.Task, by measure: TileMeasure, in scene: Scene
  ) -> Bool {
    let history = scene.history
    let frames = task.recent.filter {
      history[$0].isInformative && measure.isKnown(at: history[$0], sways: true)
    }
    let trace = frames.map { BrightestPixel.value(ofFrame: $0, tiles, measure, in: history) }
    guard let levels = TwoLevels(of: trace), levels.spread < Self.maximumSpread else { return false }
    let middle = (levels.low + levels.high) / 2
    var last: (place: SIMD2<Double>, time: Double)?
    var way: (least: SIMD2<Double>, most: SIMD2<Double>)?
    var places: [SIMD2<Double>] = []
    for (frame, level) in zip(frames, trace) where level > middle {
      let lit = tiles.filter { history.value(of: $0, measure, frame: frame) > middle }
        .map { scene.shape.centre(of: $0) }
      let least = lit.reduce(lit[0]) { pointwiseMin($0, $1) }
      let most = lit.reduce(lit[0]) { pointwiseMax($0, $1) }
      let now = (place: (least + most) / 2, time: history[frame].start)
      guard (most - least).max() <= Self.largestLamp else { return false }
      if let last,
        (now.place - last.place).length
          > Double(LumaGrid.tileSide) + HandSway.farthestMotion(in: now.time - last.time)
      {
        return false
      }
      last = now
      places.append(now.place)
      way = (
        pointwiseMin(way?.least ?? now.place, now.place), pointwiseMax(way?.most ?? now.place, now.place)
      )
    }
    // A lamp at rest at the edge of a tile seems to move by half a tile.
    let side = Double(LumaGrid.tileSide)
    guard !KnownLight.areTwoLamps(places, within: 0.75 * side) else { return false }
    return way.map { task.mayRest || ($0.most - $0.least).max() >= side } ?? false
  }

  /// The largest distance between the middles of the tiles of a lamp, in pixels.
  private static let largestLamp = 32.0
  /// The largest ``TwoLevels/spread`` of a lamp that stays equally bright.
  static let maximumSpread = 0.01

  /// The tiles of the task's region that no other light has and that lie in all pictures.
  private func ownTiles(_ task: SpatialFilterFit.Task, in scene: Scene) -> [Int] {
    let shape = scene.shape
    let foreign = Set(task.others.flatMap { $0.carriers.map(\.index) })
    let seen = scene.history.tilesSeen(in: task.recent)
    return (0..<task.columns.count * task.rows.count).filter {
      let tile = shape.tile(at: $0, columns: task.columns, rows: task.rows)
      return !foreign.contains(tile) && seen.contains(tile, in: shape)
    }
  }

  private mutating func fit(
    _ task: SpatialFilterFit.Task, by measure: TileMeasure, in scene: Scene
  ) -> Fit? {
    // A filter by values that the last frame does not have could not be read now.
    guard let last = task.recent.last, measure.isKnown(at: scene.history[last], sways: task.sway != nil),
      region.sum(measure, of: task, over: task.recent, in: scene)
    else { return nil }
    let regression = region.regression
    let solutions = region.solutions
    let shape = scene.shape
    func tile(_ index: Int) -> Int { shape.tile(at: index, columns: task.columns, rows: task.rows) }
    let own = ownTiles(task, in: scene)
    let sure = own.filter { solutions[$0].significance > Self.minimumSignificance }
    guard let best = sure.max(by: { solutions[$0].step < solutions[$1].step }) else { return nil }
    var around = [best]
    if task.sway != nil {
      around += own.filter { $0 != best }
    } else {
      forEachNeighbour(of: best, width: task.columns.count, height: task.rows.count) { index in
        if own.contains(index) { around.append(index) }
      }
    }
    guard let narrow = pixel([tile(best)], measure, task, regression, in: scene),
      let wide = pixel(around.map(tile), measure, task, regression, in: scene)
    else { return nil }
    let carriers = around.filter { solutions[$0].step > Self.minimumCarrierShare * solutions[best].step }.map
    {
      SpatialFilter.Carrier(
        index: tile($0), dark: scene.history.value(of: tile($0), .sum, frame: last),
        step: Self.usualArea * solutions[$0].step / TileMeasure.levelOfLuma)
    }
    return Fit(narrow: narrow, wide: wide, carriers: carriers)
  }

  /// The brightest pixel of `tiles`, with its regression.
  private mutating func pixel(
    _ tiles: [Int], _ measure: TileMeasure, _ task: SpatialFilterFit.Task, _ regression: TileRegression,
    in scene: Scene
  ) -> BrightestPixel? {
    var sums = TileRegression.Sums()
    changes.removeAll(keepingCapacity: true)
    var last: Double?
    for frame in task.recent {
      guard let lit = task.share(ofFrame: frame, in: scene.history),
        measure.isKnown(at: scene.history[frame], sways: task.sway != nil)
      else { continue }
      let x = BrightestPixel.value(ofFrame: frame, tiles, measure, in: scene.history)
      sums.add(
        x, lit: lit - regression.litMean, ambient: scene.history[frame].ambient - regression.ambientMean)
      if let last { changes.append(abs(x - last)) }
      last = x
    }
    var solution = regression.solve(sums)
    guard solution.step > 0 else { return nil }
    // The lamp's own pixels do not follow the scene's brightness.
    if task.sway != nil { solution.slope = 0 }
    let noise = changes.takeNoise(from: .quarter)
    return BrightestPixel(
      tiles: tiles, tileMeasure: measure, sways: task.sway != nil, solution: solution,
      noise: max(BrightestPixel.noiseFloor, noise),
      ambient: regression.ambientMean)
  }
}
