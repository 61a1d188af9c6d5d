import Filming
import Testing

@testable import Morse

@Suite("Confidence")
struct ConfidenceTests {
  /// The confidence of each reported character, and whether it is the character that was sent in the middle of its time.
  private func reportedCharacters(
    _ scene: FilmedLight, at wordsPerMinute: Double, seeds: Range<Int>
  ) throws -> [(confidence: Double, isRight: Bool)] {
    try seeds.flatMap { seed in
      var random = SeededRandom(seed: seed)
      let keying = try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(
        randomMessage(words: 6, using: &random))
      let film = scene.play(keying, seed: seed)
      let sent = film.characters(of: keying)
      return read(film).characters.map { character in
        let middle = (character.start + character.end) / 2
        let isRight = sent.contains { $0.range.contains(middle) && $0.sign == character.sign }
        return (character.confidence, isRight)
      }
    }
  }

  @Test("For an uneven sender and in noise, the share of right characters equals their confidence")
  func honest() throws {
    let all =
      try reportedCharacters(FilmedLight(sender: .init(jitter: 0.2)), at: 10, seeds: 40..<52)
      + reportedCharacters(FilmedLight(camera: .init(contrastToNoise: 3)), at: 15, seeds: 40..<46)
    let mean = all.reduce(0) { $0 + $1.confidence } / Double(all.count)
    let right = Double(all.count(where: \.isRight)) / Double(all.count)
    #expect(abs(mean - right) < 0.04)
    // A mistake without an alternative must not be certain.
    let wrong = all.filter { !$0.isRight }
    #expect(wrong.count > 5)
    #expect(wrong.allSatisfy { $0.confidence < 0.999 })
  }

  @Test("Characters without an alternative are certain, and each further one is more certain")
  func clear() throws {
    let clear = try reportedCharacters(FilmedLight(), at: 12, seeds: 0..<2).map(\.confidence).sorted()
    // If a stall may have changed a dot to a dash, another text can be as likely.
    #expect(clear[0] > 0.8 && clear[clear.count / 10] > 0.98)
    var confidence = CharacterConfidence()
    let growing = (0..<100).map { _ in confidence.confidence(distance: .infinity, fit: 3) }
    #expect(zip(growing, growing.dropFirst()).allSatisfy { $0 < $1 })
    #expect(growing[99] > 0.999)
  }

  @Test("A character whose lengths fit badly is uncertain even without an alternative")
  func misfit() {
    var confidence = CharacterConfidence()
    let fits = [2.0, 0, -2, -5].map { confidence.confidence(distance: .infinity, fit: $0) }
    #expect(zip(fits, fits.dropFirst()).allSatisfy { $0 > $1 })
    #expect(fits[0] > 0.99 && fits[2] < 0.9 && fits[3] >= 0.5)
  }

  @Test("An uncertain character makes the next ones a little less certain")
  func company() {
    var confidence = CharacterConfidence()
    for _ in 0..<50 { _ = confidence.confidence(distance: .infinity, fit: 1) }
    #expect(confidence.confidence(distance: 0, fit: 1) < 0.5)
    let next = confidence.confidence(distance: .infinity, fit: 1)
    #expect(next > 0.9 && next < 0.98)
  }
}
