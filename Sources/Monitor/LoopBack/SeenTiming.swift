import Frames
import Morse

/// How the light of a message was seen, beside how it was planned.
public struct SeenTiming: Sendable, Equatable {
  /// Edges that were seen where they belong, and how many there were to be.
  public var seen: Int
  public var planned: Int
  /// How many seconds longer than planned marks were seen to be: what the light takes longer to go off than on.
  public var lengthening: Double
  /// Root mean square of what the edges stray from the plan, that apart, in seconds.
  public var spread: Double
  /// How long after its time the light was seen to change. Seconds; known where the start of the message is.
  public var delays: SwitchingDelays?

  /// Lays the edges that were seen over those of the plan.
  ///
  /// - Parameter start: When the message began, on the time axis of the edges; `nil` where it has to be found.
  /// - Returns: `nil` where fewer than four edges, or fewer than half, are where they belong.
  public init?(of keying: Keying, in edges: [LightEdge], start: Double? = nil) {
    let plan = keying.marks.flatMap {
      [Edge(isOn: true, time: $0.lowerBound), Edge(isOn: false, time: $0.upperBound)]
    }
    let edges = edges.map { Edge(isOn: $0.isOn, time: $0.time) }
    // Light may be later than where it is looked for.
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
    /// Seconds after where it was expected.
    var deviation: Double
  }

  /// Where the message may begin on the axis of the edges: one of its first edges is one of the first that were seen.
  private static func offsets(_ plan: [Edge], _ edges: [Edge]) -> [Double] {
    let (first, seen) = (plan.filter(\.isOn).prefix(8), edges.filter(\.isOn).prefix(8))
    return seen.flatMap { edge in first.map { edge.time - $0.time } }
  }

  /// Finds for each planned edge the one that was seen nearest to it.
  ///
  /// The offset follows what is found: the two clocks may go at slightly different paces.
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
      offset += deviation * patience
    }
    return matches
  }

  /// How much of a deviation is taken for the clocks'.
  private static let patience = 0.02

  /// How far from its place an edge may be, in seconds: light that is late by most of a dot can still be told from the next.
  private static func reach(_ plan: [Edge]) -> Double {
    0.9 * (zip(plan, plan.dropFirst()).map { $1.time - $0.time }.min() ?? 0)
  }
}
