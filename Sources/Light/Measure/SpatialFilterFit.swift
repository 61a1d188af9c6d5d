import Frames

/// Finds a torch's spatial filter from frames in which its state is known.
///
/// The carriers are the tile with the largest step and all connected tiles that brighten significantly too. They and the tiles
/// around them are measured. A tile has more weight if its step is large beside its noise. The weights also make other changes
/// cancel (``Interference``): the tiles around the carriers show these changes.
struct SpatialFilterFit {
  /// The region to fit, and what is known of it.
  struct Task {
    /// The frames to fit.
    var frames: Range<Int>
    /// The latest of these frames, in which the light is where it is now.
    var recent: Range<Int>
    var lit: LitShares
    /// A tile that certainly belongs to the light; `nil`: the tile with the largest step.
    var seed: Int?
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>
    /// Whether the last filter allowed for motion.
    var lastAllowedMotion = false
    /// What is measured of all the tiles if the light sways among them; `nil`: it rests.
    var sway: TileMeasure?
    /// Whether a light that sways may rest in these frames, because it has swayed before.
    var mayRest = false
    /// The spatial filters of other torches. A tile that brightens more with one of them is not this torch's.
    var others: [SpatialFilter] = []

    /// The lit share of a frame; `nil` if it is unknown or the frame is not a measurement.
    func share(ofFrame frame: Int, in history: GridHistory) -> Double? {
      history[frame].isInformative ? lit[frame] : nil
    }
  }

  /// The most tiles that are measured, and the least frames per tile: fewer would not separate patterns from chance.
  private static let maximumTiles = 32
  private static let framesPerTile = 4
  /// The most frames in which patterns are searched.
  private static let maximumFrames = 180
  /// The share of a light that may leave its tile before the next fit: for a light that moves, and for one at rest.
  private static let movingShare = 0.3
  private static let stillShare = 0.02
  /// A light on more tiles than this is so large that its motion has little effect.
  private static let maximumMovingMembers = 64

  /// If the ``TwoLevels/spread`` of the sums is at most `steadySpread`, no other measure is tried. Another measure must have
  /// less than `minimumImprovement` of that spread. The brightest pixel of the best tile alone must be better by the factor
  /// `narrowImprovement` in addition: a light that moves may leave that tile, but stays among the tiles around it.
  ///
  /// At `steadySpread`, the step is 22 standard deviations of the noise.
  private static let steadySpread = 1.0 / 500
  private static let minimumImprovement = 0.5
  private static let narrowImprovement = 0.5
  /// Up to this spread of the sums, only a background difference in the same tiles is accepted. Above it, so are other tiles and
  /// the brightest pixel, which is inexact in partly lit frames.
  private static let noisySpread = 1.0 / 50

  private var brightest = BrightestFit()
  private var region = RegionRegression()
  private var solutions: [TileRegression.Solution] = []
  private var isMember: [Bool] = []
  private var members: [Int] = []
  private var measured: [Int] = []
  /// For each measured tile.
  private var isCarrier: [Bool] = []
  private var residuals: [Double] = []
  private var interference = Interference()

  mutating func fit(_ task: Task, in scene: Scene) -> SpatialFilter? {
    if let measure = task.sway {
      return measure == .sum ? fitSum(task, in: scene) : brightest.fitSway(task, by: measure, in: scene)
    }
    let weighed = fitWeights(task, in: scene)
    let spread = weighed.flatMap { self.spread(of: $0, task, in: scene) } ?? .infinity
    guard spread > Self.steadySpread, let finding = brightest.fit(task, in: scene)
    else { return weighed }
    // The carriers by the sums, if the pixels are at the same place.
    let carriers = weighed.map(\.carriers).flatMap { finding.wide.tiles.contains($0[0].index) ? $0 : nil }
    guard carriers != nil && finding.wide.tileMeasure == .difference || spread > Self.noisySpread else {
      return weighed
    }
    var best = weighed
    var smallest = Self.minimumImprovement * spread
    for (pixel, favour) in [(finding.wide, 1.0), (finding.narrow, Self.narrowImprovement)] {
      let spatialFilter = SpatialFilter(
        pixel, carriers: carriers ?? finding.carriers, allowsMotion: weighed?.allowsMotion ?? true,
        shape: scene.shape)
      guard let spatialFilter, let spread = self.spread(of: spatialFilter, task, in: scene),
        spread < favour * smallest, spatialFilter.follows(task.lit, in: scene, frames: task.recent)
      else { continue }
      best = spatialFilter
      smallest = spread
    }
    return best
  }

  /// The plain sum of all the tiles, because no tile has the light of a swaying lamp all the time.
  private mutating func fitSum(_ task: Task, in scene: Scene) -> SpatialFilter? {
    guard region.sum(.sum, of: task, over: task.frames, in: scene) else { return nil }
    solutions = region.solutions
    guard findMembers(task, scene.shape) else { return nil }
    let others = othersTiles(task, scene.shape)
    return spatialFilter(
      solutions.indices.filter { !others.contains($0) }.map {
        let tile = tile($0, task, scene)
        return WeightedTiles.Part(
          index: tile, weight: 1, solution: solutions[$0], isCarrier: true,
          noise: scene.map.noise(ofTile: tile))
      }, ambient: region.regression.ambientMean, allowsMotion: true, task, in: scene)
  }

  /// The spread of a spatial filter's levels, plus the variance that key frames may add.
  private func spread(of spatialFilter: SpatialFilter, _ task: Task, in scene: Scene) -> Double? {
    spatialFilter.levels(in: scene, frames: task.recent).map {
      $0.spread + spatialFilter.keyFrameVariance(in: scene)
    }
  }

  /// The spatial filter by the tiles' sums.
  mutating func fitWeights(_ task: Task, in scene: Scene) -> SpatialFilter? {
    guard region.sum(.sum, of: task, over: task.frames, in: scene) else { return nil }
    let regression = region.regression
    let width = task.columns.count
    solutions = region.solutions
    guard findMembers(task, scene.shape) else { return nil }
    chooseMeasured(atMost: Int(regression.count) / Self.framesPerTile, width: width, height: task.rows.count)

    let noises = measured.map { scene.map.noise(ofTile: tile($0, task, scene)) }
    learnInterference(task, regression, noises: noises, in: scene)
    func weighed(allowsMotion: Bool) -> SpatialFilter? {
      let weights = interference.weights(
        for: zip(measured, noises).map { solutions[$0].step / $1 },
        moves: moves(allowsMotion ? Self.movingShare : Self.stillShare, noises: noises, width: width))
      return spatialFilter(
        measured.indices.map {
          WeightedTiles.Part(
            index: tile(measured[$0], task, scene), weight: weights[$0] / noises[$0],
            solution: solutions[measured[$0]], isCarrier: isCarrier[$0], noise: noises[$0])
        }, ambient: regression.ambientMean, allowsMotion: allowsMotion, task, in: scene)
    }
    guard let still = weighed(allowsMotion: false) else { return nil }
    guard members.count <= Self.maximumMovingMembers, let moving = weighed(allowsMotion: true),
      let stillUnsteadiness = still.unsteadiness(in: scene, frames: task.frames),
      let movingUnsteadiness = moving.unsteadiness(in: scene, frames: task.frames)
    else { return still }
    // The filter allows for motion if the last one did, unless the other kind is clearly better: alternating between the two
    // would be worse than either.
    return movingUnsteadiness < (task.lastAllowedMotion ? 1.5 : 0.5) * stillUnsteadiness ? moving : still
  }

  /// Finds the tiles of the light, the strongest first. Returns whether there is a light.
  private mutating func findMembers(_ task: Task, _ shape: GridShape) -> Bool {
    let start =
      task.seed.map { shape.index(of: $0, columns: task.columns, rows: task.rows) }
      ?? solutions.indices.max { solutions[$0].step < solutions[$1].step }!
    guard solutions[start].significance > 4 else { return false }
    growMembers(from: start, task, shape)
    members.sort { solutions[$0].step > solutions[$1].step }
    return true
  }

  /// The spatial filter of a light on the members, measured by `parts`.
  private func spatialFilter(
    _ parts: [WeightedTiles.Part], ambient: Double, allowsMotion: Bool, _ task: Task, in scene: Scene
  ) -> SpatialFilter? {
    SpatialFilter(
      WeightedTiles(parts, strongest: solutions[members[0]].step, ambient: ambient, shape: scene.shape),
      carriers: members.map {
        SpatialFilter.Carrier(
          index: tile($0, task, scene), dark: solutions[$0].dark, step: solutions[$0].step)
      },
      allowsMotion: allowsMotion, shape: scene.shape)
  }

  /// All moves from a carrier to a tile beside it, for a light whose `share` may move.
  private func moves(_ share: Double, noises: [Double], width: Int) -> [Interference.Move] {
    var moves: [Interference.Move] = []
    for (from, index) in measured.enumerated() where isCarrier[from] {
      let light = share * solutions[index].step
      for (to, neighbour) in measured.enumerated() {
        let columns = abs(index % width - neighbour % width)
        let rows = abs(index / width - neighbour / width)
        guard max(columns, rows) == 1 else { continue }
        moves.append(
          Interference.Move(from: from, to: to, leaves: light / noises[from], arrives: light / noises[to]))
      }
    }
    return moves
  }

  private func tile(_ index: Int, _ task: Task, _ scene: Scene) -> Int {
    scene.shape.tile(at: index, columns: task.columns, rows: task.rows)
  }

  /// Collects the members: `start` and all connected tiles that brighten significantly. If there are too many, the strongest
  /// stay. The significance of a lamp that sways is small: tiles far from it, which its glow lights, may have more.
  private mutating func growMembers(from start: Int, _ task: Task, _ shape: GridShape) {
    isMember.removeAll(keepingCapacity: true)
    isMember.append(contentsOf: repeatElement(false, count: solutions.count))
    // The tiles of other torches are marked as members, so that they are not added.
    for index in othersTiles(task, shape) { isMember[index] = true }
    members.removeAll(keepingCapacity: true)
    isMember[start] = true
    members.append(start)
    var strongest = solutions[start].step
    var next = 0
    while next < members.count {
      let index = members[next]
      next += 1
      strongest = max(strongest, solutions[index].step)
      forEachNeighbour(of: index, width: task.columns.count, height: task.rows.count) { neighbour in
        let solution = solutions[neighbour]
        guard !isMember[neighbour], solution.step > 0.02 * strongest, solution.significance > 5 else {
          return
        }
        isMember[neighbour] = true
        members.append(neighbour)
      }
    }
    guard members.count > SpatialFilter.maximumCarriers else { return }
    members.sort { solutions[$0].step > solutions[$1].step }
    members.removeLast(members.count - SpatialFilter.maximumCarriers)
  }

  /// The tiles that other torches brighten more.
  private func othersTiles(_ task: Task, _ shape: GridShape) -> Set<Int> {
    var tiles: Set<Int> = []
    for carrier in task.others.lazy.flatMap(\.carriers) {
      guard task.columns.contains(shape.column(of: carrier.index)),
        task.rows.contains(shape.row(of: carrier.index))
      else { continue }
      let index = shape.index(of: carrier.index, columns: task.columns, rows: task.rows)
      if carrier.step > solutions[index].step { tiles.insert(index) }
    }
    return tiles
  }

  /// Chooses the tiles to measure: the strongest members, then the tiles around them, those beside the strongest first.
  private mutating func chooseMeasured(atMost maximum: Int, width: Int, height: Int) {
    let maximum = max(1, min(Self.maximumTiles, maximum))
    measured.removeAll(keepingCapacity: true)
    measured.append(contentsOf: members.prefix(maximum))
    let carriers = measured.count
    isMember.withUnsafeMutableBufferPointer { isTaken in
      isTaken.update(repeating: false)
      for index in measured { isTaken[index] = true }
      var next = 0
      while next < measured.count, measured.count < maximum {
        forEachNeighbour(of: measured[next], width: width, height: height) { neighbour in
          guard measured.count < maximum, !isTaken[neighbour] else { return }
          isTaken[neighbour] = true
          measured.append(neighbour)
        }
        next += 1
      }
    }
    isCarrier.removeAll(keepingCapacity: true)
    for place in measured.indices { isCarrier.append(place < carriers) }
  }

  /// Learns the common changes of the measured tiles that the light and the scene's brightness do not explain.
  private mutating func learnInterference(
    _ task: Task, _ regression: TileRegression, noises: [Double], in scene: Scene
  ) {
    interference.begin(count: measured.count)
    let parts = zip(measured, noises).map { index, noise in
      (tile: tile(index, task, scene), solution: solutions[index], scale: 1 / noise)
    }
    let stride = (task.frames.count - 1) / Self.maximumFrames + 1
    var frames = 0
    for frame in Swift.stride(from: task.frames.lowerBound, to: task.frames.upperBound, by: stride) {
      guard let lit = task.share(ofFrame: frame, in: scene.history) else { continue }
      let ambient = scene.history[frame].ambient - regression.ambientMean
      residuals.removeAll(keepingCapacity: true)
      scene.history.withSums(of: frame) { sums in
        for part in parts {
          let expected = part.solution.dark + part.solution.step * lit + part.solution.slope * ambient
          residuals.append((Double(sums[part.tile]) - expected) * part.scale)
        }
      }
      interference.take(residuals)
      frames += 1
    }
    interference.findPatterns(samples: frames)
  }
}
