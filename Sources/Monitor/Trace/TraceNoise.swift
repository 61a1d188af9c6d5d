/// The noise of a bare trace's levels, judged by how little neighbours differ that show the same light.
struct TraceNoise {
  /// One standard deviation of a level; 0 until a few have been seen.
  private(set) var deviation = 0.0
  private var last: Double?
  /// Differences of neighbours, and the next one to be replaced.
  private var differences: [Double] = []
  private var next = 0

  /// Differences remembered: some ten seconds.
  private static let memory = 256

  mutating func take(_ level: Double) {
    defer { last = level }
    guard let last else { return }
    if differences.count < Self.memory {
      differences.append(abs(level - last))
    } else {
      differences[next] = abs(level - last)
      next = (next + 1) % Self.memory
    }
    if differences.count < 32 || next % 32 == 0 { deviation = judged }
  }

  private var judged: Double {
    // A quarter of the differences of equal normal distributions lies below 0.451 of their deviation: too much where many
    // neighbours show a changing light. What is far beyond it belongs to those.
    let quartile = differences.sorted()[differences.count / 4] / 0.451
    let calm = differences.filter { $0 <= 2.5 * quartile }
    return (calm.reduce(0) { $0 + $1 * $1 } / Double(2 * max(calm.count, 1))).squareRoot()
  }
}
