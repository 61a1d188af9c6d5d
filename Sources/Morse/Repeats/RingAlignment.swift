import Foundation

/// Lays what was read along a message that is sent again and again: its places form a ring.
///
/// The most probable course (Viterbi): from each symbol to the next one place on, or further where places were missed; a
/// symbol too many stays beside the place before it. It may begin and end anywhere.
struct RingAlignment {
  /// Where a symbol was laid.
  enum Place: Equatable {
    case on(Int)
    /// Too many, behind this place.
    case behind(Int)
  }

  let places: [Place]
  /// The summed weights of all symbols: how well the message explains what was read.
  let score: Double

  private static let missing = -3.0
  private static let surplus = -3.5
  /// Places missed in a row at most.
  private static let mostMissing = 4

  /// - Parameter isDecided: Whether the votes are counted to the end: the second in each place then weighs nothing.
  init(_ symbols: ArraySlice<ReadSymbol>, along ballots: [Ballot], isDecided: Bool = false) {
    let count = ballots.count
    let leads = ballots.map { isDecided ? $0.lead.decided : $0.lead }
    // The best score of a course whose last symbol is on, or behind, each place.
    var scores = [Double](repeating: 0, count: count)
    var steps: [[Int8]] = []
    steps.reserveCapacity(symbols.count)
    var isFirst = true
    for symbol in symbols {
      let weights = leads.map { $0.weight(of: symbol) }
      var next = [Double](repeating: 0, count: count)
      var step = [Int8](repeating: 0, count: count)
      for place in 0..<count {
        // -1: too many. 0...: so many places were missed before this one.
        var best = isFirst ? weights[place] : scores[place] + Self.surplus
        var kind: Int8 = isFirst ? 0 : -1
        if !isFirst {
          var before = place
          for missed in 0...min(Self.mostMissing, count - 1) {
            before = before == 0 ? count - 1 : before - 1
            let score = scores[before] + weights[place] + Double(missed) * Self.missing
            if score > best { (best, kind) = (score, Int8(missed)) }
          }
        }
        next[place] = best
        step[place] = kind
      }
      scores = next
      steps.append(step)
      isFirst = false
    }
    var place = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    score = scores.isEmpty ? 0 : scores[place]
    var places: [Place] = []
    places.reserveCapacity(steps.count)
    for (number, step) in steps.enumerated().reversed() {
      let kind = step[place]
      places.append(kind < 0 ? .behind(place) : .on(place))
      if kind >= 0, number > 0 { place = (place - 1 - Int(kind) + 2 * count) % count }
    }
    self.places = places.reversed()
  }
}
