extension [Double] {
  /// The middle value, or the mean of the middle two; 0 if there is none.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
