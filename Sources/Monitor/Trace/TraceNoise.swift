import Frames

/// Estimates the noise of a trace from the differences of neighbouring levels that show the same light.
struct TraceNoise {
  /// One standard deviation of a level; 0 at the beginning.
  private(set) var deviation = 0.0
  private var last: Double?
  /// Absolute differences of neighbours in a ring buffer. The difference at `next` is overwritten next.
  private var differences: [Double] = []
  private var next = 0

  /// Number of differences: about ten seconds.
  private static let capacity = 256

  mutating func take(_ level: Double) {
    defer { last = level }
    guard let last else { return }
    if differences.count < Self.capacity {
      differences.append(abs(level - last))
    } else {
      differences[next] = abs(level - last)
      next = (next + 1) % Self.capacity
    }
    if differences.count < 32 || next % 32 == 0 { deviation = estimatedDeviation }
  }

  private var estimatedDeviation: Double {
    var ordered = differences
    let estimate = ordered.takeNoise(from: .quarter)
    // Differences far above the estimate belong to a changing light.
    let noise = differences.filter { $0 <= 2.5 * estimate }
    return (noise.reduce(0) { $0 + $1 * $1 } / Double(2 * max(noise.count, 1))).squareRoot()
  }
}
