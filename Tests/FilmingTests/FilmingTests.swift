import Filming
import Foundation
import Morse
import Testing

@Suite("Filming")
struct FilmingTests {
  private let keying = Result {
    try Encoder(timing: .itu(wordsPerMinute: 12)).encode("PARIS PARIS PARIS PARIS")
  }

  private func film(_ scene: FilmedLight = FilmedLight(), seed: Int = 1) throws -> Film {
    scene.play(try keying.get(), seed: seed)
  }

  private func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
  }

  @Test("the same seed makes the same film, another seed another")
  func seeds() throws {
    let scene = FilmedLight(hand: .init(jitter: 0.1), camera: .init(contrastToNoise: 5, lost: 0.1))
    #expect(try film(scene).csv == film(scene).csv)
    #expect(try film(scene).csv != film(scene, seed: 2).csv)
  }

  @Test(
    "all exposures together saw the lamp for as long as it was on, but for the time between them",
    arguments: [0.3, 1])
  func light(exposure: Double) throws {
    let film = try film(FilmedLight(camera: .init(exposure: exposure)))
    let on = film.marks.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    let seen = film.frames.reduce(0) { $0 + $1.lit * $1.exposure }
    #expect(abs(seen / exposure - on) < (exposure == 1 ? 1e-6 : 0.2))
  }

  @Test("noise has the deviation it was given, and is the only difference")
  func noise() throws {
    let film = try film(FilmedLight(camera: .init(contrastToNoise: 5)))
    let noise = film.frames.map { $0.level - $0.dark - $0.step * $0.lit }
    #expect(abs(deviation(noise) - 8) < 0.8)
    #expect(film.noise == 8)
  }

  @Test(
    "the mains' flicker comes through an exposure as its integral, and shifted to the rate that a camera sees"
  )
  func flicker() throws {
    // 100 times a second at 30 frames a second is every third frame's phase again.
    let film = try film(FilmedLight(surroundings: .init(flicker: .init(hertz: 100, amplitude: 1))))
    let dark = film.frames.map(\.dark)
    for (a, b) in zip(dark, dark.dropFirst(3)) { #expect(abs(a - b) < 1e-6) }
    // Half of 1/30 s holds 5/3 turns: |sin(5/3 pi)| / (5/3 pi) = 0.1654 is left of a sine, whose deviation is its 0.7071.
    #expect(abs(deviation(dark) - 40 * 0.1654 * 0.7071) < 0.1)
    // An exposure of a whole turn sees nothing of it.
    let whole = try self.film(
      FilmedLight(
        surroundings: .init(flicker: .init(hertz: 100, amplitude: 1)), camera: .init(exposure: 0.3)))
    #expect(deviation(whole.frames.map(\.dark)) < 1e-9)
  }

  @Test("frames are lost and frozen as often as was said")
  func frames() throws {
    let all = try film().frames.count
    let lost = try film(FilmedLight(camera: .init(lost: 0.2))).frames.count
    #expect(abs(Double(lost) / Double(all) - 0.8) < 0.05)
    let frozen = try film(FilmedLight(camera: .init(contrastToNoise: 10, frozen: 0.2))).frames
    #expect(abs(Double(frozen.count { $0.isCopy }) / Double(all) - 0.2) < 0.05)
    for (before, frame) in zip(frozen, frozen.dropFirst()) where frame.isCopy {
      #expect(frame.level == before.level)
    }
  }

  @Test("levels are multiples of the quantum")
  func quantum() throws {
    let film = try film(FilmedLight(camera: .init(contrastToNoise: 10, step: 3, quantum: 0.5)))
    #expect(film.frames.allSatisfy { $0.level * 2 == ($0.level * 2).rounded() })
  }

  @Test("times run on, whatever is wrong with the clock")
  func times() throws {
    let film = try film(FilmedLight(camera: .init(unevenness: 0.5, stampError: 0.02, pace: { _, _ in 0.7 })))
    for (a, b) in zip(film.frames, film.frames.dropFirst()) { #expect(a.start < b.start) }
  }

  @Test("an uneven hand varies every mark, bloom lengthens them, haste shortens them")
  func hand() throws {
    func marks(_ hand: FilmedLight.Hand) throws -> [Double] {
      try film(FilmedLight(hand: hand)).marks.map { $0.upperBound - $0.lowerBound }
    }
    let even = try marks(.init())
    let uneven = zip(try marks(.init(jitter: 0.1)), even).map { $0 / $1 }
    #expect(abs(deviation(uneven) - 0.1) < 0.03)
    for (bloomed, mark) in zip(try marks(.init(bloom: 0.02)), even) {
      #expect(abs(bloomed - mark - 0.02) < 1e-9)
    }
    for (hasty, mark) in zip(try marks(.init(haste: { _, _ in 2 })), even) {
      #expect(abs(hasty - mark / 2) < 1e-9)
    }
  }

  @Test("an exposure that follows the picture goes down while the lamp is on, in steps, and comes back")
  func autoExposure() throws {
    let film = try film(FilmedLight(camera: .init(autoExposure: .init(weight: 1, stops: 0.25))))
    let gains = film.frames.map { log2($0.step / 40) }
    for gain in gains { #expect(abs(gain * 4 - (gain * 4).rounded()) < 1e-9) }
    #expect(gains.first == 0)
    #expect(gains.min() ?? 0 < -0.4)
    #expect(gains.last == 0)
  }

  @Test("a random message is of some 40 to 60 characters that can be sent and come back as they are")
  func messages() throws {
    for seed in 0..<50 {
      var random = SeededRandom(seed: seed)
      let message = randomMessage(using: &random)
      #expect((40...62).contains(message.count))
      let sent = try Encoder(timing: .morseTorch).encode(message).characters
      #expect(sent.map(\.sign).joined() == message.filter { $0 != " " })
      #expect(sent.allSatisfy { Alphabet.international.sign(for: $0.code) == $0.sign })
    }
  }
}
