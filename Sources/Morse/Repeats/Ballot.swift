import Foundation

/// The votes for one position of a message, from all its repetitions.
struct Ballot: Sendable {
  typealias Code = ReadSymbol.Code

  /// For each code that was a candidate at least once: the sum of its weights, minus the sum of the weights of a code that
  /// never was.
  private var excess: [Code: Double] = [:]
  private var other = 0.0
  /// The number of repetitions in which a symbol was read here.
  private(set) var read = 0
  /// The number of repetitions in which none was read here, but symbols before and after.
  private var missed = 0
  /// The sum of the dark before it, in seconds.
  private(set) var pause = 0.0

  init() {}

  init(_ symbol: ReadSymbol) { take(symbol, pause: 0) }

  mutating func take(_ symbol: ReadSymbol, pause: Double) {
    for (code, weight) in symbol.candidates { excess[code, default: 0] += weight - symbol.other }
    other += symbol.other
    read += 1
    self.pause += pause
  }

  mutating func miss() { missed += 1 }

  /// The code that was most probably sent here.
  var winner: Code {
    // Of equal codes the lower one wins, so that the same votes always give the same text.
    excess.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ReadSymbol.gap
  }

  /// Whether there is a symbol here in most repetitions.
  var isElected: Bool { read > missed }

  /// The two codes with the most votes, and how far the second is behind, in nats.
  struct Lead: Sendable {
    fileprivate var first = ReadSymbol.gap
    fileprivate var second = ReadSymbol.gap
    fileprivate var distance = Double.infinity

    /// The lead without the second code.
    var decided: Lead { Lead(first: first) }

    /// The logarithm of how much likelier `symbol` is here than elsewhere. The second code counts too, because with few votes
    /// the winner is uncertain.
    func weight(of symbol: ReadSymbol) -> Double {
      let best = symbol.weight(of: first)
      return distance < 6 ? max(best, symbol.weight(of: second) - distance) : best
    }
  }

  var lead: Lead {
    var lead = Lead(first: winner)
    for (code, value) in excess where code != lead.first {
      let distance = excess[lead.first, default: 0] - value
      if distance < lead.distance || distance == lead.distance && code < lead.second {
        (lead.second, lead.distance) = (code, distance)
      }
    }
    return lead
  }
}
