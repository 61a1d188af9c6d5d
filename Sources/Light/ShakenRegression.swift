/// Explains the tiles of a shaken picture: what they hold wherever the picture lies, from frames in which the light is
/// off, and what the light adds, from those in which it is on.
///
/// How a tile follows the shift is the background's; were it asked for in lit frames as well, the light's wandering from
/// tile to tile would seem to be the background's. Frames in which the light changed tell nothing.
struct ShakenRegression {
  /// Frames looked at, at most.
  private static let mostFrames = 360

  /// The share of frames whose state may be mistaken at first.
  private static let mistaken = 0.1

  let courses: ShiftCourses
  /// The scene's brightness while the light is off.
  let ambient: Double
  let solutions: [TileRegression.Solution]

  /// `nil` where the frames do not show the light both on and off, or the picture does not move in them.
  init?(_ task: FootprintFit.Task, in scene: Scene) {
    let history = scene.history
    let stride = (task.frames.count - 1) / Self.mostFrames + 1
    var dark: [Int] = []
    var lit: [Int] = []
    for frame in Swift.stride(from: task.frames.lowerBound, to: task.frames.upperBound, by: stride)
    where history[frame].isInformative {
      if task.lit[frame] == 0 { dark.append(frame) }
      if task.lit[frame] == 1 { lit.append(frame) }
    }
    // A mistaken frame where the picture hardly ever lies would bend the courses until it fits: what may be the light's is
    // noise to them.
    let doubt = Self.mistaken.squareRoot() * Self.largestStep(dark: dark, lit: lit, task, in: scene)
    guard
      var sight = Sight(
        dark: dark, lit: lit, task, in: scene, noise: max(ShiftCourses.usualNoise, doubt))
    else { return nil }
    let weights = sight.solutions.map { max(0, $0.significance > 4 ? $0.step : 0) }
    dark.removeAll { sight.share($0, weights, task, in: scene) > 0.5 }
    lit.removeAll { sight.share($0, weights, task, in: scene) < 0.5 }
    guard let second = Sight(dark: dark, lit: lit, task, in: scene, noise: ShiftCourses.usualNoise) else {
      return nil
    }
    sight = second
    courses = sight.courses
    ambient = sight.ambient
    solutions = sight.solutions
  }

  /// The largest difference of a tile's means in lit and in dark frames.
  private static func largestStep(
    dark: [Int], lit: [Int], _ task: FootprintFit.Task, in scene: Scene
  ) -> Double {
    var means = Array(repeating: 0.0, count: scene.shape.count)
    for (frames, sign) in [(lit, 1.0), (dark, -1.0)] {
      for frame in frames {
        scene.history.withSums(of: frame) { sums in
          for row in task.rows {
            for tile in row * scene.shape.columns + task.columns.lowerBound...row * scene.shape.columns
              + task.columns.upperBound
            {
              means[tile] += sign * Double(sums[tile]) / Double(frames.count)
            }
          }
        }
      }
    }
    return means.max() ?? 0
  }
}

/// What certain frames show.
private struct Sight {
  private static let fewestLit = 3

  let courses: ShiftCourses
  let ambient: Double
  private(set) var solutions: [TileRegression.Solution] = []

  private struct Sums {
    var dark = 0.0
    var darkSquares = 0.0
    var follows = ShiftCourses.Values.zero
    var lit = 0.0
  }

  init?(dark: [Int], lit: [Int], _ task: FootprintFit.Task, in scene: Scene, noise: Double) {
    let history = scene.history
    guard lit.count >= Self.fewestLit,
      let courses = ShiftCourses(dark.map { history[$0].shift }, noise: noise)
    else { return nil }
    self.courses = courses
    let darkAmbient = dark.reduce(0) { $0 + history[$1].ambient } / Double(dark.count)
    let litAmbient = lit.reduce(0) { $0 + history[$1].ambient } / Double(lit.count)
    ambient = darkAmbient
    // Where the scene's brightness follows the light there is no ambient to tell apart.
    let spread =
      (dark + lit).reduce(0) { $0 + abs(history[$1].ambient - darkAmbient) } / Double(dark.count + lit.count)
    let hasAmbient = abs(litAmbient - darkAmbient) < spread

    let count = task.columns.count * task.rows.count
    var sums = Array(repeating: Sums(), count: count)
    var litCourses = ShiftCourses.Values.zero
    func visit(_ frame: Int, _ body: (inout Sums, Double) -> Void) {
      history.withSums(of: frame) { tiles in
        sums.withUnsafeMutableBufferPointer { sums in
          var index = 0
          for row in task.rows {
            for column in task.columns {
              body(&sums[index], Double(tiles[row * scene.shape.columns + column]))
              index += 1
            }
          }
        }
      }
    }
    for frame in dark {
      let values = courses.values(at: history[frame].shift)
      // All light by one factor.
      let factor = hasAmbient ? darkAmbient / max(0.1, history[frame].ambient) : 1
      visit(frame) { sums, x in
        let x = x * factor
        sums.dark += x
        sums.darkSquares += x * x
        sums.follows += x * values
      }
    }
    for frame in lit {
      litCourses += courses.values(at: history[frame].shift)
      visit(frame) { sums, x in sums.lit += x }
    }
    let n = (dark: Double(dark.count), lit: Double(lit.count))
    litCourses /= n.lit
    // The doubt about the step, in variances of a frame: of the mean of the lit frames, and of what is foretold for them.
    let doubt = 1 / n.lit + (litCourses * litCourses).sum() + 1 / n.dark
    let floor = ModulationMap.noiseFloor * ModulationMap.noiseFloor
    solutions = sums.map { sums in
      let mean = sums.dark / n.dark
      let slope = hasAmbient ? mean / max(0.1, darkAmbient) : 0
      let expected = mean + (sums.follows * litCourses).sum() + slope * (litAmbient - darkAmbient)
      let step = sums.lit / n.lit - expected
      let unexplained = sums.darkSquares - sums.dark * mean - (sums.follows * sums.follows).sum()
      let variance = max(0, unexplained) / max(n.dark - Double(ShiftCourses.count), n.dark / 2)
      return TileRegression.Solution(
        dark: mean, step: step, slope: slope, variance: variance,
        significance: step / ((variance + floor) * doubt).squareRoot(), follows: sums.follows)
    }
  }

  /// The share of the light that a frame shows, seen by the tiles as they are weighed.
  func share(_ frame: Int, _ weights: [Double], _ task: FootprintFit.Task, in scene: Scene) -> Double {
    let moment = scene.history[frame]
    let values = courses.values(at: moment.shift)
    var seen = 0.0
    var whole = 0.0
    scene.history.withSums(of: frame) { tiles in
      var index = 0
      for row in task.rows {
        for column in task.columns {
          if weights[index] > 0 {
            let solution = solutions[index]
            let expected =
              solution.dark + (solution.follows * values).sum() + solution.slope * (moment.ambient - ambient)
            seen += weights[index] * (Double(tiles[row * scene.shape.columns + column]) - expected)
            whole += weights[index] * solution.step
          }
          index += 1
        }
      }
    }
    return whole > 0 ? seen / whole : 0
  }
}
