import Foundation

/// What was read in one place of a message in all its repetitions.
struct Ballot: Sendable {
  typealias Code = ReadSymbol.Code

  /// Summed weights of what was a candidate at least once, less what it would have if it never was.
  private var excess: [Code: Double] = [:]
  private var other = 0.0
  /// How often something was read here, and how often nothing was, though before and behind there was.
  private(set) var read = 0
  private(set) var missed = 0
  /// The dark before it, in seconds, summed.
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

  /// What was sent here, most probably.
  var winner: Code {
    // Of equals the lower code, that the same votes give the same text every time.
    excess.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ReadSymbol.gap
  }

  /// Whether there is anything here at all.
  var isElected: Bool { read > missed }

  /// The two with the most votes, and how far the second is behind.
  struct Lead: Sendable {
    fileprivate var first = ReadSymbol.gap
    fileprivate var second = ReadSymbol.gap
    fileprivate var distance = Double.infinity

    /// As if nobody had voted for the second.
    var decided: Lead { Lead(first: first) }

    /// The logarithm of how much likelier `symbol` is here than anywhere: a few votes leave doubt about the winner.
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
