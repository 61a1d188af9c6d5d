import Filming
import Light
import Morse
import Testing

@Suite("Reading edges")
struct EdgeDecoderTests {
  @Test(
    "Every speed from 3 to 30 words a minute is read without a mistake, exposure half a frame or a whole one",
    arguments: [3.0, 4, 5, 6, 8, 10, 12, 15, 18, 20, 25])
  func everySpeed(wordsPerMinute: Double) throws {
    for exposure in [0.5, 1.0] {
      for seed in 0..<2 {
        var random = SeededRandom(seed: seed)
        let message = randomMessage(words: 6, using: &random)
        let keying = try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(message)
        let film = FilmedLight(camera: .init(exposure: exposure)).play(keying, seed: seed)
        #expect(readEdges(film).trimmed == message)
      }
    }
  }

  @Test(
    "Stretched spacing is read as spacing",
    arguments: [
      Timing.farnsworth(character: 18, overall: 8), .farnsworth(character: 15, overall: 5), .morseTorch,
    ])
  func stretched(timing: Timing) throws {
    for seed in 0..<2 {
      var random = SeededRandom(seed: seed)
      let message = randomMessage(words: 6, using: &random)
      let film = FilmedLight().play(try Encoder(timing: timing).encode(message), seed: seed)
      // Until the first gaps of both kinds are seen, a wide character gap may pass for a word's.
      #expect(editDistance(readEdges(film).trimmed, message) <= 3)
    }
  }

  @Test(
    "A start of only dots or only dashes is read",
    arguments: ["EISH5 PARIS 73", "TTT DE W1AW", "SOS SOS DE ALDIS"])
  func oneSidedStart(message: String) throws {
    for wordsPerMinute in [5.0, 12, 20] {
      let film = FilmedLight().play(
        try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(message), seed: 1)
      #expect(readEdges(film).trimmed == message)
    }
  }

  @Test("A hand that varies every length by a tenth costs less than one character in a hundred")
  func jitter() throws {
    var errors = 0
    var total = 0
    for wordsPerMinute in [5.0, 10, 15] {
      for seed in 0..<2 {
        var random = SeededRandom(seed: seed)
        let message = randomMessage(words: 6, using: &random)
        let keying = try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(message)
        let film = FilmedLight(hand: .init(jitter: 0.1)).play(keying, seed: seed)
        errors += editDistance(readEdges(film).trimmed, message)
        total += message.count
      }
    }
    #expect(Double(errors) <= 0.01 * Double(total))
  }

  @Test("The speed is found", arguments: [3.0, 8, 20])
  func speed(wordsPerMinute: Double) throws {
    let keying = try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode("PARIS PARIS")
    var decoder = Decoder()
    for edge in FilmedLight().play(keying, seed: 1).edges { decoder.receive(edge) { _ in } }
    decoder.finish { _ in }
    let found = try #require(decoder.wordsPerMinute)
    #expect(abs(found / wordsPerMinute - 1) < 0.05)
  }
}
