import Glibc

/// Estimates when a light changed, from the two exposures around the change.
///
/// An exposure collects light like a box filter: with the edge at time t inside an exposure, the measured share of the step is
/// the share of the exposure on the lit side of t. The prior of t is uniform, and the noise is Gaussian. The result is the mean
/// and the standard deviation of t, given both levels. The same rule covers the time between the exposures (dead time, or
/// frames that were lost or frozen): there all t are equally likely.
struct EdgeTiming {
  var time: Double
  /// One standard deviation, in seconds.
  var uncertainty: Double

  /// Number of values of t that are evaluated: within each exposure, and between the exposures.
  private static let insidePoints = 64
  private static let betweenPoints = 16

  /// - Parameters:
  ///   - before: The last exposure mostly on the old side.
  ///   - after: The first exposure mostly on the new side.
  ///   - isOn: Whether the light went on.
  ///   - noise: One standard deviation of a level, as a share of the step.
  init(before: Reading, after: Reading, dark: Double, step: Double, isOn: Bool, noise: Double) {
    // Flicker, curvature of the camera's response and clipping bend a level by some hundredths of the step.
    let noise = max(noise, 0.03)
    let first = (before.level - dark) / step
    let second = (after.level - dark) / step

    func mismatch(at t: Double) -> Double {
      func expected(_ reading: Reading) -> Double {
        let late = reading.exposure > 0 ? (reading.end - t) / reading.exposure : (reading.end > t ? 1 : 0)
        let share = min(1, max(0, late))
        return isOn ? share : 1 - share
      }
      let a = (first - expected(before)) / noise
      let b = (second - expected(after)) / noise
      return (a * a + b * b) / 2
    }

    let pieces: [3 of (from: Double, to: Double, points: Int)] = [
      (before.start, min(before.end, after.start), Self.insidePoints),
      (min(before.end, after.start), after.start, Self.betweenPoints),
      (after.start, after.end, Self.insidePoints),
    ]
    var best = Double.infinity
    Self.forEachPoint(pieces) { t, _ in best = min(best, mismatch(at: t)) }
    var total = 0.0
    var sum = 0.0
    var squares = 0.0
    Self.forEachPoint(pieces) { t, width in
      let weight = width * exp(best - mismatch(at: t))
      let t = t - after.start
      total += weight
      sum += weight * t
      squares += weight * t * t
    }
    guard total > 0 else {
      time = after.start
      uncertainty = after.start - before.start
      return
    }
    let mean = sum / total
    time = after.start + mean
    uncertainty = max(0, squares / total - mean * mean).squareRoot()
  }

  private static func forEachPoint(
    _ pieces: [3 of (from: Double, to: Double, points: Int)], _ body: (_ t: Double, _ width: Double) -> Void
  ) {
    for index in pieces.indices {
      let piece = pieces[index]
      let width = (piece.to - piece.from) / Double(piece.points)
      guard width > 0 else { continue }
      for point in 0..<piece.points { body(piece.from + (Double(point) + 0.5) * width, width) }
    }
  }
}
