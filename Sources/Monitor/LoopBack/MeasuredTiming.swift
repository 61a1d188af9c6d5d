import Frames
import Morse

/// The measured timing of a message, compared with the planned one.
public struct MeasuredTiming: Sendable, Equatable {
  /// Number of edges that were measured near their planned times.
  public var measuredEdges: Int
  public var plannedEdges: Int
  /// Seconds by which marks were longer than planned, because the light takes longer to go off than on.
  public var lengthening: Double
  /// Jitter of the edges without ``lengthening``: root mean square, in seconds.
  public var jitter: Double
  /// Delays of the light in seconds; `nil` if the start of the message is unknown.
  public var delays: SwitchingDelays?

  /// Aligns the measured edges with the planned ones.
  ///
  /// - Parameter start: When the message began, on the time axis of the edges; `nil` if it has to be estimated.
  /// - Returns: `nil` if fewer than four edges, or fewer than half, match the plan.
  public init?(of keying: Keying, in edges: [LightEdge], start: Double? = nil) {
    let plan = keying.marks.flatMap {
      [Edge(isOn: true, time: $0.lowerBound), Edge(isOn: false, time: $0.upperBound)]
    }
    let edges = edges.map { Edge(isOn: $0.isOn, time: $0.time) }
    // The light may be later than `start` by more than a dot, so the offsets of the first edges are tried as well.
    let matches =
      ([start].compactMap(\.self) + Self.offsets(plan, edges))
      .map { Self.matches(plan, edges, offset: $0) }
      .max { $0.count < $1.count } ?? []
    guard matches.count >= 4, 2 * matches.count >= plan.count else { return nil }
    let rise = matches.filter(\.isOn).map(\.deviation).median
    let fall = matches.filter { !$0.isOn }.map(\.deviation).median
    (measuredEdges, plannedEdges, lengthening) = (matches.count, plan.count, fall - rise)
    let squares = matches.reduce(0) { sum, match in
      let deviation = match.deviation - (match.isOn ? rise : fall)
      return sum + deviation * deviation
    }
    jitter = (squares / Double(matches.count)).squareRoot()
    delays = start.map { start in
      SwitchingDelays(
        rise: matches.filter(\.isOn).map { $0.offset - start }.median,
        fall: matches.filter { !$0.isOn }.map { $0.offset - start }.median)
    }
  }

  private struct Edge {
    var isOn: Bool
    var time: Double
  }

  private struct Match {
    var isOn: Bool
    /// The measured time minus the planned one, in seconds.
    var offset: Double
    /// The offset minus the expected offset, in seconds.
    var deviation: Double
  }

  /// Candidates for the start of the message, on the time axis of the edges. Each one matches one of the first planned edges
  /// with one of the first measured edges.
  private static func offsets(_ plan: [Edge], _ edges: [Edge]) -> [Double] {
    let (planned, measured) = (plan.filter(\.isOn).prefix(8), edges.filter(\.isOn).prefix(8))
    return measured.flatMap { edge in planned.map { edge.time - $0.time } }
  }

  /// Finds the nearest measured edge for each planned one.
  ///
  /// The offset is adjusted with each match, because the two clocks may have slightly different rates.
  private static func matches(_ plan: [Edge], _ edges: [Edge], offset: Double) -> [Match] {
    let tolerance = matchTolerance(plan)
    var offset = offset
    var matches: [Match] = []
    var next = 0
    for planned in plan {
      while next < edges.count, edges[next].time < planned.time + offset - tolerance { next += 1 }
      let near = edges[next...].prefix { $0.time <= planned.time + offset + tolerance }
      guard
        let measured = near.filter({ $0.isOn == planned.isOn })
          .min(by: { abs($0.time - offset - planned.time) < abs($1.time - offset - planned.time) })
      else { continue }
      let deviation = measured.time - offset - planned.time
      matches.append(
        .init(isOn: planned.isOn, offset: measured.time - planned.time, deviation: deviation))
      offset += deviation * offsetGain
    }
    return matches
  }

  /// Gain of the offset's adjustment, per edge.
  private static let offsetGain = 0.02

  /// Seconds by which an edge may deviate: most of a dot, so that it is not confused with the next edge.
  private static func matchTolerance(_ plan: [Edge]) -> Double {
    0.9 * (zip(plan, plan.dropFirst()).map { $1.time - $0.time }.min() ?? 0)
  }
}
