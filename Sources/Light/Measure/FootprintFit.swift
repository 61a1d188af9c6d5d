import Frames

/// Finds a torch's footprint from frames in which its state is known.
///
/// From the tile with the largest step every neighbour is taken that surely brightens too: the carriers. They and the
/// tiles around them are measured, each weighed by its step over its noise, and so that the measure does not see what
/// else moves there (``Interference``): the tiles around tell of it.
struct FootprintFit {
  /// Where to look, and what is known there.
  struct Task {
    /// The frames to look at, and when the light shone.
    var frames: Range<Int>
    /// Those of them in which it shone where it is now.
    var recent: Range<Int>
    var lit: LitShares
    /// A tile that surely belongs, or `nil` to take the one with the largest step.
    var seed: Int?
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>
    /// Whether the light was seen to wander before.
    var wandersLikely = false
    /// Where other torches are: what brightens more with one of them is not this torch's.
    var others: [Footprint] = []

    /// The share of a frame in which the light shone, where that is known and the frame is a measurement.
    func share(ofFrame frame: Int, in history: GridHistory) -> Double? {
      history[frame].isInformative ? lit[frame] : nil
    }
  }

  /// Tiles measured at most, and how many frames there must be for each: fewer would not tell patterns from chance.
  private static let mostTiles = 32
  private static let framesPerTile = 4
  /// Frames the patterns are sought in, at most.
  private static let mostFrames = 180
  /// The share of a light that may leave its tile before the next look, where it was seen to wander and where not.
  private static let wandering = 0.3
  private static let stillness = 0.02
  /// More tiles than this are a light so large that its wandering hardly shows.
  private static let largestWanderer = 64

  /// Levels this steady (``TwoLevels/spread``) need no better measure; another one must be so much steadier, and the brightest
  /// pixel of one tile so much steadier than that of all around, for what wanders stays among them.
  ///
  /// A lamp stands out from noise 22 times as far as that where sums are sure.
  private static let sure = 1.0 / 500
  private static let clearer = 0.5
  private static let favour = 0.5
  /// So unsteady must sums be to believe pixels elsewhere, or the brightest, which shows too little of a frame that is lit in part.
  private static let noisy = 1.0 / 50

  private var brightest = BrightestFit()
  private var region = RegionRegression()
  private var solutions: [TileRegression.Solution] = []
  private var isMember: [Bool] = []
  private var members: [Int] = []
  private var measured: [Int] = []
  /// Of those measured.
  private var isCarrier: [Bool] = []
  private var residuals: [Double] = []
  private var interference = Interference()

  mutating func fit(_ task: Task, in scene: Scene) -> Footprint? {
    let weighed = weigh(task, in: scene)
    let doubt = weighed.flatMap { self.doubt(of: $0, task, in: scene) } ?? .infinity
    guard doubt > Self.sure, let finding = brightest.fit(task, in: scene)
    else { return weighed }
    let isThere = weighed.map { finding.wide.tiles.contains($0.carriers[0].index) } ?? false
    guard isThere && finding.wide.measure == .rise || doubt > Self.noisy else { return weighed }
    var best = weighed
    var least = Self.clearer * doubt
    for (pixel, favour) in [(finding.wide, 1.0), (finding.narrow, Self.favour)] {
      let footprint = Footprint(
        .brightest(pixel), carriers: isThere ? weighed!.carriers : finding.carriers,
        wanders: weighed?.wanders ?? true, shape: scene.shape)
      guard let footprint, let doubt = self.doubt(of: footprint, task, in: scene),
        doubt < favour * least, footprint.follows(task.lit, in: scene, frames: task.recent)
      else { continue }
      best = footprint
      least = doubt
    }
    return best
  }

  /// How badly a footprint's levels keep to two, or may.
  private func doubt(of footprint: Footprint, _ task: Task, in scene: Scene) -> Double? {
    footprint.levels(in: scene, frames: task.recent).map { $0.spread + footprint.keyFrameDoubt(in: scene) }
  }

  /// What the tiles' sums show.
  private mutating func weigh(_ task: Task, in scene: Scene) -> Footprint? {
    guard region.sum(.sum, of: task, over: task.frames, in: scene) else { return nil }
    let regression = region.regression
    let width = task.columns.count
    solutions = region.solutions
    guard findMembers(task, scene.shape) else { return nil }
    choose(atMost: Int(regression.count) / Self.framesPerTile, width: width, height: task.rows.count)

    let noises = measured.map { scene.map.noise(ofTile: tile($0, task, scene)) }
    learnInterference(task, regression, noises: noises, in: scene)
    func weighed(wanders: Bool) -> Footprint? {
      let weights = interference.heed(
        zip(measured, noises).map { solutions[$0].step / $1 },
        moves: moves(wanders ? Self.wandering : Self.stillness, noises: noises, width: width))
      return footprint(
        measured.indices.map {
          WeightedTiles.Part(
            index: tile(measured[$0], task, scene), weight: weights[$0] / noises[$0],
            solution: solutions[measured[$0]], isCarrier: isCarrier[$0], noise: noises[$0])
        }, ambient: regression.ambientMean, wanders: wanders, task, in: scene)
    }
    guard let still = weighed(wanders: false) else { return nil }
    guard members.count <= Self.largestWanderer, let wide = weighed(wanders: true),
      let stillDoubt = still.unsteadiness(in: scene, frames: task.frames),
      let wideDoubt = wide.unsteadiness(in: scene, frames: task.frames)
    else { return still }
    // Changing to and fro would be worse than either.
    return wideDoubt < (task.wandersLikely ? 1.5 : 0.5) * stillDoubt ? wide : still
  }

  /// Whether there is a light, and on which tiles it falls: the strongest first.
  private mutating func findMembers(_ task: Task, _ shape: GridShape) -> Bool {
    let start =
      task.seed.map { shape.index(of: $0, columns: task.columns, rows: task.rows) }
      ?? solutions.indices.max { solutions[$0].step < solutions[$1].step }!
    guard solutions[start].significance > 4 else { return false }
    grow(from: start, task, shape)
    members.sort { solutions[$0].step > solutions[$1].step }
    return true
  }

  /// The footprint of a light that falls on the members, measured by `parts`.
  private func footprint(
    _ parts: [WeightedTiles.Part], ambient: Double, wanders: Bool, _ task: Task, in scene: Scene
  ) -> Footprint? {
    Footprint(
      .weighted(
        WeightedTiles(
          parts, strongest: solutions[members[0]].step, ambient: ambient, shape: scene.shape)),
      carriers: members.map {
        Footprint.Carrier(index: tile($0, task, scene), dark: solutions[$0].dark, step: solutions[$0].step)
      },
      wanders: wanders, shape: scene.shape)
  }

  /// Every way from a carrier to a tile beside it, for a light of which so large a `share` may move.
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

  /// Makes members of `start` and all that surely brightens and hangs together with it, the surest where there are too
  /// many.
  private mutating func grow(from start: Int, _ task: Task, _ shape: GridShape) {
    isMember.removeAll(keepingCapacity: true)
    isMember.append(contentsOf: repeatElement(false, count: solutions.count))
    for other in task.others {
      // Marked as members, and so never taken: what the other torch brightens more.
      for carrier in other.carriers {
        guard task.columns.contains(shape.column(of: carrier.index)),
          task.rows.contains(shape.row(of: carrier.index))
        else { continue }
        let index = shape.index(of: carrier.index, columns: task.columns, rows: task.rows)
        if carrier.step > solutions[index].step { isMember[index] = true }
      }
    }
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
    guard members.count > Footprint.largest else { return }
    members.sort { solutions[$0].significance > solutions[$1].significance }
    members.removeLast(members.count - Footprint.largest)
  }

  /// Chooses what to measure: the strongest members, then the tiles around them, those beside the strongest first.
  private mutating func choose(atMost most: Int, width: Int, height: Int) {
    let most = max(1, min(Self.mostTiles, most))
    measured.removeAll(keepingCapacity: true)
    measured.append(contentsOf: members.prefix(most))
    let carriers = measured.count
    isMember.withUnsafeMutableBufferPointer { isTaken in
      isTaken.update(repeating: false)
      for index in measured { isTaken[index] = true }
      var next = 0
      while next < measured.count, measured.count < most {
        forEachNeighbour(of: measured[next], width: width, height: height) { neighbour in
          guard measured.count < most, !isTaken[neighbour] else { return }
          isTaken[neighbour] = true
          measured.append(neighbour)
        }
        next += 1
      }
    }
    isCarrier.removeAll(keepingCapacity: true)
    for place in measured.indices { isCarrier.append(place < carriers) }
  }

  /// Sees how the measured tiles move together beyond what the light and the scene's brightness explain.
  private mutating func learnInterference(
    _ task: Task, _ regression: TileRegression, noises: [Double], in scene: Scene
  ) {
    interference.begin(count: measured.count)
    let parts = zip(measured, noises).map { index, noise in
      (tile: tile(index, task, scene), solution: solutions[index], scale: 1 / noise)
    }
    let stride = (task.frames.count - 1) / Self.mostFrames + 1
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
    interference.find(samples: frames)
  }
}
