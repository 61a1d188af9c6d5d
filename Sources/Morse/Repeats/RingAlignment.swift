import Foundation

/// Aligns the readings with a message that is sent repeatedly: its positions form a ring.
///
/// The alignment is the most probable one (Viterbi). From each symbol to the next it moves one position on, or more if
/// positions were missed. An extra symbol stays at the position before it. The alignment may begin and end anywhere.
struct RingAlignment {
  /// The position of a symbol.
  enum Place: Equatable {
    case on(Int)
    /// An extra symbol, after this position.
    case behind(Int)
  }

  let places: [Place]
  /// The sum of the weights of all symbols: how well the message explains the readings.
  let score: Double

  /// Scores, in nats, of a missed position and of an extra symbol.
  private static let missingScore = -3.0
  private static let extraScore = -3.5
  /// The most positions missed in a row.
  private static let mostMissing = 4

  /// - Parameter isDecided: Whether the vote is final: the second code at each position then has no weight.
  init(_ symbols: ArraySlice<ReadSymbol>, along ballots: [Ballot], isDecided: Bool = false) {
    let count = ballots.count
    let leads = ballots.map { isDecided ? $0.lead.decided : $0.lead }
    // The best score of an alignment whose last symbol is on, or after, each position.
    var scores = [Double](repeating: 0, count: count)
    var steps: [[Int8]] = []
    steps.reserveCapacity(symbols.count)
    var isFirst = true
    for symbol in symbols {
      let weights = leads.map { $0.weight(of: symbol) }
      var next = [Double](repeating: 0, count: count)
      var step = [Int8](repeating: 0, count: count)
      for place in 0..<count {
        // -1: an extra symbol. 0 or more: the number of positions missed before this one.
        var best = isFirst ? weights[place] : scores[place] + Self.extraScore
        var kind: Int8 = isFirst ? 0 : -1
        if !isFirst {
          var before = place
          for missed in 0...min(Self.mostMissing, count - 1) {
            before = before == 0 ? count - 1 : before - 1
            let score = scores[before] + weights[place] + Double(missed) * Self.missingScore
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
