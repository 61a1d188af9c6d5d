import Frames
import Light

/// Estimates the share of a frame's time for which the shutter is open, from the levels around clear edges of a trace.
///
/// The estimate need not be exact: with half or twice the value, a decoder reads the same letters in all but the fastest and
/// noisiest traces.
struct TraceExposureEstimator {
  private var estimate = ExposureEstimate()
  /// The last frames' levels, oldest first.
  private var levels: [Double] = []

  /// Frames of an edge: two at one level, two around the edge, and two at the other level.
  private static let window = 6
  /// Edges so far.
  private var edges = 0
  private static let requiredEdges = 16

  /// 0.6 until there are enough edges, then 0.4...1. The lower bound is needed because all edges have the same phase if a dot
  /// is a whole number of frames; then the estimate may be far too low.
  var openShare: Double { edges < Self.requiredEdges ? 0.6 : max(0.4, estimate.openShare) }

  /// Takes the next frame's level.
  mutating func take(_ level: Double, noise: Double) {
    levels.append(level)
    guard levels.count == Self.window else { return }
    defer { levels.removeFirst() }
    let before = (levels[0] + levels[1]) / 2
    let after = (levels[4] + levels[5]) / 2
    let step = after - before
    // With less contrast, noise may cause a level between dark and bright.
    guard abs(step) > 8 * noise, step != 0, abs(levels[1] - levels[0]) < 0.5 * abs(step),
      abs(levels[5] - levels[4]) < 0.5 * abs(step)
    else { return }
    let shares = [(levels[2] - before) / step, (levels[3] - before) / step]
    guard shares[0] < 0.5, shares[1] >= 0.5 else { return }
    edges += 1
    estimate.take(before: shares[0], after: shares[1])
  }
}
