extension [Double] {
  /// The mean square of what the elements differ from their mean; 0 where there are none.
  var variance: Double {
    let mean = reduce(0, +) / Double(Swift.max(1, count))
    return reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(Swift.max(1, count))
  }
}
