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

  @Test("equal seeds give equal films, different seeds different ones")
  func seeds() throws {
    let scene = FilmedLight(sender: .init(jitter: 0.1), camera: .init(contrastToNoise: 5, lost: 0.1))
    #expect(try film(scene).csv == film(scene).csv)
    #expect(try film(scene).csv != film(scene, seed: 2).csv)
  }

  @Test(
    "the lit time in all exposures is the time that the lamp was on, without the time between exposures",
    arguments: [0.3, 1])
  func light(exposure: Double) throws {
    let film = try film(FilmedLight(camera: .init(exposure: exposure)))
    let on = film.marks.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    let seen = film.frames.reduce(0) { $0 + $1.lit * $1.exposure }
    #expect(abs(seen / exposure - on) < (exposure == 1 ? 1e-6 : 0.2))
  }

  @Test("noise has the given deviation, and is the only error")
  func noise() throws {
    let film = try film(FilmedLight(camera: .init(contrastToNoise: 5)))
    let noise = film.frames.map { $0.level - $0.dark - $0.step * $0.lit }
    #expect(abs(deviation(noise) - 8) < 0.8)
    #expect(film.noise == 8)
  }

  @Test(
    "mains flicker is integrated over each exposure, and aliased by the frame rate"
  )
  func flicker() throws {
    // At 30 frames a second, flicker of 100 Hz has the same phase in every third frame.
    let film = try film(FilmedLight(surroundings: .init(flicker: .init(hertz: 100, amplitude: 1))))
    let dark = film.frames.map(\.dark)
    for (a, b) in zip(dark, dark.dropFirst(3)) { #expect(abs(a - b) < 1e-6) }
    // Half of 1/30 s is 5/3 periods: a sine is reduced to |sin(5/3 pi)| / (5/3 pi) = 0.1654. The deviation of a sine is 0.7071.
    #expect(abs(deviation(dark) - 40 * 0.1654 * 0.7071) < 0.1)
    // An exposure of a whole period removes the flicker.
    let whole = try self.film(
      FilmedLight(
        surroundings: .init(flicker: .init(hertz: 100, amplitude: 1)), camera: .init(exposure: 0.3)))
    #expect(deviation(whole.frames.map(\.dark)) < 1e-9)
  }

  @Test("frames are lost and frozen with the given shares")
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

  @Test("times increase even with jitter and a wrong frame rate")
  func times() throws {
    let film = try film(
      FilmedLight(camera: .init(unevenness: 0.5, stampError: 0.02, rateFactor: { _, _ in 0.7 })))
    for (a, b) in zip(film.frames, film.frames.dropFirst()) { #expect(a.start < b.start) }
  }

  @Test("jitter varies every mark, bloom lengthens marks, and a higher speed shortens them")
  func sender() throws {
    func marks(_ sender: FilmedLight.Sender) throws -> [Double] {
      try film(FilmedLight(sender: sender)).marks.map { $0.upperBound - $0.lowerBound }
    }
    let even = try marks(.init())
    let uneven = zip(try marks(.init(jitter: 0.1)), even).map { $0 / $1 }
    #expect(abs(deviation(uneven) - 0.1) < 0.03)
    for (bloomed, mark) in zip(try marks(.init(bloom: 0.02)), even) {
      #expect(abs(bloomed - mark - 0.02) < 1e-9)
    }
    for (fast, mark) in zip(try marks(.init(speedFactor: { _, _ in 2 })), even) {
      #expect(abs(fast - mark / 2) < 1e-9)
    }
  }

  @Test("auto exposure lowers the gain in steps while the lamp is on, and raises it again")
  func autoExposure() throws {
    let film = try film(FilmedLight(camera: .init(autoExposure: .init(weight: 1, stops: 0.25))))
    let gains = film.frames.map { log2($0.step / 40) }
    for gain in gains { #expect(abs(gain * 4 - (gain * 4).rounded()) < 1e-9) }
    #expect(gains.first == 0)
    #expect(gains.min() ?? 0 < -0.4)
    #expect(gains.last == 0)
  }

  @Test("a random message has about 40 to 60 characters, which can all be sent and read")
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
