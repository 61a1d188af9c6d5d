import Frames

/// How a frame's cells follow from the template's: a cell that holds `mean` there holds `level + gain * (mean - centre)` here,
/// and lies `shift` cells farther.
struct MotionFit {
  /// In cells, to the right and down.
  var shift = SIMD2<Float>.zero
  var gain: Float = 1
  var level: Float
  /// One standard deviation of what is left, by the median, in units of the cells.
  var scale: Float = 0

  /// Steps of a fit at most, the longest one and the one below which it has arrived, in cells.
  private static let mostSteps = 8
  private static let longestStep: Float = 2
  private static let arrived: Float = 0.01
  /// Points seen, at least.
  private static let fewestPoints = 128
  /// The noise of a cell that nothing goes below: rounding and coding leave a sixteenth of a level.
  private static let leastScale: Float = 8
  /// Deviations beyond so many standard deviations lose their weight (Geman and McClure, 1985).
  private static let tolerance: Float = 2

  init(level: Float) { self.level = level }

  /// Fits by steps of Gauss and Newton with the template's own slopes (Baker and Matthews, 2004), from where it is now.
  ///
  /// - Parameters:
  ///   - scratch: Room that is used again.
  /// - Returns: Whether enough of the scene is in the picture.
  mutating func improve(_ template: SceneTemplate, _ cells: BlurredCells, _ scratch: inout Scratch) -> Bool {
    let points = template.points
    guard points.count >= Self.fewestPoints else { return false }
    if scratch.rests.count < points.count { scratch.rests = Array(repeating: 0, count: points.count) }
    for _ in 0..<Self.mostSteps {
      let seen = cells.withSampler { sample in
        scratch.rests.withUnsafeMutableBufferPointer { rests in
          var seen = 0
          for (index, point) in points.enumerated() {
            let rest =
              sample(point.x + shift.x, point.y + shift.y)
              - (level + gain * (point.mean - template.centre))
            rests[index] = rest
            seen += rest.isNaN ? 0 : 1
          }
          return seen
        }
      }
      guard seen >= Self.fewestPoints else { return false }
      scratch.judged.removeAll(keepingCapacity: true)
      for index in stride(from: 0, to: points.count, by: 5) where !scratch.rests[index].isNaN {
        scratch.judged.append(abs(scratch.rests[index]))
      }
      scale = max(Self.leastScale, 1.4826 * scratch.judged.takeMedian())
      let step = step(points, scratch.rests, centre: template.centre)
      let length = (step.x * step.x + step.y * step.y).squareRoot()
      let part = min(1, Self.longestStep / max(length, 1e-9))
      shift += part * SIMD2(step.x, step.y)
      gain = min(8, max(0.125, gain + part * step.z))
      level += part * step.w
      if length < Self.arrived { break }
    }
    return true
  }

  /// What to add to the shift, the gain and the level.
  private func step(_ points: [SceneTemplate.Point], _ rests: [Float], centre: Float) -> SIMD4<Float> {
    var (m0, m1, m2, m3, right) = (
      SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero
    )
    let limit = 1 / (Self.tolerance * scale)
    points.withUnsafeBufferPointer { points in
      rests.withUnsafeBufferPointer { rests in
        for index in points.indices {
          let rest = rests[index]
          guard !rest.isNaN else { continue }
          let point = points[index]
          let strange = rest * limit
          let root = 1 / (1 + strange * strange)
          let weight = root * root
          let cause = SIMD4(gain * point.slope.x, gain * point.slope.y, centre - point.mean, -1)
          let weighed = weight * cause
          m0 += weighed.x * cause
          m1 += weighed.y * cause
          m2 += weighed.z * cause
          m3 += weighed.w * cause
          right -= rest * weighed
        }
      }
    }
    return solve([m0, m1, m2, m3], right)
  }
}

extension MotionFit {
  /// Room for a fit's intermediate results.
  struct Scratch {
    var rests: [Float] = []
    var judged: [Float] = []
  }
}

/// Solves four symmetric equations by Gauss' elimination; what cannot be told stays 0.
private func solve(_ rows: [4 of SIMD4<Float>], _ right: SIMD4<Float>) -> SIMD4<Float> {
  var (rows, right) = (rows, right)
  let trace = rows[0][0] + rows[1][1] + rows[2][2] + rows[3][3]
  for pivot in 0..<4 {
    guard rows[pivot][pivot] > 1e-9 * trace else {
      rows[pivot] = .zero
      rows[pivot][pivot] = 1
      right[pivot] = 0
      continue
    }
    let factor = 1 / rows[pivot][pivot]
    for other in 0..<4 where other != pivot {
      let share = rows[other][pivot] * factor
      rows[other] -= share * rows[pivot]
      right[other] -= share * right[pivot]
    }
  }
  return SIMD4(
    right[0] / rows[0][0], right[1] / rows[1][1], right[2] / rows[2][2], right[3] / rows[3][3])
}
