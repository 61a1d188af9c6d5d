import Frames

/// Finds the tiles whose brightest pixel tells of a light, from frames in which its state is known: of those whose own surely follow
/// it, the one in which it changes most, and those around.
struct BrightestFit {
  /// How surely the brightest pixel must follow the light, in standard errors.
  private static let leastSignificance = 6.0
  /// A tile whose brightest pixel follows the light by less than this share of the best one's shows its glow.
  private static let carries = 0.3
  /// The area of a light of which only the brightest pixel is seen, in pixels.
  private static let usualArea = 4.0

  private var region = RegionRegression()
  private var changes: [Double] = []

  /// What the fit has found.
  struct Finding {
    /// The best tile alone, and with those around.
    var narrow: BrightestPixel
    var wide: BrightestPixel
    /// The tiles that the light falls on, the best one first, as far as brightest pixels tell.
    var carriers: [Footprint.Carrier]
  }

  /// By the pixel that is brightest or by the one that rises most, whichever follows the light more surely.
  ///
  /// Of a pixel that gains 60 levels on a texture, in noise of 3, the rise reads all of twenty messages at 8 words a minute,
  /// also beside a pixel that is brighter by 150.
  mutating func fit(_ task: FootprintFit.Task, in scene: Scene) -> Finding? {
    let brightest = fit(task, by: .brightest, in: scene)
    guard let rise = fit(task, by: .rise, in: scene) else { return brightest }
    guard let brightest else { return rise }
    return rise.narrow.solution.significance > brightest.narrow.solution.significance ? rise : brightest
  }

  private mutating func fit(
    _ task: FootprintFit.Task, by measure: TileMeasure, in scene: Scene
  ) -> Finding? {
    guard region.sum(measure, of: task, over: task.recent, in: scene) else { return nil }
    let regression = region.regression
    let solutions = region.solutions
    let shape = scene.shape
    func tile(_ index: Int) -> Int { shape.tile(at: index, columns: task.columns, rows: task.rows) }
    let foreign = Set(task.others.flatMap { $0.carriers.map(\.index) })
    let seen = scene.history.tilesSeen(in: task.recent)
    func isOwn(_ index: Int) -> Bool {
      !foreign.contains(tile(index)) && seen.contains(tile(index), in: shape)
    }
    let own = solutions.indices.filter(isOwn)
    let sure = own.filter { solutions[$0].significance > Self.leastSignificance }
    guard let best = sure.max(by: { solutions[$0].step < solutions[$1].step }) else { return nil }
    var around = [best]
    forEachNeighbour(of: best, width: task.columns.count, height: task.rows.count) { index in
      if isOwn(index) { around.append(index) }
    }
    guard let narrow = pixel([tile(best)], measure, task, regression, in: scene),
      let wide = pixel(around.map(tile), measure, task, regression, in: scene)
    else { return nil }
    let last = task.recent.upperBound - 1
    let carriers = around.filter { solutions[$0].step > Self.carries * solutions[best].step }.map {
      Footprint.Carrier(
        index: tile($0), dark: scene.history.value(of: tile($0), .sum, frame: last),
        step: Self.usualArea * solutions[$0].step / TileMeasure.levelOfLuma)
    }
    return Finding(narrow: narrow, wide: wide, carriers: carriers)
  }

  /// The brightest pixel of `tiles`, explained.
  private mutating func pixel(
    _ tiles: [Int], _ measure: TileMeasure, _ task: FootprintFit.Task, _ regression: TileRegression,
    in scene: Scene
  ) -> BrightestPixel? {
    var sums = TileRegression.Sums()
    changes.removeAll(keepingCapacity: true)
    var last: Double?
    for frame in task.recent {
      guard let lit = task.share(ofFrame: frame, in: scene.history),
        measure.isKnown(at: scene.history[frame])
      else { continue }
      let x = BrightestPixel.value(ofFrame: frame, tiles, measure, in: scene.history)
      let s = lit - regression.litMean
      let c = scene.history[frame].ambient - regression.ambientMean
      sums.x += x
      sums.xx += x * x
      sums.xLit += x * s
      sums.xAmbient += x * c
      if let last { changes.append(abs(x - last)) }
      last = x
    }
    let solution = regression.solve(sums)
    guard solution.step > 0 else { return nil }
    let noise = changes.takeQuantile(0.25) / ModulationMap.quartileOfNoise
    return BrightestPixel(
      tiles: tiles, measure: measure, solution: solution, noise: max(BrightestPixel.noiseFloor, noise),
      ambient: regression.ambientMean)
  }
}
