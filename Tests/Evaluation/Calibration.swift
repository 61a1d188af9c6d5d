import Filming
import Foundation

/// Compares the confidence of characters with how often they are right: with confidence 0.9, nine in ten should be right.
struct Calibration {
  /// Characters of similar confidence.
  struct Bin {
    var range: Range<Double>
    var count = 0
    var right = 0
    var sum = 0.0
    /// Wrong characters that have a second-best reading, and those of them whose second-best reading is right.
    var hasSecond = 0
    var secondRight = 0
  }

  private(set) var bins: [Bin]

  private static let bounds = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0.nextUp]

  init() {
    bins = zip(Self.bounds, Self.bounds.dropFirst()).map { Bin(range: $0..<$1) }
  }

  /// A character is right if the same character was being sent at the middle of its time.
  mutating func add(_ characters: [ReadCharacter], of take: Take) {
    let sent = take.sending.map { take.film.characters(of: $0.keying) } ?? []
    for character in characters {
      guard let bin = bins.firstIndex(where: { $0.range.contains(character.confidence) }) else { continue }
      let middle = (character.start + character.end) / 2
      bins[bin].count += 1
      bins[bin].sum += character.confidence
      if sent.contains(where: { $0.range.contains(middle) && $0.sign == character.character }) {
        bins[bin].right += 1
      } else if let second = character.alternative {
        bins[bin].hasSecond += 1
        // The second-best reading may consist of several characters, also of neighbouring ones.
        let near = sent.indices.filter {
          sent[$0].range.upperBound >= character.start && sent[$0].range.lowerBound <= character.end
        }
        if second.isMade(of: sent.map(\.sign), around: near) { bins[bin].secondRight += 1 }
      }
    }
  }
}

/// A character as `aldis decode --format jsonl` emits it.
struct ReadCharacter: Decodable {
  var character: String
  var start: Double
  var end: Double
  var confidence: Double
  var alternative: String?
}

extension String {
  /// Whether this is the text of the signs at `places`, with or without one more sign before and after them.
  fileprivate func isMade(of signs: [String], around places: [Int]) -> Bool {
    guard let first = places.first, let last = places.last else { return false }
    return [(0, 0), (1, 0), (0, 1), (1, 1)].contains { before, behind in
      let range = max(0, first - before)...min(signs.count - 1, last + behind)
      return signs[range].joined() == self
    }
  }
}
