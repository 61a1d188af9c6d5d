extension [Double] {
  /// The mean squared deviation from the mean; 0 if there are no elements.
  public var variance: Double {
    let mean = reduce(0, +) / Double(Swift.max(1, count))
    return reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(Swift.max(1, count))
  }
}
