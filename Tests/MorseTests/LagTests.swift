import Filming
import Frames
import Testing

@testable import Morse

@Suite("Lamps and cameras that lag behind the key")
struct LagTests {
  private let message = "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG 0123456789"

  private func film(_ wordsPerMinute: Double, _ scene: FilmedLight, seed: Int = 1) throws -> Film {
    scene.play(try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(message), seed: seed)
  }

  private func learned(from film: Film) -> Lag {
    var lag = Lag()
    for sample in film.samples { _ = lag.learn(sample) }
    return lag
  }

  @Test(
    "the share of the previous picture that a camera mixes in is measured",
    arguments: [0.4, 0.5, 0.6, 0.7, 0.8])
  func blend(share: Double) throws {
    let lag = learned(from: try film(10, FilmedLight(camera: .init(contrastToNoise: 50, blend: share))))
    #expect(abs(lag.brightening - share) < 0.11)
    #expect(abs(lag.darkening - share) < 0.11)
  }

  @Test("a lamp that lights at once and cools slowly lags only when darkening")
  func filament() throws {
    let lag = learned(from: try film(8, FilmedLight(surroundings: .init(fall: 0.1))))
    #expect(lag.brightening == 0)
    // exp(-1/30 / 0.1) = 0.717.
    #expect(abs(lag.darkening - 0.717) < 0.11)
  }

  @Test(
    "light without lag is not changed",
    arguments: [1.0, 5, 12, 20, 25, 36], [Double.infinity, 20, 5])
  func none(wordsPerMinute: Double, contrastToNoise: Double) throws {
    for exposure in [0.3, 0.95] {
      let scene = FilmedLight(camera: .init(exposure: exposure, contrastToNoise: contrastToNoise))
      var lag = learned(from: try film(wordsPerMinute, scene))
      #expect(lag.brightening == 0 && lag.darkening == 0)
      let samples = try film(wordsPerMinute, scene).samples
      lag.pause()
      #expect(samples.map { lag.undo($0) } == samples)
    }
  }

  @Test(
    "the mean of several pictures does not count as lag",
    arguments: [2, 3])
  func means(pictures: Int) throws {
    for wordsPerMinute in [10.0, 12, 13, 15] {
      let samples = try film(wordsPerMinute, FilmedLight(camera: .init(contrastToNoise: 40))).samples
      let means = samples.indices.map { index in
        let last = samples[max(0, index - pictures + 1)...index]
        var mean = samples[index]
        mean.level = last.reduce(0) { $0 + $1.level } / Double(last.count)
        return mean
      }
      #expect(read(means).trimmed == message)
      #expect(read(means, pace: .live).trimmed == message)
    }
  }

  @Test("with the exact share the light is restored exactly")
  func undone() throws {
    let prompt = try film(10, FilmedLight())
    let blended = try film(10, FilmedLight(camera: .init(blend: 0.5)))
    var lag = learned(from: blended)
    try #require(abs(lag.brightening - 0.5) < 1e-9 && abs(lag.darkening - 0.5) < 1e-9)
    lag.pause()
    for (was, sample) in zip(prompt.samples, blended.samples) {
      #expect(abs(lag.undo(sample).level - was.level) < 1e-6)
    }
  }

  @Test("extreme levels and times are not changed", arguments: [1e-300, 1e150, 1e200, 1.7e308])
  func absurd(scale: Double) {
    var lag = Lag()
    var random = SeededRandom(seed: 1)
    for index in 0..<400 {
      let time = index % 7 == 0 ? Double(index - 1) : Double(index)
      let level = scale * Double.random(in: -1...1, using: &random)
      let sample = LightSample(torch: TorchID(0), start: time, exposure: 0.5, level: level, noise: 0)
      _ = lag.learn(sample)
      #expect(lag.undo(sample).level == level)
    }
  }

  @Test(
    "a filament that looks white while it cools is read, though its marks are longer and its gaps shorter by half a unit",
    arguments: [(6.7, 0.07), (4.8, 0.1)])
  func whiteFilament(wordsPerMinute: Double, fall: Double) throws {
    let scene = FilmedLight(
      surroundings: .init(rise: 0.05, fall: fall),
      camera: .init(contrastToNoise: 640, step: 640, white: 0.25))
    var (exact, count) = (0, 0)
    for message in ["HELLO WORLD", "SOS HELP", "MEET ME AT SIX", "PARIS CALLING"] {
      let keying = try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(message)
      for seed in 1...3 {
        exact += read(scene.play(keying, seed: seed)).trimmed == message ? 1 : 0
        count += 1
      }
    }
    // Some of the first readings take the dots for dashes.
    #expect(exact >= count - 3)
  }

  @Test(
    "a lamp that starts late by half a dot or more is read, though its dashes seem five dots long",
    arguments: [0.5, 0.6])
  func lateLamp(units: Double) throws {
    for message in ["SOS SOS SOS", "HELLO WORLD", "TWO MEN HURT", "MEET ME AT NINE"] {
      let scene = FilmedLight(sender: .init(bloom: -units * 0.3), camera: .init(contrastToNoise: 20))
      let keying = try Encoder(timing: .itu(wordsPerMinute: 4)).encode(message)
      for seed in 1...2 { #expect(read(scene.play(keying, seed: seed)).trimmed == message) }
    }
  }

  @Test(
    "light with lag is read, live and recorded, without lost or repeated characters",
    arguments: [
      (12, FilmedLight(camera: .init(contrastToNoise: 20, blend: 0.7))),
      (15, FilmedLight(camera: .init(contrastToNoise: 20, blend: 0.7))),
      (20, FilmedLight(camera: .init(contrastToNoise: 20, blend: 0.5))),
      (2, FilmedLight(surroundings: .init(rise: 0.15, fall: 0.15), camera: .init(contrastToNoise: 20))),
      (5, FilmedLight(surroundings: .init(rise: 0.15, fall: 0.15), camera: .init(contrastToNoise: 20))),
      (12, FilmedLight(surroundings: .init(rise: 0.06, fall: 0.06), camera: .init(contrastToNoise: 20))),
    ])
  func reading(wordsPerMinute: Double, scene: FilmedLight) throws {
    for seed in 1...3 {
      for pace in [Decoder.Pace.live, .recording] {
        let reading = read(try film(wordsPerMinute, scene, seed: seed), pace: pace)
        #expect(reading.trimmed == message)
        #expect(zip(reading.characters, reading.characters.dropFirst()).allSatisfy { $0.end < $1.start })
      }
    }
  }
}
