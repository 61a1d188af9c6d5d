/// Explains every tile of a region by what is known of a light: see ``TileRegression``.
struct RegionRegression {
  /// Fewer frames tell nothing.
  private static let fewestFrames = 6

  private(set) var regression = TileRegression()
  private var sums: [TileRegression.Sums] = []
  private var frames: [(frame: Int, lit: Double, ambient: Double)] = []

  /// Sums up what the tiles of the task's region show in the frames.
  ///
  /// - Returns: Whether the frames show the light both on and off, and most of them tell of the measure.
  mutating func sum(
    _ measure: TileMeasure, of task: FootprintFit.Task, over range: Range<Int>, in scene: Scene
  ) -> Bool {
    regression = TileRegression()
    frames.removeAll(keepingCapacity: true)
    var unknown = 0
    for frame in range {
      guard let lit = task.share(ofFrame: frame, in: scene.history) else { continue }
      guard measure.isKnown(at: scene.history[frame]) else {
        unknown += 1
        continue
      }
      frames.append((frame, lit, scene.history[frame].ambient))
      regression.meet(lit: lit, ambient: scene.history[frame].ambient)
    }
    guard frames.count >= max(Self.fewestFrames, unknown) else { return false }
    for index in frames.indices {
      (frames[index].lit, frames[index].ambient) = regression.deviation(
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
      case .rise:
        scene.history.withRises(of: frame) {
          add($0, unit: TileMeasure.levelOfLuma, lit, ambient, task, scene.shape)
        }
      }
    }
    regression.pictureMean = sums.reduce(0) { $0 + $1.x } / regression.count / Double(count)
    return true
  }

  /// What explains each tile of the region, row by row.
  var solutions: [TileRegression.Solution] { sums.map { regression.solve($0) } }

  /// Adds a frame, of which the light's share and the scene's brightness are told from their means.
  private mutating func add<Value: BinaryInteger>(
    _ tiles: UnsafeBufferPointer<Value>, unit: Double, _ lit: Double, _ ambient: Double,
    _ task: FootprintFit.Task, _ shape: GridShape
  ) {
    sums.withUnsafeMutableBufferPointer { sums in
      var index = 0
      for row in task.rows {
        for column in task.columns {
          let x = unit * Double(tiles[row * shape.columns + column])
          sums[index].x += x
          sums[index].xx += x * x
          sums[index].xLit += x * lit
          sums[index].xAmbient += x * ambient
          index += 1
        }
      }
    }
  }
}
