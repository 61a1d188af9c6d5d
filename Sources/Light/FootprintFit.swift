/// Finds a torch's footprint from frames in which its state is known.
///
/// From the tile with the largest step every neighbour is taken that surely brightens too. Their matched filter is the
/// quietest footprint of a light that stands still; where the light wanders, one that takes in the tiles around and
/// weighs all alike keeps a steadier level. Which of the two suits is seen from the levels themselves.
struct FootprintFit {
  /// Where to look, and what is known there.
  struct Task {
    /// The frames to look at, and the share of the step that each shows, at its number modulo the count; not-a-number
    /// where unknown.
    var frames: Range<Int>
    var lit: [Float]
    /// A tile that surely belongs, or `nil` to take the one with the largest step.
    var seed: Int?
    var columns: ClosedRange<Int>
    var rows: ClosedRange<Int>
    /// Whether the light was seen to wander before.
    var wandersLikely = false
  }

  private var sums: [TileRegression.Sums] = []
  private var solutions: [TileRegression.Solution] = []
  private var isMember: [Bool] = []
  private var members: [Int] = []
  private var trace: [Double] = []

  /// A footprint being made, in storage that is used again and again.
  private struct Draft {
    private var tiles: [Footprint.Tile] = []
    private var slopes: [Double] = []

    /// The footprint of the `members`: weighed by step over variance, or all alike for a light that wanders.
    mutating func footprint(
      of members: [Int], _ solutions: [TileRegression.Solution], _ task: Task, map: ModulationMap,
      shape: GridShape, ambient: Double, wanders: Bool
    ) -> Footprint? {
      tiles.removeAll(keepingCapacity: true)
      slopes.removeAll(keepingCapacity: true)
      for index in members {
        let solution = solutions[index]
        let tile = shape.tile(at: index, columns: task.columns, rows: task.rows)
        // Noise alone, not all that the fit leaves over: where a lamp moves or flickers it leaves most over on its own
        // best tiles.
        let variance = map.noise(ofTile: tile) * map.noise(ofTile: tile)
        tiles.append(
          Footprint.Tile(
            index: tile, weight: wanders ? 1 : solution.step / variance, dark: solution.dark,
            step: solution.step, variance: variance))
        slopes.append(solution.slope)
      }
      return Footprint(tiles: tiles, slopes: slopes, ambient: ambient, wanders: wanders, shape: shape)
    }
  }

  private var stillDraft = Draft()
  private var wideDraft = Draft()

  /// More tiles than this are a light so large that its wandering hardly shows.
  private static let largestWanderer = 64

  mutating func fit(_ task: Task, _ history: GridHistory, map: ModulationMap, shape: GridShape) -> Footprint?
  {
    guard let regression = regress(task, history, shape: shape) else { return nil }
    let width = task.columns.count
    solutions.removeAll(keepingCapacity: true)
    for sums in sums { solutions.append(regression.solve(sums)) }
    let start =
      task.seed.map { shape.index(of: $0, columns: task.columns, rows: task.rows) }
      ?? solutions.indices.max { solutions[$0].step < solutions[$1].step }!
    guard solutions[start].significance > 4 else { return nil }
    grow(from: start, width: width, height: task.rows.count)

    let ambient = regression.ambientMean
    let still = stillDraft.footprint(
      of: members, solutions, task, map: map, shape: shape, ambient: ambient, wanders: false)
    guard let still, members.count <= Self.largestWanderer else { return still }
    surround(width: width, height: task.rows.count)
    let wide = wideDraft.footprint(
      of: members, solutions, task, map: map, shape: shape, ambient: ambient, wanders: true)
    guard let wide, let stillDoubt = unsteadiness(of: still, task.frames, history),
      let wideDoubt = unsteadiness(of: wide, task.frames, history)
    else { return still }
    // Changing to and fro would be worse than either.
    return wideDoubt < (task.wandersLikely ? 1.5 : 0.5) * stillDoubt ? wide : still
  }

  /// Sums every tile of the region over the frames. `nil` where they do not show the light both on and off.
  private mutating func regress(_ task: Task, _ history: GridHistory, shape: GridShape) -> TileRegression? {
    func share(_ frame: Int) -> Double? {
      let lit = task.lit[frame % task.lit.count]
      return history[frame].isInformative && !lit.isNaN ? Double(lit) : nil
    }
    var regression = TileRegression()
    for frame in task.frames {
      guard let lit = share(frame) else { continue }
      regression.meet(lit: lit, ambient: history[frame].ambient)
    }
    guard regression.count >= 6 else { return nil }
    let count = task.columns.count * task.rows.count
    sums.removeAll(keepingCapacity: true)
    sums.append(contentsOf: repeatElement(TileRegression.Sums(), count: count))
    for frame in task.frames {
      guard let lit = share(frame) else { continue }
      let (s, c) = regression.deviation(lit: lit, ambient: history[frame].ambient)
      history.withSums(of: frame) { tiles in
        sums.withUnsafeMutableBufferPointer { sums in
          var index = 0
          for row in task.rows {
            for column in task.columns {
              let x = Double(tiles[row * shape.columns + column])
              sums[index].x += x
              sums[index].xx += x * x
              sums[index].xLit += x * s
              sums[index].xAmbient += x * c
              index += 1
            }
          }
        }
      }
    }
    regression.pictureMean = sums.reduce(0) { $0 + $1.x } / regression.count / Double(count)
    return regression.hasContrast ? regression : nil
  }

  /// Makes members of `start` and all that surely brightens and hangs together with it, the surest where there are too
  /// many.
  private mutating func grow(from start: Int, width: Int, height: Int) {
    isMember.removeAll(keepingCapacity: true)
    isMember.append(contentsOf: repeatElement(false, count: solutions.count))
    members.removeAll(keepingCapacity: true)
    isMember[start] = true
    members.append(start)
    var strongest = solutions[start].step
    var next = 0
    while next < members.count {
      let index = members[next]
      next += 1
      strongest = max(strongest, solutions[index].step)
      forEachNeighbour(of: index, width: width, height: height) { neighbour in
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

  /// Takes in every tile beside a member.
  private mutating func surround(width: Int, height: Int) {
    for position in members.indices {
      forEachNeighbour(of: members[position], width: width, height: height) { neighbour in
        guard !isMember[neighbour] else { return }
        isMember[neighbour] = true
        members.append(neighbour)
      }
    }
  }

  /// How badly the footprint's levels keep to two values: see ``TwoLevels``.
  private mutating func unsteadiness(
    of footprint: Footprint, _ frames: Range<Int>, _ history: GridHistory
  ) -> Double? {
    trace.removeAll(keepingCapacity: true)
    for frame in frames where history[frame].isInformative {
      trace.append(history.withSums(of: frame) { footprint.level(of: $0, ambient: history[frame].ambient) })
    }
    return TwoLevels(of: trace)?.unsteadiness
  }
}
