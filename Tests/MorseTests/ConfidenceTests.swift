import Filming
import Testing

@testable import Morse

@Suite("Confidence")
struct ConfidenceTests {
  /// A character as it was told, and whether it is what was sent in the middle of its time.
  private typealias Told = (confidence: Double, isRight: Bool)

  private func told(
    _ scene: FilmedLight, at wordsPerMinute: Double, seeds: Range<Int>
  ) throws -> [Told] {
    try seeds.flatMap { seed in
      var random = SeededRandom(seed: seed)
      let keying = try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(
        randomMessage(words: 6, using: &random))
      let film = scene.play(keying, seed: seed)
      var marks = film.marks[...]
      let sent = keying.characters.map { character in
        let own = marks.prefix(character.code.count)
        marks = marks.dropFirst(own.count)
        return (character.sign, own[own.startIndex].lowerBound...own[own.endIndex - 1].upperBound)
      }
      return read(film).characters.map { character in
        let middle = (character.start + character.end) / 2
        return (character.confidence, sent.contains { $0.1.contains(middle) && $0.0 == character.sign })
      }
    }
  }

  @Test("Of characters read from an uneven hand and from noise, as many are right as their confidence says")
  func honest() throws {
    let all =
      try told(FilmedLight(hand: .init(jitter: 0.2)), at: 10, seeds: 40..<52)
      + told(FilmedLight(camera: .init(contrastToNoise: 3)), at: 15, seeds: 40..<46)
    let mean = all.reduce(0) { $0 + $1.confidence } / Double(all.count)
    let right = Double(all.count(where: \.isRight)) / Double(all.count)
    #expect(abs(mean - right) < 0.04)
    // A mistake may have no rival, and is not certain for that.
    let wrong = all.filter { !$0.isRight }
    #expect(wrong.count > 5)
    #expect(wrong.allSatisfy { $0.confidence < 0.999 })
  }

  @Test("What nothing speaks against is sure, and the surer the longer nothing did")
  func clear() throws {
    let clear = try told(FilmedLight(), at: 12, seeds: 0..<2).map(\.confidence).sorted()
    #expect(clear[0] > 0.8 && clear[clear.count / 10] > 0.98)
    var sureness = Sureness()
    let course = (0..<100).map { _ in sureness.confidence(distance: .infinity, fit: 3) }
    #expect(zip(course, course.dropFirst()).allSatisfy { $0 < $1 })
    #expect(course[99] > 0.999)
  }

  @Test("A character whose lengths fit badly is doubtful without a rival")
  func misfit() {
    var sureness = Sureness()
    let fits = [2.0, 0, -2, -5].map { sureness.confidence(distance: .infinity, fit: $0) }
    #expect(zip(fits, fits.dropFirst()).allSatisfy { $0 > $1 })
    #expect(fits[0] > 0.99 && fits[2] < 0.9 && fits[3] >= 0.5)
  }

  @Test("A doubtful character makes those after it a little doubtful")
  func company() {
    var sureness = Sureness()
    for _ in 0..<50 { _ = sureness.confidence(distance: .infinity, fit: 1) }
    #expect(sureness.confidence(distance: 0, fit: 1) < 0.5)
    let next = sureness.confidence(distance: .infinity, fit: 1)
    #expect(next > 0.9 && next < 0.98)
  }
}
