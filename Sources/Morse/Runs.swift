import Light

/// Light that stayed on, or off, between two edges.
struct Run {
  var isOn: Bool
  var start: Double
  var end: Double
  /// Variance of the length in square seconds, from the two edges.
  var variance: Double

  var length: Double { end - start }
}

/// Turns edges into runs: an edge without change is passed over.
struct Runs {
  private var last: LightEdge?
  /// Where the open run began, `nil` before the first edge.
  var openStart: Double? { last?.time }
  var isOn: Bool { last?.isOn ?? false }

  /// The run that `edge` ends, if it ends one.
  mutating func receive(_ edge: LightEdge) -> Run? {
    guard let start = last else {
      if edge.isOn { last = edge }
      return nil
    }
    guard edge.isOn != start.isOn, edge.time > start.time else { return nil }
    last = edge
    let variance = start.uncertainty * start.uncertainty + edge.uncertainty * edge.uncertainty
    return Run(isOn: start.isOn, start: start.time, end: edge.time, variance: variance)
  }

  /// Forgets the open run.
  mutating func forget() { last = nil }
}
