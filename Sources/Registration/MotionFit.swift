import Frames

/// How a frame's cells follow from the template's: a cell that holds `mean` there holds `level + gain * (mean - centre)` here,
/// and lies where `motion` says.
struct MotionFit {
  var motion = Similarity()
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
  ///   - turns: Whether to fit zoom and roll as well.
  ///   - scratch: Room that is used again.
  /// - Returns: Whether enough of the scene is in the picture.
  mutating func improve(
    _ template: SceneTemplate, _ cells: BlurredCells, turns: Bool, _ scratch: inout Scratch
  ) -> Bool {
    let points = template.points
    guard points.count >= Self.fewestPoints else { return false }
    if scratch.rests.count < points.count { scratch.rests = Array(repeating: 0, count: points.count) }
    for _ in 0..<Self.mostSteps {
      let seen = cells.withSampler { sample in
        scratch.rests.withUnsafeMutableBufferPointer { rests in
          var seen = 0
          for (index, point) in points.enumerated() {
            let place = SIMD2(point.x, point.y) + motion.way(point.distance)
            let rest = sample(place.x, place.y) - (level + gain * (point.mean - template.centre))
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
      let step = step(
        points, scratch.rests, centre: template.centre, radius: turns ? template.radius : 0)
      // The longest way of any point, at most.
      let length = (step[0] * step[0] + step[1] * step[1]).squareRoot() + abs(step[4]) + abs(step[5])
      let part = min(1, Self.longestStep / max(length, 1e-9))
      motion.shift += part * SIMD2(step[0], step[1])
      motion.zoom += part * step[4] / template.radius
      motion.roll += part * step[5] / template.radius
      gain = min(8, max(0.125, gain + part * step[2]))
      level += part * step[3]
      if length < Self.arrived { break }
    }
    return true
  }

  /// What to add to the shift, the gain and the level, and to zoom and roll as the way at the template's `radius`.
  ///
  /// - Parameter radius: 0 to leave zoom and roll as they are.
  private func step(
    _ points: [SceneTemplate.Point], _ rests: [Float], centre: Float, radius: Float
  ) -> SIMD8<Float> {
    var (m0, m1, m2, m3, m4, m5, right) = (
      SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero,
      SIMD8<Float>.zero, SIMD8<Float>.zero
    )
    let limit = 1 / (Self.tolerance * scale)
    let share = radius > 0 ? 1 / radius : 0
    points.withUnsafeBufferPointer { points in
      rests.withUnsafeBufferPointer { rests in
        for index in points.indices {
          let rest = rests[index]
          guard !rest.isNaN else { continue }
          let point = points[index]
          let strange = rest * limit
          let root = 1 / (1 + strange * strange)
          let weight = root * root
          let slope = gain * point.slope
          let lever = share * point.distance
          let cause = SIMD8(
            slope.x, slope.y, centre - point.mean, -1, slope.x * lever.x + slope.y * lever.y,
            slope.y * lever.x - slope.x * lever.y, 0, 0)
          let weighed = weight * cause
          m0 += weighed[0] * cause
          m1 += weighed[1] * cause
          m2 += weighed[2] * cause
          m3 += weighed[3] * cause
          m4 += weighed[4] * cause
          m5 += weighed[5] * cause
          right -= rest * weighed
        }
      }
    }
    return solve([m0, m1, m2, m3, m4, m5], right)
  }
}

extension MotionFit {
  /// Room for a fit's intermediate results.
  struct Scratch {
    var rests: [Float] = []
    var judged: [Float] = []
  }
}

/// Solves six symmetric equations by Gauss' elimination; what cannot be told stays 0.
private func solve(_ rows: [6 of SIMD8<Float>], _ right: SIMD8<Float>) -> SIMD8<Float> {
  var (rows, right) = (rows, right)
  var trace: Float = 0
  for index in rows.indices { trace += rows[index][index] }
  for pivot in rows.indices {
    guard rows[pivot][pivot] > 1e-9 * trace else {
      rows[pivot] = .zero
      rows[pivot][pivot] = 1
      right[pivot] = 0
      continue
    }
    let factor = 1 / rows[pivot][pivot]
    for other in rows.indices where other != pivot {
      let share = rows[other][pivot] * factor
      rows[other] -= share * rows[pivot]
      right[other] -= share * right[pivot]
    }
  }
  var solution = SIMD8<Float>.zero
  for index in rows.indices { solution[index] = right[index] / rows[index][index] }
  return solution
}
