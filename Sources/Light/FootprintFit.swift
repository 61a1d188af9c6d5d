/// Finds a torch's footprint from frames in which its state is known.
///
/// Each tile is explained by least squares as `dark + step * lit + slope * (ambient - mean)`. Where the scene's brightness
/// hardly varied, the slope leans on what a change of all light by one factor gives: the tile's own dark value. Where it
/// follows the torch itself - a lamp that lights the whole room - there is no ambient to tell apart, and the slope is 0.
struct FootprintFit {
  private struct Sums {
    var x = 0.0
    var xx = 0.0
    var xLit = 0.0
    var xAmbient = 0.0
  }

  private var sums: [Sums] = []
  private var steps: [Double] = []
  private var isMember: [Bool] = []
  private var queue: [Int] = []
  private var tiles: [Footprint.Tile] = []
  private var slopes: [Double] = []

  /// - Parameters:
  ///   - lit: The share of the step that each frame shows, at its number modulo the count; not-a-number where unknown.
  ///   - map: The noise of each tile.
  ///   - seed: A tile that surely belongs, or `nil` to take the one with the largest step.
  ///   - region: The columns and rows to look at.
  mutating func fit(
    _ history: GridHistory, frames: Range<Int>, lit: [Float], map: ModulationMap, seed: Int?,
    columns: ClosedRange<Int>, rows: ClosedRange<Int>, shape: GridShape
  ) -> Footprint? {
    func share(_ frame: Int) -> Double { Double(lit[frame % lit.count]) }
    var n = 0.0
    var litMean = 0.0
    var ambientMean = 0.0
    for frame in frames where history[frame].isInformative && !share(frame).isNaN {
      n += 1
      litMean += share(frame)
      ambientMean += history[frame].ambient
    }
    guard n >= 6 else { return nil }
    litMean /= n
    ambientMean /= n

    let width = columns.count
    let count = width * rows.count
    sums.removeAll(keepingCapacity: true)
    sums.append(contentsOf: repeatElement(Sums(), count: count))
    var litLit = 0.0
    var litAmbient = 0.0
    var ambientAmbient = 0.0
    for frame in frames where history[frame].isInformative && !share(frame).isNaN {
      let s = share(frame) - litMean
      let c = history[frame].ambient - ambientMean
      litLit += s * s
      litAmbient += s * c
      ambientAmbient += c * c
      history.withSums(of: frame) { row in
        sums.withUnsafeMutableBufferPointer { sums in
          var index = 0
          for r in rows {
            for column in columns {
              let x = Double(row[r * shape.columns + column])
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
    guard litLit > 0.02 * n else { return nil }
    let pictureMean = sums.reduce(0) { $0 + $1.x } / n / Double(count)
    let common = ambientAmbient > 0 ? litAmbient * litAmbient / (litLit * ambientAmbient) : 0
    let hasAmbient = common < 0.8
    // The prior weighs as much as a scene that swings by 0.3 %.
    let prior = n * 9e-6

    func solve(_ s: Sums) -> (step: Double, slope: Double, dark: Double, variance: Double) {
      let mean = s.x / n
      let total = max(0, s.xx - s.x * mean)
      guard hasAmbient else {
        let step = s.xLit / litLit
        return (step, 0, mean - step * litMean, max(0, total - step * s.xLit) / n)
      }
      let expected = mean / max(ambientMean, 0.1)
      let right = s.xAmbient + prior * expected
      let diagonal = ambientAmbient + prior
      let determinant = litLit * diagonal - litAmbient * litAmbient
      let limit = AmbientReference.steepest(mean: mean, pictureMean: pictureMean)
      let slope = min(limit, max(0, (right * litLit - s.xLit * litAmbient) / determinant))
      let step = (s.xLit - slope * litAmbient) / litLit
      let unexplained =
        total - 2 * (step * s.xLit + slope * s.xAmbient) + step * step * litLit
        + 2 * step * slope * litAmbient + slope * slope * ambientAmbient
      return (step, slope, mean - step * litMean, max(0, unexplained) / n)
    }

    /// How surely the light falls on a tile: its step in standard errors.
    func significance(_ index: Int) -> Double {
      let fit = solve(sums[index])
      let floor = ModulationMap.noiseFloor * ModulationMap.noiseFloor
      return fit.step / ((fit.variance + floor) / litLit).squareRoot()
    }

    steps.removeAll(keepingCapacity: true)
    for index in 0..<count { steps.append(solve(sums[index]).step) }
    let start: Int
    if let seed, columns.contains(shape.column(of: seed)), rows.contains(shape.row(of: seed)) {
      start = (shape.row(of: seed) - rows.lowerBound) * width + shape.column(of: seed) - columns.lowerBound
    } else {
      start = steps.indices.max { steps[$0] < steps[$1] } ?? 0
    }
    // From the seed to every neighbour that surely brightens too.
    isMember.removeAll(keepingCapacity: true)
    isMember.append(contentsOf: repeatElement(false, count: count))
    queue.removeAll(keepingCapacity: true)
    guard significance(start) > 4 else { return nil }
    isMember[start] = true
    queue.append(start)
    var strongest = steps[start]
    var next = 0
    while next < queue.count {
      let index = queue[next]
      next += 1
      strongest = max(strongest, steps[index])
      let column = index % width
      let row = index / width
      for r in max(0, row - 1)...min(rows.count - 1, row + 1) {
        for c in max(0, column - 1)...min(width - 1, column + 1) {
          let neighbour = r * width + c
          guard !isMember[neighbour], steps[neighbour] > 0.02 * strongest, significance(neighbour) > 5
          else { continue }
          isMember[neighbour] = true
          queue.append(neighbour)
        }
      }
    }
    if queue.count > Footprint.largest {
      queue.sort { significance($0) > significance($1) }
      queue.removeLast(queue.count - Footprint.largest)
    }
    tiles.removeAll(keepingCapacity: true)
    slopes.removeAll(keepingCapacity: true)
    for index in queue {
      let fit = solve(sums[index])
      let tile = (index / width + rows.lowerBound) * shape.columns + index % width + columns.lowerBound
      // Noise alone decides the weight, not all that the fit leaves over: where a lamp moves or flickers it leaves most
      // over on its own best tiles.
      let noise = map.noise(ofTile: tile)
      let variance = noise * noise
      tiles.append(
        Footprint.Tile(
          index: tile, weight: fit.step / variance, dark: fit.dark, step: fit.step, variance: variance))
      slopes.append(fit.slope)
    }
    return Footprint(tiles: tiles, slopes: slopes, ambient: ambientMean, shape: shape)
  }
}
