import Frames

/// The model of a frame by the template: a cell with the value `mean` in the template has the value `(1 + band) * (level + gain *
/// (mean - centre))` in the frame, and is moved by `motion`.
///
/// Lamps on mains power flicker 100 or 120 times a second, and a rolling shutter exposes one row after another. So brighter and
/// darker bands move over the picture. `band` is a number for each row of points. Each row has its own band, so the bands are
/// eliminated from the normal equations (Schur complement), as points are in bundle adjustment (Triggs et al., 2000).
struct MotionFit {
  var motion = Similarity()
  var gain: Float = 1
  var level: Float
  /// The light on each row of points, relative to that on the template, minus 1.
  private(set) var bands = SceneTemplate.RowsOfPoints<Float>(repeating: 0)
  /// One standard deviation of the residuals, by the median, in units of the cells.
  var scale: Float = 0

  /// The farthest motion from one frame to the next, in pixels: all steps of a fit, in one direction. A fit that starts
  /// farther away does not converge; then the scene is searched for (``SceneTemplate/search(_:)``).
  static let farthestMotion: Float = 64
  /// Most steps of a fit. The longest step, and the step below which the fit has converged, in cells.
  private static let maximumSteps = 8
  private static let longestStep = farthestMotion / Float(maximumSteps * CellPicture.side)
  private static let convergedStep: Float = 0.01
  /// The least number of points that must lie in the frame.
  private static let minimumPoints = 128
  /// The least noise of a cell, in units of the cells: rounding and coding leave a sixteenth of a level.
  private static let minimumScale: Float = 8
  /// Standard deviations beyond which a residual loses its weight (Geman and McClure, 1985).
  private static let outlierLimit: Float = 2

  /// The variance of the prior of the bands, which may be 0.4 deep. With a tenth of it, a fifth of the frames with such bands is
  /// not placed. With three times as much, the errors are the same.
  private static let bandVariance: Float = 0.03

  init(level: Float) { self.level = level }

  /// Continues the fit with Gauss-Newton steps that use the template's slopes (Baker and Matthews, 2004).
  ///
  /// - Parameters:
  ///   - turns: Whether to fit zoom and roll as well.
  ///   - scratch: Storage that is reused.
  /// - Returns: Whether enough of the scene is in the picture.
  mutating func improve(
    _ template: SceneTemplate, _ cells: BlurredCells, turns: Bool, _ scratch: inout Scratch
  ) -> Bool {
    let points = template.points
    guard points.count >= Self.minimumPoints else { return false }
    if scratch.residuals.count < points.count { scratch.residuals = Array(repeating: 0, count: points.count) }
    // The bands move from frame to frame, so each fit begins without them.
    bands = SceneTemplate.RowsOfPoints(repeating: 0)
    for _ in 0..<Self.maximumSteps {
      let visible = cells.withSampler { sample in
        scratch.residuals.withUnsafeMutableBufferPointer { residuals in
          var visible = 0
          for (index, point) in points.enumerated() {
            let place = point.place + motion.displacement(point.distance)
            let residual =
              sample(place.x, place.y) - (1 + bands[point.row])
              * (level + gain * (point.mean - template.centre))
            residuals[index] = residual
            visible += residual.isNaN ? 0 : 1
          }
          return visible
        }
      }
      guard visible >= Self.minimumPoints else { return false }
      scratch.absoluteResiduals.removeAll(keepingCapacity: true)
      for index in stride(from: 0, to: points.count, by: 5) where !scratch.residuals[index].isNaN {
        scratch.absoluteResiduals.append(abs(scratch.residuals[index]))
      }
      scale = max(
        Self.minimumScale,
        scratch.absoluteResiduals.takeMedian() / Float(DeviationQuantile.half.standardDeviations))
      let (step, bandSteps) = step(
        points, scratch.residuals, centre: template.centre, radius: turns ? template.radius : 0)
      // An upper bound of the displacement of any point.
      let length = (step[0] * step[0] + step[1] * step[1]).squareRoot() + abs(step[4]) + abs(step[5])
      let part = min(1, Self.longestStep / max(length, 1e-9))
      motion.shift += part * SIMD2(step[0], step[1])
      motion.zoom += part * step[4] / template.radius
      motion.roll += part * step[5] / template.radius
      gain = min(8, max(0.125, gain + part * step[2]))
      level += part * step[3]
      for row in bands.indices { bands[row] += part * bandSteps[row] }
      if length < Self.convergedStep { break }
    }
    return true
  }

  /// The change of the shift, the gain and the level, and of zoom and roll as the displacement at the template's `radius`; and
  /// the changes of the bands.
  ///
  /// - Parameter radius: 0 to leave zoom and roll as they are.
  private func step(
    _ points: [SceneTemplate.Point], _ residuals: [Float], centre: Float, radius: Float
  ) -> (SIMD8<Float>, bands: SceneTemplate.RowsOfPoints<Float>) {
    var equations = NormalEquations()
    var bandEquations = SceneTemplate.RowsOfPoints(repeating: SIMD8<Float>.zero)
    let limit = 1 / (Self.outlierLimit * scale)
    let share = radius > 0 ? 1 / radius : 0
    points.withUnsafeBufferPointer { points in
      residuals.withUnsafeBufferPointer { residuals in
        for index in points.indices {
          let residual = residuals[index]
          guard !residual.isNaN else { continue }
          let point = points[index]
          let normalized = residual * limit
          let root = 1 / (1 + normalized * normalized)
          let weight = root * root
          let light = 1 + bands[point.row]
          let slope = light * gain * point.slope
          let lever = share * point.distance
          let value = level + gain * (point.mean - centre)
          // The derivatives of the residual by the unknowns, by the band, and the residual itself.
          let gradient = SIMD8(
            slope.x, slope.y, light * (centre - point.mean), -light, slope.x * lever.x + slope.y * lever.y,
            slope.y * lever.x - slope.x * lever.y, -value, residual)
          let weighted = weight * gradient
          equations.add(gradient, weighted)
          bandEquations[point.row] += weighted[Self.band] * gradient
        }
      }
    }
    let precision = scale * scale / Self.bandVariance
    for row in bandEquations.indices {
      // As if the prior were one more equation, `band = 0`.
      bandEquations[row][Self.band] += precision
      bandEquations[row][Self.right] += precision * bands[row]
      equations.add(bandEquations[row], bandEquations[row] * (-1 / bandEquations[row][Self.band]))
    }
    let step = equations.solve()
    var bandSteps = bands
    for row in bandEquations.indices {
      let rest = (bandEquations[row] * step).sum() + bandEquations[row][Self.right]
      bandSteps[row] = -rest / bandEquations[row][Self.band]
    }
    return (step, bandSteps)
  }

  // Indices of elements of a gradient.
  private static let band = 6
  fileprivate static let right = 7
}

extension MotionFit {
  /// Storage for a fit's intermediate results.
  struct Scratch {
    var residuals: [Float] = []
    var absoluteResiduals: [Float] = []
  }
}

/// Six symmetric equations.
private struct NormalEquations {
  private var (m0, m1, m2, m3, m4, m5) = (
    SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero,
    SIMD8<Float>.zero
  )

  @inline(__always)
  mutating func add(_ gradient: SIMD8<Float>, _ weighted: SIMD8<Float>) {
    m0 += weighted[0] * gradient
    m1 += weighted[1] * gradient
    m2 += weighted[2] * gradient
    m3 += weighted[3] * gradient
    m4 += weighted[4] * gradient
    m5 += weighted[5] * gradient
  }

  /// Solves them by Gauss-Jordan elimination. Unknowns that the equations do not determine stay 0, and so do elements 6 and 7.
  func solve() -> SIMD8<Float> {
    var rows: [6 of SIMD8<Float>] = [m0, m1, m2, m3, m4, m5]
    var trace: Float = 0
    for index in rows.indices { trace += rows[index][index] }
    for pivot in rows.indices {
      guard rows[pivot][pivot] > 1e-9 * trace else {
        rows[pivot] = .zero
        rows[pivot][pivot] = 1
        continue
      }
      let factor = 1 / rows[pivot][pivot]
      for other in rows.indices where other != pivot {
        rows[other] -= rows[other][pivot] * factor * rows[pivot]
      }
    }
    var solution = SIMD8<Float>.zero
    for index in rows.indices { solution[index] = -rows[index][MotionFit.right] / rows[index][index] }
    return solution
  }
}
