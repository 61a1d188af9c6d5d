import Frames
import Morse

/// The measured timing of a message, compared with the planned one.
public struct SeenTiming: Sendable, Equatable {
  /// Edges that were measured near their planned times; `planned` is the number of planned edges.
  public var seen: Int
  public var planned: Int
  /// Seconds by which marks were longer than planned: the light takes longer to go off than on.
  public var lengthening: Double
  /// Jitter of the edges without that lengthening: root mean square, in seconds.
  public var spread: Double
  /// Delays of the light in seconds; known if the start of the message is known.
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
    // The light may be later than expected.
    let matches =
      ([start].compactMap(\.self) + Self.offsets(plan, edges))
      .map { Self.matches(plan, edges, offset: $0) }
      .max { $0.count < $1.count } ?? []
    guard matches.count >= 4, 2 * matches.count >= plan.count else { return nil }
    let rise = matches.filter(\.isOn).map(\.deviation).median
    let fall = matches.filter { !$0.isOn }.map(\.deviation).median
    (seen, planned, lengthening) = (matches.count, plan.count, fall - rise)
    let squares = matches.reduce(0) { sum, match in
      let deviation = match.deviation - (match.isOn ? rise : fall)
      return sum + deviation * deviation
    }
    spread = (squares / Double(matches.count)).squareRoot()
    delays = start.map { start in
      SwitchingDelays(
        rise: matches.filter(\.isOn).map { $0.seen - $0.planned - start }.median,
        fall: matches.filter { !$0.isOn }.map { $0.seen - $0.planned - start }.median)
    }
  }

  private struct Edge {
    var isOn: Bool
    var time: Double
  }

  private struct Match {
    var isOn: Bool
    var planned: Double
    var seen: Double
    /// Seconds after the expected time.
    var deviation: Double
  }

  /// Candidates for the start of the message on the axis of the edges: one of the first planned edges is one of the first measured
  /// ones.
  private static func offsets(_ plan: [Edge], _ edges: [Edge]) -> [Double] {
    let (first, seen) = (plan.filter(\.isOn).prefix(8), edges.filter(\.isOn).prefix(8))
    return seen.flatMap { edge in first.map { edge.time - $0.time } }
  }

  /// Finds the nearest measured edge for each planned one.
  ///
  /// The offset is adjusted with each match, because the two clocks may have slightly different rates.
  private static func matches(_ plan: [Edge], _ edges: [Edge], offset: Double) -> [Match] {
    let tolerance = reach(plan)
    var offset = offset
    var matches: [Match] = []
    var next = 0
    for planned in plan {
      while next < edges.count, edges[next].time < planned.time + offset - tolerance { next += 1 }
      let near = edges[next...].prefix { $0.time <= planned.time + offset + tolerance }
      guard
        let seen = near.filter({ $0.isOn == planned.isOn })
          .min(by: { abs($0.time - offset - planned.time) < abs($1.time - offset - planned.time) })
      else { continue }
      let deviation = seen.time - offset - planned.time
      matches.append(.init(isOn: planned.isOn, planned: planned.time, seen: seen.time, deviation: deviation))
      offset += deviation * offsetGain
    }
    return matches
  }

  /// Gain of the offset's adjustment, per edge.
  private static let offsetGain = 0.02

  /// Seconds by which an edge may deviate: most of a dot, so that it is not confused with the next edge.
  private static func reach(_ plan: [Edge]) -> Double {
    0.9 * (zip(plan, plan.dropFirst()).map { $1.time - $0.time }.min() ?? 0)
  }
}
