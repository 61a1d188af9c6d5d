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
  private static let maximumMissingCount = 4

  /// - Parameter isDecided: Whether the vote is final: the second code at each position then has no weight.
  init(_ symbols: ArraySlice<ReadSymbol>, along ballots: [Ballot], isDecided: Bool = false) {
    let count = ballots.count
    let reach = min(Self.maximumMissingCount + 1, count)
    let leads = ballots.map { isDecided ? $0.lead.decided : $0.lead }
    // The best score of an alignment whose last symbol is on, or after, each position. The last positions stand before the
    // first one again.
    var scores = [Double](repeating: 0, count: reach + count)
    var next = scores
    // For each symbol and position, -1: an extra symbol. 0 or more: the number of positions missed before this one.
    var steps = [Int8](repeating: 0, count: symbols.count * count)
    for (number, symbol) in symbols.enumerated() {
      for place in 0..<count {
        let weight = leads[place].weight(of: symbol)
        var best = weight
        if number > 0 {
          best = scores[reach + place] + Self.extraScore
          var kind: Int8 = -1
          for missed in 0..<reach {
            let score = scores[reach + place - 1 - missed] + weight + Double(missed) * Self.missingScore
            if score > best { (best, kind) = (score, Int8(missed)) }
          }
          steps[number * count + place] = kind
        }
        next[reach + place] = best
      }
      for place in 0..<reach { next[place] = next[count + place] }
      swap(&scores, &next)
    }
    scores.removeFirst(reach)
    var place = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    score = scores.isEmpty ? 0 : scores[place]
    var places: [Place] = []
    places.reserveCapacity(symbols.count)
    for number in (0..<symbols.count).reversed() {
      let kind = steps[number * count + place]
      places.append(kind < 0 ? .behind(place) : .on(place))
      if kind >= 0, number > 0 { place = (place - 1 - Int(kind) + 2 * count) % count }
    }
    self.places = places.reversed()
  }
}
