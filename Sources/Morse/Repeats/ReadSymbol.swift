import Foundation

/// A character or a gap between words as it was read, with its alternatives.
struct ReadSymbol: Sendable {
  /// The node of a code word in the tree; 0 is a gap between words.
  typealias Code = UInt16
  static let gap: Code = 0

  /// The codes that it may be, each with the logarithm of how much likelier it is than an average symbol of text; the best
  /// first.
  let candidates: [(code: Code, weight: Double)]
  /// The weight of each code that is not a candidate.
  let other: Double
  /// Seconds, on the source's axis.
  let start: Double
  let end: Double

  /// The probability of an average symbol: text has about forty.
  private static let averageProbability = 1 / 40.0
  /// The confidence of a reading is limited to this range.
  private static let confidenceRange = 0.03...0.98
  /// The probability that the second-best reading is right if the best is wrong.
  private static let alternativeShare = 0.5
  /// The probability that a gap between words is right.
  private static let gapConfidence = 0.9

  init(_ character: DecodedCharacter) {
    let best = min(
      max(character.confidence, Self.confidenceRange.lowerBound), Self.confidenceRange.upperBound)
    let second = character.alternative.count == 1 ? (1 - best) * Self.alternativeShare : 0
    // Each other code has its average share of the remaining probability.
    other = log(1 - best - second)
    var candidates = [(character.code.node, log(best / Self.averageProbability))]
    if second > 0 {
      candidates.append((character.alternative[0].node, log(second / Self.averageProbability)))
    }
    self.candidates = candidates
    (start, end) = (character.start, character.end)
  }

  /// A gap between words.
  init(gapAt time: Double) {
    candidates = [(Self.gap, log(Self.gapConfidence / Self.averageProbability))]
    other = log(1 - Self.gapConfidence)
    (start, end) = (time, time)
  }

  var best: Code { candidates[0].code }

  /// The logarithm of how much likelier this is read where `code` was sent than elsewhere.
  func weight(of code: Code) -> Double { candidates.first { $0.code == code }?.weight ?? other }
}
