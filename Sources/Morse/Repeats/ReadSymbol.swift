import Foundation

/// A character or a gap between words as it was read, and what else it may be.
struct ReadSymbol: Sendable {
  /// The node of a code word in the tree; 0 is a gap between words.
  typealias Code = UInt16
  static let gap: Code = 0

  /// What it may be, with the logarithm of how much likelier that is than any symbol of text; the best first.
  let candidates: [(code: Code, weight: Double)]
  /// The same for what is not among them.
  let other: Double
  /// Seconds, on the source's axis.
  let start: Double
  let end: Double

  /// Text has some forty symbols; the likelihood of one that is not known to be likelier or less so.
  private static let usual = 1 / 40.0
  /// No reading is so sure, nor so unsure.
  private static let certainty = 0.03...0.98
  /// How often the second-best reading is right where the best is wrong, and how sure a gap between words is.
  private static let alternativeShare = 0.5
  private static let gapCertainty = 0.9

  init(_ character: DecodedCharacter) {
    let best = min(max(character.confidence, Self.certainty.lowerBound), Self.certainty.upperBound)
    let second = character.alternative.count == 1 ? (1 - best) * Self.alternativeShare : 0
    other = log((1 - best - second) * Self.usual / Self.usual)
    var candidates = [(character.code.node, log(best / Self.usual))]
    if second > 0 { candidates.append((character.alternative[0].node, log(second / Self.usual))) }
    self.candidates = candidates
    (start, end) = (character.start, character.end)
  }

  /// A gap between words.
  init(gapAt time: Double) {
    candidates = [(Self.gap, log(Self.gapCertainty / Self.usual))]
    other = log(1 - Self.gapCertainty)
    (start, end) = (time, time)
  }

  var best: Code { candidates[0].code }

  /// How much likelier it is that this was read where `code` was sent than anywhere, as a logarithm.
  func weight(of code: Code) -> Double { candidates.first { $0.code == code }?.weight ?? other }
}
