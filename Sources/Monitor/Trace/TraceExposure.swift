import Frames
import Light

/// For what share of a frame's time the shutter is open, judged from the levels around clear edges of a bare trace.
///
/// It need not be exact: a decoder that is told half or twice the truth makes the same letters of all but the fastest
/// and noisiest traces.
struct TraceExposure {
  private var estimate = ExposureEstimate()
  /// The last frames' levels, oldest first.
  private var levels: [Double] = []

  /// Two frames before the edge that show one level, the two it lies between, and two that show the other.
  private static let window = 6
  /// Edges seen, and how many are enough to judge by.
  private var edges = 0
  private static let enough = 16

  /// 0.4...1, and in the middle until enough was seen. Where the sender's dots are a whole number of frames, every edge comes
  /// at the same phase, and it may look as if the shutter were hardly ever open.
  var openShare: Double { edges < Self.enough ? 0.6 : max(0.4, estimate.openShare) }

  /// Takes the next frame's level.
  mutating func take(_ level: Double, noise: Double) {
    levels.append(level)
    guard levels.count == Self.window else { return }
    defer { levels.removeFirst() }
    let before = (levels[0] + levels[1]) / 2
    let after = (levels[4] + levels[5]) / 2
    let step = after - before
    // Of less contrast a level between dark and bright may be noise.
    guard abs(step) > 8 * noise, step != 0, abs(levels[1] - levels[0]) < 0.5 * abs(step),
      abs(levels[5] - levels[4]) < 0.5 * abs(step)
    else { return }
    let shares = [(levels[2] - before) / step, (levels[3] - before) / step]
    guard shares[0] < 0.5, shares[1] >= 0.5 else { return }
    edges += 1
    estimate.take(before: shares[0], after: shares[1])
  }
}
