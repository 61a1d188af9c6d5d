/// The frames that a search judges by, and what changes every tile in them: the scene's brightness, and where a shaken
/// picture lay.
struct SearchWindow {
  /// Those that are measurements.
  let frames: [Int]
  /// The scene's brightness in each of them.
  let ambient: [Double]
  /// Where the picture lay in each of them; empty where it is not shaken.
  let shifts: [SIMD2<Double>]

  /// The scene's brightness from its mean, and the sum of the squares of that.
  private let deviations: [Double]
  private let square: Double
  /// The mean of all tiles in the first frame.
  private let pictureMean: Double
  private let monomials: ShiftMonomials?

  /// The share of a trace's deviations that may be its own.
  private static let own = 0.3

  init(_ frames: Range<Int>, in scene: Scene) {
    let history = scene.history
    let informative = frames.filter { history[$0].isInformative }
    let ambient = informative.map { history[$0].ambient }
    let mean = ambient.reduce(0, +) / Double(max(1, ambient.count))
    self.frames = informative
    self.ambient = ambient
    deviations = ambient.map { $0 - mean }
    square = deviations.reduce(0) { $0 + $1 * $1 }
    pictureMean =
      frames.isEmpty
      ? 0
      : history.withSums(of: frames.lowerBound) { sums in
        Double(sums.reduce(0) { $0 + Int($1) }) / Double(sums.count)
      }
    shifts = scene.isShaken ? informative.map { history[$0].shift } : []
    monomials = ShiftMonomials(shifts)
  }

  /// Takes out of the trace of so many tiles over the frames what follows the scene's brightness.
  func removeAmbient(from trace: inout [Double], tiles: Double) {
    guard !trace.isEmpty, square > 1e-8 * Double(trace.count) else { return }
    let mean = trace.reduce(0, +) / Double(trace.count)
    var both = 0.0
    for (deviation, level) in zip(deviations, trace) { both += deviation * (level - mean) }
    let limit = tiles * AmbientReference.steepest(mean: mean / tiles, pictureMean: pictureMean)
    let slope = min(limit, max(0, both / square))
    for index in trace.indices { trace[index] -= slope * deviations[index] }
  }

  /// Takes out of a trace over the frames what follows the picture's shift. What the trace itself shows may be a light's, and
  /// that the shift must not explain.
  func removeShift(from trace: inout [Double]) {
    guard let monomials else { return }
    let noise = max(ShiftCourses.usualNoise, Self.own * trace.variance.squareRoot())
    ShiftCourses(monomials, noise: noise).remove(from: &trace, over: monomials)
  }
}
