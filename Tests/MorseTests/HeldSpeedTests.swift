import Filming
import Frames
import Testing

@testable import Morse

@Suite("Reading at a given speed")
struct HeldSpeedTests {
  private let paris = "PARIS PARIS DE ALDIS"

  private func film(
    _ text: String, at wordsPerMinute: Double, _ scene: FilmedLight = FilmedLight(), seed: Int = 1
  ) throws -> Film {
    scene.play(try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(text), seed: seed)
  }

  /// - Parameter act: An action on the decoder before a sample.
  private func read(
    _ film: Film, at wordsPerMinute: Double? = nil, usesLanguage: Bool = true,
    before act: (inout Decoder, LightSample) -> Void = { _, _ in }
  ) -> Reading {
    var decoder = Decoder(.init(wordsPerMinute: wordsPerMinute, usesLanguage: usesLanguage))
    var reading = Reading()
    for sample in film.samples {
      act(&decoder, sample)
      decoder.receive(sample) { reading.note($0) }
    }
    decoder.finish { reading.note($0) }
    return reading
  }

  @Test("A message within a tenth of the given speed is read", arguments: [11.0, 12, 13])
  func near(given: Double) throws {
    for pace in [0.1, 1, 2] {
      let reading = read(try film(paris, at: 12 * pace), at: given * pace)
      #expect(reading.trimmed == paris)
      #expect(reading.characters.allSatisfy { abs($0.wordsPerMinute / (given * pace) - 1) < 0.11 })
    }
  }

  @Test("If the given speed is twice the true one, the characters have the given speed")
  func far() throws {
    let reading = read(try film(paris, at: 12), at: 24, usesLanguage: false)
    #expect(reading.characters.allSatisfy { abs($0.wordsPerMinute / 24 - 1) < 0.11 })
  }

  @Test("An uneven sender is read as well with a given speed as with a learned one")
  func uneven() throws {
    var errors = (given: 0, learned: 0)
    for wordsPerMinute in [5.0, 10, 15] {
      for seed in 0..<12 {
        var random = SeededRandom(seed: seed)
        let message = randomMessage(words: 6, using: &random)
        let film = try film(message, at: wordsPerMinute, FilmedLight(sender: .init(jitter: 0.2)), seed: seed)
        errors.given += editDistance(read(film, at: wordsPerMinute).trimmed, message)
        errors.learned += editDistance(read(film).trimmed, message)
      }
    }
    #expect(Double(errors.given) < 1.1 * Double(errors.learned))
  }

  @Test("Holding the true speed and releasing it does not change the text")
  func present() throws {
    let reading = read(try film(paris, at: 12)) { decoder, sample in
      if Int(sample.start) == 8 { decoder.holdSpeed(wordsPerMinute: decoder.wordsPerMinute) }
      if Int(sample.start) == 16 { decoder.holdSpeed(wordsPerMinute: nil) }
    }
    #expect(reading.trimmed == paris)
  }

  @Test("After a wrong speed is released, the rest of the message is read")
  func wrong() throws {
    let message = "PARIS PARIS PARIS PARIS PARIS"
    let reading = read(try film(message, at: 12), at: 30) { decoder, sample in
      if sample.start > 12 { decoder.holdSpeed(wordsPerMinute: nil) }
    }
    #expect(reading.trimmed.hasSuffix(" PARIS PARIS"))
  }

  @Test("A speed given before the gate opens applies from the beginning")
  func beginning() throws {
    let reading = read(try film(paris, at: 12), at: 30) { decoder, sample in
      if sample.start > 4 { decoder.holdSpeed(wordsPerMinute: 12) }
    }
    #expect(reading.trimmed == paris)
  }
}
