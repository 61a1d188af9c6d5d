import Frames

/// The average of the scene's cells, and the cells that are compared with a frame.
struct SceneTemplate {
  /// A cell with a strong gradient.
  struct Point {
    /// In cells.
    var place: SIMD2<Float>
    /// The average value, and its gradient per cell, to the right and down.
    var mean: Float
    var slope: SIMD2<Float>
    /// Distance from the pivot, in cells.
    var distance: SIMD2<Float>
    /// The row of points, from the top.
    var row: Int
    var zone: Int
  }

  /// The sums for the correlation of a zone's points.
  struct CorrelationSums {
    var count: Float = 0
    var x: Float = 0
    var y: Float = 0
    var xx: Float = 0
    var yy: Float = 0
    var xy: Float = 0

    /// The correlation of template and frame; 0 if it is negative or undefined.
    var correlation: Float {
      let (xx, yy, xy) = (xx - x * x / count, yy - y * y / count, xy - x * y / count)
      return xx > 0 && yy > 0 ? max(0, xy / (xx * yy).squareRoot()) : 0
    }
  }

  /// The zones in which motion is evaluated, and the blocks of a zone. Each block has one point: 2016 in all.
  static let zones = (columns: 8, rows: 6)
  private static let blocks = (columns: 7, rows: 6)
  /// Each frame is added to every `rowStep`th row of cells. The average of a row covers `memory` of its frames: about four
  /// seconds. A lamp or a person that comes and goes has little influence on such an average.
  private static let rowStep = 4
  private static let memory: Float = 32
  /// Frames after which the points are chosen again, once the mean has settled.
  private static let pointLifetime = 64
  /// How far the picture may jump from where the template began to be found again, as a share of its width and height. A search
  /// costs the square of it (``SearchSchedule``). Beyond 0.29, less than half of a picture that is found at the corner of the
  /// search shows the template (`minimumOverlap` of ``SceneRegistration``).
  static let searchReach: Float = 0.25

  let columns: Int
  let rows: Int
  /// The centre of a turn: the middle of the middle tile, in cells.
  let pivot: SIMD2<Float>
  /// Half of the picture's diagonal, in cells.
  let radius: Float
  private var mean: [Float]
  /// Frames averaged.
  private var frames = 1
  private(set) var points: [Point] = []
  /// The mean of all points.
  private(set) var centre: Float = 0
  /// The number of points of each zone, and the smaller eigenvalue of their structure tensor: it measures how well they show
  /// motion along any axis.
  private var counts = Zones<Float>(repeating: 0)
  private var structure = Zones<Float>(repeating: 0)

  typealias Zones<Value> = [48 of Value]
  /// A value for each row of blocks, in all zones from the top.
  typealias RowsOfPoints<Value> = [36 of Value]

  init(_ cells: BlurredCells) {
    columns = cells.columns
    rows = cells.rows
    let side = LumaGrid.tileSide / CellPicture.side
    func middle(_ count: Int) -> Float {
      // The middle of a cell is half a cell from its first pixel.
      Float(side * SceneMotion.middle(of: CellPicture.side * count)) + (Float(side) - 1) / 2
    }
    pivot = SIMD2(middle(columns), middle(rows))
    radius = (Float(columns * columns + rows * rows)).squareRoot() / 2
    mean = cells.values.map { Float($0) }
    choosePoints()
  }

  /// Whether the gradients of a zone's points are strong enough to measure a shift to a quarter of a cell (one standard
  /// deviation along any axis), if the noise of a point is `scale`.
  func isInformative(_ zone: Int, scale: Float) -> Bool { structure[zone] > 16 * scale * scale }

  // MARK: Averaging

  /// Adds a frame to the average, placed by `fit`.
  mutating func add(_ cells: BlurredCells, _ fit: MotionFit) {
    let count = Float(min(frames / Self.rowStep + 2, Int(Self.memory)))
    let gain = 1 / (count * fit.gain)
    let keep = 1 - 1 / count
    let level = centre / count - fit.level * gain
    let (motion, pivot) = (fit.motion, pivot)
    let isUnmoved = motion == Similarity()
    mean.withUnsafeMutableBufferPointer { mean in
      cells.withSampler { sample in
        for row in stride(from: frames % Self.rowStep, to: rows, by: Self.rowStep) {
          let means = mean.baseAddress! + row * columns
          if isUnmoved {
            let line = sample.cells + row * columns
            for x in 0..<columns { means[x] = keep * means[x] + gain * Float(line[x]) + level }
          } else {
            for x in 0..<columns {
              let place = SIMD2(Float(x), Float(row))
              let seen = place + motion.displacement(place - pivot)
              let value = sample(seen.x, seen.y)
              if !value.isNaN { means[x] = keep * means[x] + gain * value + level }
            }
          }
        }
      }
    }
    frames += 1
    if frames.nonzeroBitCount == 1 && frames < Self.pointLifetime || frames % Self.pointLifetime == 0 {
      choosePoints()
    }
  }

  /// Chooses the cell of each block that has the strongest gradient.
  private mutating func choosePoints() {
    points.removeAll(keepingCapacity: true)
    let across = Self.zones.columns * Self.blocks.columns
    let down = Self.zones.rows * Self.blocks.rows
    for blockRow in 0..<down {
      for blockColumn in 0..<across {
        let strongest = strongestGradient(
          columns: Self.span(of: blockColumn, among: across, columns),
          rows: Self.span(of: blockRow, among: down, rows))
        guard let (column, row, gradient) = strongest else { continue }
        let place = SIMD2(Float(column), Float(row))
        points.append(
          Point(
            place: place, mean: mean[row * columns + column], slope: gradient / 2, distance: place - pivot,
            row: blockRow,
            zone: blockRow / Self.blocks.rows * Self.zones.columns + blockColumn / Self.blocks.columns))
      }
    }
    centre = points.isEmpty ? 0 : points.reduce(0) { $0 + $1.mean } / Float(points.count)
    measureStructure()
  }

  /// The cells of a block along one axis. Cells at the border of the picture have no gradient.
  private static func span(of block: Int, among blocks: Int, _ cells: Int) -> Range<Int> {
    max(1, block * cells / blocks)..<max(1, min(cells - 1, (block + 1) * cells / blocks))
  }

  /// The cell with the largest difference of the cells on both sides of it; `nil` if all are 0.
  private func strongestGradient(
    columns span: Range<Int>, rows: Range<Int>
  ) -> (column: Int, row: Int, gradient: SIMD2<Float>)? {
    mean.withUnsafeBufferPointer { mean in
      var best: (column: Int, row: Int, gradient: SIMD2<Float>)?
      var largest: Float = 0
      for row in rows {
        for column in span {
          let index = row * columns + column
          let (h, v) = (mean[index + 1] - mean[index - 1], mean[index + columns] - mean[index - columns])
          let square = h * h + v * v
          if square > largest { (best, largest) = ((column, row, SIMD2(h, v)), square) }
        }
      }
      return best
    }
  }

  /// Measures how well the points of each zone show motion.
  private mutating func measureStructure() {
    var moments = Zones<SIMD3<Float>>(repeating: .zero)
    counts = Zones(repeating: 0)
    for point in points {
      counts[point.zone] += 1
      moments[point.zone] += SIMD3(
        point.slope.x * point.slope.x, point.slope.y * point.slope.y, point.slope.x * point.slope.y)
    }
    for zone in moments.indices {
      let moment = moments[zone]
      let (half, difference) = ((moment.x + moment.y) / 2, (moment.x - moment.y) / 2)
      structure[zone] = half - (difference * difference + moment.z * moment.z).squareRoot()
    }
  }

  // MARK: Comparing

  /// Correlates each zone of a frame that has moved by `motion` with the template. If half of a zone is outside the frame, its
  /// count is 0.
  ///
  /// - Parameter bands: See ``MotionFit/bands``.
  func correlate(
    _ cells: BlurredCells, _ motion: Similarity, _ bands: RowsOfPoints<Float>
  ) -> Zones<CorrelationSums> {
    var zones = Zones(repeating: CorrelationSums())
    cells.withSampler { sample in
      for point in points {
        let place = point.place + motion.displacement(point.distance)
        let value = sample(place.x, place.y)
        guard !value.isNaN else { continue }
        zones[point.zone].add(point.mean - centre, value / (1 + bands[point.row]) - centre)
      }
    }
    for zone in zones.indices where 2 * zones[zone].count <= counts[zone] { zones[zone] = CorrelationSums() }
    return zones
  }

  /// The shift at which a frame is most similar to the template: up to ``searchReach``, in steps of two cells.
  func search(_ cells: BlurredCells) -> SIMD2<Float> {
    let reach = (x: Int(Self.searchReach * Float(columns)), y: Int(Self.searchReach * Float(rows)))
    // Every fourth point.
    let sample = stride(from: 0, to: points.count, by: 4).map { points[$0] }
    var best = (correlation: Float(0), shift: SIMD2<Float>.zero)
    cells.values.withUnsafeBufferPointer { values in
      for y in stride(from: -reach.y, through: reach.y, by: 2) {
        for x in stride(from: -reach.x, through: reach.x, by: 2) {
          var sums = CorrelationSums()
          for point in sample {
            let (column, row) = (Int(point.place.x) + x, Int(point.place.y) + y)
            guard column >= 0, row >= 0, column < columns, row < rows else { continue }
            sums.add(point.mean - centre, Float(values[row * columns + column]) - centre)
          }
          guard sums.count > 0 else { continue }
          let correlation = sums.correlation
          if correlation > best.correlation { best = (correlation, SIMD2(Float(x), Float(y))) }
        }
      }
    }
    return best.shift
  }
}

extension SceneTemplate.CorrelationSums {
  @inline(__always)
  fileprivate mutating func add(_ a: Float, _ b: Float) {
    count += 1
    x += a
    y += b
    xx += a * a
    yy += b * b
    xy += a * b
  }
}
