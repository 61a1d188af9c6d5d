import Foundation
import Testing

@testable import Morse

@Suite("Gaps between characters and between words")
struct GapClassifierTests {
  @Test(
    "A gap that is longer than others separates words if the sender keys evenly",
    arguments: [(0.02, true), (0.3, false)])
  func evenness(variation: Double, isWord: Bool) {
    var classifier = GapClassifier()
    for (index, gap) in [3.0, 3.1, 2.9, 3, 2.95].enumerated() {
      let factor = index % 2 == 0 ? 1 + variation : 1 - variation
      let segments = [1, 1, 3].enumerated().map { place, length in
        MessageGate.Segment(
          isLit: place != 1, length: length * factor, seconds: length * factor / 10, regularity: 0, frames: 20
        )
      }
      classifier.append(segments, of: CodeWord(".-")!)
      classifier.append(gap, space: 0.2)
    }
    #expect(classifier.isWord(4.4) == isWord)
  }

  @Test("A long pause of an even sender is a word gap; an uneven sender also pauses within words")
  func pauses() {
    func odds(evenness: Double) -> Double {
      var classifier = GapClassifier()
      for gap in [2.2, 3.9, 3, 2.6, 3.6, 3.2, 2.4, 4.1, 2.9, 3.3, 2.7, 3.8] {
        classifier.append(3 * pow(gap / 3, evenness), space: 0.2)
      }
      return classifier.odds(ofWordAt: 60)
    }
    #expect(odds(evenness: 0.3) > 2)
    #expect(odds(evenness: 1) < 2)
  }
}
