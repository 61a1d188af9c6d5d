/// The two levels of a trace, found by 2-means that start at its extremes.
struct TwoLevels {
  var low: Double
  var high: Double
  /// Variance around the two levels, relative to their distance squared: 0 for a perfect square wave, 0.08 for a trace
  /// spread evenly.
  var unsteadiness: Double
  /// The same for values whose neighbours are at the same level: frames next to a change may be partly lit.
  var spread = 0.0
  /// How often the trace changes between the levels, and the index of the last change.
  var changes = 0
  var lastChange = 0

  /// `nil` if the trace has fewer than two different values.
  init?(of trace: [Double]) {
    guard var low = trace.min(), var high = trace.max(), high > low else { return nil }
    for _ in 0..<12 {
      let middle = (low + high) / 2
      var (all, highs, count) = (0.0, 0.0, 0.0)
      for value in trace {
        let highWeight = value < middle ? 0.0 : 1
        all += value
        highs += highWeight * value
        count += highWeight
      }
      let lows = Double(trace.count) - count
      guard lows > 0, count > 0 else { return nil }
      let moved = ((all - highs) / lows, highs / count)
      if moved == (low, high) { break }
      (low, high) = moved
    }
    let middle = (low + high) / 2
    var (within, settled, count) = (0.0, 0.0, 0.0)
    for (index, value) in trace.enumerated() {
      let isLow = value < middle
      let deviation = value - (isLow ? low : high)
      within += deviation * deviation
      guard index > 0, index + 1 < trace.count, isLow == (trace[index - 1] < middle),
        isLow == (trace[index + 1] < middle)
      else { continue }
      settled += deviation * deviation
      count += 1
    }
    self.low = low
    self.high = high
    let square = (high - low) * (high - low)
    unsteadiness = within / Double(trace.count) / square
    spread = count > 0 ? settled / count / square : unsteadiness
    for index in trace.indices.dropFirst() where (trace[index - 1] < middle) != (trace[index] < middle) {
      changes += 1
      lastChange = index
    }
  }

  /// A trace shows a light more clearly if it has less than this share of the other's ``spread``: half, so that chance does not
  /// decide.
  private static let clearerShare = 0.5
  /// The fewest changes between the levels of such a trace.
  private static let minimumChanges = 4

  /// Whether one trace of a light shows two levels more clearly than another trace of it.
  static func isClearer(_ trace: [Double], than other: [Double]) -> Bool {
    guard let levels = TwoLevels(of: trace), levels.changes >= minimumChanges,
      let others = TwoLevels(of: other)
    else { return false }
    // A filter that has lost the light is steady too, but has fewer changes.
    return levels.changes >= others.changes && levels.spread < clearerShare * others.spread
  }
}
