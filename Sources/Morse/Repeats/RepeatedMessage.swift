import Foundation

/// A message that was sent repeatedly, voted from its repetitions.
public struct RepeatedMessage: Sendable, Equatable {
  /// The words, as code words.
  public var words: [[CodeWord]]
  /// The number of times it was received. The first and the last time may be incomplete.
  public var repetitions: Double
}

extension RepeatedMessage {
  /// The least length of a message in symbols, with gaps between words.
  private static let shortest = 4
  /// The least number of times it must have been received.
  private static let minimumRepetitions = 1.7
  /// The least mean weight of the symbols, in nats. A certain symbol has 3.7.
  private static let minimumAgreement = 0.8
  /// The least share of symbols, beyond chance, that equal the symbol one period later. It is small because a missed symbol
  /// moves the rest. Without this limit, an even smaller share would be surprising in a long text that repeats nothing.
  private static let minimumMatches = 0.1

  /// The message that `symbols` repeat; `nil` if they repeat none.
  init?(_ symbols: ArraySlice<ReadSymbol>) {
    guard symbols.count >= 2 * Self.shortest else { return nil }
    let votes = Self.periods(of: symbols).compactMap { Vote(symbols, period: $0) }
    guard let vote = votes.max(by: { $0.gain < $1.gain }), vote.gain > 0,
      vote.agreement > Self.minimumAgreement,
      Double(symbols.count) / Double(vote.ballots.count) >= Self.minimumRepetitions
    else { return nil }
    words = vote.words
    repetitions = Double(symbols.count) / Double(vote.ballots.count)
    guard words.joined().count >= 2 else { return nil }
  }

  /// The distances, in symbols, at which symbols repeat more often than by chance.
  private static func periods(of symbols: ArraySlice<ReadSymbol>) -> [Int] {
    let codes = symbols.map(\.best)
    let longest = Int(Double(codes.count) / minimumRepetitions)
    guard longest >= shortest else { return [] }
    var counts: [ReadSymbol.Code: Double] = [:]
    for code in codes { counts[code, default: 0] += 1 }
    let total = Double(codes.count)
    let chance = counts.values.reduce(0) { $0 + ($1 / total) * ($1 / total) }
    let matches = (0...longest + 2).map { lag in
      lag < codes.count ? Double(zip(codes, codes.dropFirst(lag)).count { $0 == $1 }) : 0
    }
    func surprise(_ lag: Int) -> Double {
      // Missing and extra symbols move some of the matches to the neighbouring lags.
      let near = max(shortest, lag - 1)...min(longest + 2, lag + 1)
      let expected = near.reduce(0.0) { $0 + (total - Double($1)) * chance }
      let found = near.reduce(0.0) { $0 + matches[$1] }
      guard found - expected > minimumMatches * (total - Double(lag)) else { return 0 }
      return (found - expected) / (expected * (1 - chance)).squareRoot()
    }
    let surprises = (shortest...longest).map { (lag: $0, surprise: surprise($0)) }
    let likely = surprises.filter { $0.surprise > 3 }.sorted { $0.surprise > $1.surprise }.prefix(10).map(
      \.lag)
    // A period may contain the message two or three times.
    let parts: [Int] = likely.prefix(3).flatMap { [$0 / 2, $0 / 2 + 1, $0 / 3, $0 / 3 + 1] }
    return Set(likely + parts).filter { $0 >= shortest }.sorted()
  }
}

/// The vote on the text of a message, from all its readings.
private struct Vote {
  private(set) var ballots: [Ballot]
  /// How much likelier the readings are if the message was sent, in nats per symbol.
  private(set) var agreement = 0.0
  /// The same in total, in nats.
  private var score = 0.0
  /// The position in the message at which the readings begin.
  private var first = 0

  private static let rounds = 5
  /// The cost of describing a symbol of a message, in nats: the logarithm of about forty. A message twice as long explains
  /// reading errors a little better, but costs twice as much to describe (Rissanen's minimum description length).
  private static let symbolCost = 3.7

  var gain: Double { score - Self.symbolCost * Double(ballots.count) }

  init?(_ symbols: ArraySlice<ReadSymbol>, period: Int) {
    // The middle has the fewest errors: the sender's speed is known, and the end is not near.
    let start = symbols.startIndex + (symbols.count - period) / 2
    ballots = symbols[start..<start + period].map(Ballot.init)
    var last: [ReadSymbol.Code] = []
    for _ in 0..<Self.rounds {
      let alignment = RingAlignment(symbols, along: ballots)
      count(symbols, alignment.places)
      guard ballots.count >= 2 else { return nil }
      let codes = ballots.map(\.winner)
      if codes == last { break }
      last = codes
    }
    let alignment = RingAlignment(symbols, along: ballots, isDecided: true)
    score = alignment.score
    agreement = score / Double(symbols.count)
    for case .on(let place) in alignment.places.prefix(1) { first = place }
  }

  /// Counts the votes of all symbols at their positions. A position without a symbol in most repetitions is removed. One is
  /// inserted where most repetitions have an extra symbol.
  private mutating func count(_ symbols: ArraySlice<ReadSymbol>, _ places: [RingAlignment.Place]) {
    let size = ballots.count
    var counted = [Ballot](repeating: Ballot(), count: size)
    var extra = [Ballot](repeating: Ballot(), count: size)
    var last: Int?
    var end = symbols.first?.start ?? 0
    var isBehind = false
    for (symbol, place) in zip(symbols, places) {
      switch place {
      case .on(let place):
        if let last {
          var missed = (last + 1) % size
          while missed != place {
            counted[missed].miss()
            missed = (missed + 1) % size
          }
          if !isBehind { extra[last].miss() }
        }
        counted[place].take(symbol, pause: max(0, symbol.start - end))
        last = place
        isBehind = false
      case .behind(let place):
        // Of several extra symbols only the first is counted. The next round may add the others.
        if !isBehind { extra[place].take(symbol, pause: max(0, symbol.start - end)) }
        isBehind = true
      }
      end = symbol.end
    }
    var elected: [Ballot] = []
    for place in 0..<size {
      if counted[place].isElected { elected.append(counted[place]) }
      if extra[place].isElected { elected.append(extra[place]) }
    }
    ballots = elected
  }

  /// The words from the beginning of the message: after the longest pause, if one is longer than the others; else from the word
  /// in which the reading began.
  var words: [[CodeWord]] {
    var codes = ballots.map(\.winner)
    codes = Array(codes[beginning...] + codes[..<beginning])
    return codes.split(separator: ReadSymbol.gap).map { $0.compactMap { CodeWord(node: Int($0)) } }
  }

  private var beginning: Int {
    let pauses = ballots.map { $0.read > 0 ? $0.pause / Double($0.read) : 0 }
    let longest = pauses.indices.max { pauses[$0] < pauses[$1] } ?? 0
    let second = pauses.indices.filter { $0 != longest }.map { pauses[$0] }.max() ?? 0
    if pauses[longest] > 1.4 * second { return longest }
    let codes = ballots.map(\.winner)
    var begin = first < codes.count ? first : 0
    if codes.contains(ReadSymbol.gap) {
      while codes[(begin + codes.count - 1) % codes.count] != ReadSymbol.gap {
        begin = (begin + codes.count - 1) % codes.count
      }
    }
    return begin
  }
}
