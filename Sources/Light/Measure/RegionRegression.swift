/// Regression of every tile of a region on the lit times of a light: see ``TileRegression``.
struct RegionRegression {
  /// The fewest frames for a regression.
  private static let minimumFrames = 6

  private(set) var regression = TileRegression()
  private var sums: [TileRegression.Sums] = []
  private var frames: [(frame: Int, lit: Double, ambient: Double)] = []

  /// Adds up the tiles of the task's region over the frames.
  ///
  /// - Returns: Whether the frames show the light both on and off, and most of them show the measure.
  mutating func sum(
    _ measure: TileMeasure, of task: SpatialFilterFit.Task, over range: Range<Int>, in scene: Scene
  ) -> Bool {
    regression = TileRegression()
    frames.removeAll(keepingCapacity: true)
    var unknown = 0
    for frame in range {
      guard let lit = task.share(ofFrame: frame, in: scene.history) else { continue }
      guard measure.isKnown(at: scene.history[frame], sways: task.sway != nil) else {
        unknown += 1
        continue
      }
      frames.append((frame, lit, scene.history[frame].ambient))
      regression.addToMeans(lit: lit, ambient: scene.history[frame].ambient)
    }
    guard frames.count >= max(Self.minimumFrames, unknown) else { return false }
    for index in frames.indices {
      (frames[index].lit, frames[index].ambient) = regression.addDeviation(
        lit: frames[index].lit, ambient: frames[index].ambient)
    }
    guard regression.hasContrast else { return false }
    let count = task.columns.count * task.rows.count
    sums.removeAll(keepingCapacity: true)
    sums.append(contentsOf: repeatElement(TileRegression.Sums(), count: count))
    for (frame, lit, ambient) in frames {
      switch measure {
      case .sum: scene.history.withSums(of: frame) { add($0, unit: 1, lit, ambient, task, scene.shape) }
      case .brightest:
        scene.history.withMaxima(of: frame) {
          add($0, unit: TileMeasure.levelOfLuma, lit, ambient, task, scene.shape)
        }
      case .difference:
        scene.history.withDifferences(of: frame) {
          add($0, unit: TileMeasure.levelOfLuma, lit, ambient, task, scene.shape)
        }
      }
    }
    regression.pictureMean = sums.reduce(0) { $0 + $1.sumX } / regression.count / Double(count)
    return true
  }

  /// The solution for each tile of the region, row by row.
  var solutions: [TileRegression.Solution] { sums.map { regression.solve($0) } }

  /// Adds a frame. `lit` and `ambient` are deviations from their means.
  private mutating func add<Value: BinaryInteger>(
    _ tiles: UnsafeBufferPointer<Value>, unit: Double, _ lit: Double, _ ambient: Double,
    _ task: SpatialFilterFit.Task, _ shape: GridShape
  ) {
    sums.withUnsafeMutableBufferPointer { sums in
      var index = 0
      for row in task.rows {
        for column in task.columns {
          sums[index].add(unit * Double(tiles[row * shape.columns + column]), lit: lit, ambient: ambient)
          index += 1
        }
      }
    }
  }
}
