import Filming
import Foundation
import Frames
import Testing

@testable import Morse

@Suite("Auto exposure that reacts to the lamp")
struct ExposureLoopTests {
  private static let text = "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG"

  /// A lamp that lights the whole scene.
  ///
  /// - Parameter rate: Rate of the gain, per second; 0 = fixed exposure.
  private func film(
    rate: Double, wordsPerMinute: Double = 10, contrastToNoise: Double = 40, seed: Int
  ) throws -> Film {
    let exposure: FilmedLight.AutoExposure? =
      rate > 0 ? .init(weight: 1, timeConstant: 1 / rate, stops: 0, delay: 4) : nil
    let camera = FilmedLight.Camera(contrastToNoise: contrastToNoise, step: 100, autoExposure: exposure)
    return FilmedLight(camera: camera).play(
      try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(Self.text), seed: seed)
  }

  @Test(
    "a gain that compensates for the lamp's light is undone, live and recorded", arguments: [3.0, 6, 10],
    [10.0, 18])
  func undone(rate: Double, wordsPerMinute: Double) throws {
    let film = try film(rate: rate, wordsPerMinute: wordsPerMinute, seed: 3)
    #expect(editDistance(read(film).trimmed, Self.text) <= 1)
    #expect(editDistance(read(film, pace: .live).trimmed, Self.text) <= 2)
  }

  @Test("a gain that recovers within the noise is undone", arguments: [3.0, 6, 10])
  func noisy(rate: Double) throws {
    var mistakes = 0
    for seed in 1...4 {
      let film = try film(rate: rate, wordsPerMinute: 12, contrastToNoise: 10, seed: seed)
      mistakes += editDistance(read(film).trimmed, Self.text)
    }
    #expect(mistakes <= (rate < 10 ? 3 : 14))
  }

  @Test(
    "auto exposure that is switched on or off between messages costs at most two characters",
    arguments: [3.0, 6, 10],
    [10.0, 18])
  func switched(rate: Double, wordsPerMinute: Double) throws {
    for seed in 1...3 {
      let fixed = try film(rate: 0, wordsPerMinute: wordsPerMinute, seed: seed)
      let controlled = try film(rate: rate, wordsPerMinute: wordsPerMinute, seed: seed)
      for (first, second) in [(fixed, controlled), (controlled, fixed)] {
        let text = read(first.samples + later(second, by: first.duration)).trimmed
        #expect(editDistance(text, Self.text + " " + Self.text) <= 2)
      }
    }
  }

  @Test("only the samples since auto exposure is on are undone", arguments: [3.0, 6, 10], [false, true])
  func since(rate: Double, isSwitchedOff: Bool) throws {
    for seed in 1...3 {
      let (fixed, controlled) = (try film(rate: 0, seed: seed), try film(rate: rate, seed: seed))
      let (first, second) = isSwitchedOff ? (controlled, fixed) : (fixed, controlled)
      var loop = ExposureLoop()
      var unread = UnreadSamples()
      for sample in first.samples + later(second, by: first.duration) {
        unread.append(sample)
        if loop.learn(sample) {
          loop.undo(&unread)
        } else {
          unread[unread.endIndex - 1].level = loop.undo(sample)
        }
      }
      // The lamp is dark around the switch, so the control need not be known to the frame.
      let isChanged = unread.map { abs($0.level - $0.received.level) > 1 }
      let (before, after) = (isChanged.prefix(first.samples.count), isChanged.dropFirst(first.samples.count))
      let (on, off) = isSwitchedOff ? (before, after) : (after, before)
      let shares = [on, off].map { Double($0.count { $0 }) / Double($0.count) }
      #expect(shares[0] > 0.6)
      #expect(shares[1] < 0.02)
    }
  }

  @Test(
    "auto exposure that is on during one of three messages costs at most four characters",
    arguments: [6.0, 10],
    [Decoder.Pace.recording, .live])
  func switchedTwice(rate: Double, pace: Decoder.Pace) throws {
    let (fixed, controlled) = (try film(rate: 0, seed: 1), try film(rate: rate, seed: 2))
    let samples =
      fixed.samples + later(controlled, by: fixed.duration)
      + later(fixed, by: fixed.duration + controlled.duration)
    let text = read(samples, pace: pace).trimmed
    let sent = [Self.text, Self.text, Self.text].joined(separator: " ")
    #expect(editDistance(text, sent) <= 4)
  }

  private func later(_ film: Film, by seconds: Double) -> [LightSample] {
    film.samples.map { sample in
      var sample = sample
      sample.start += seconds
      return sample
    }
  }

  @Test("no loop is chosen for a light that drifts and fades")
  func drifting() throws {
    let scene = FilmedLight(
      surroundings: .init(
        lamp: { time, _ in 0.65 + 0.35 * cos(2 * .pi * time / 6) },
        ambient: { time, _ in 0.4 - 0.4 * cos(2 * .pi * time / 20) }),
      camera: .init(contrastToNoise: 40))
    let keying = try Encoder(timing: .itu(wordsPerMinute: 12)).encode(Self.text)
    for seed in 1...3 {
      var loop = ExposureLoop()
      for sample in scene.play(keying, seed: seed).samples {
        let hasLearned = loop.learn(sample)
        #expect(!hasLearned)
      }
    }
  }

  @Test("the evidence stays finite for a lamp thousands of times as bright as the dark")
  func blackBackground() {
    var lamps = ExposedLamps(.none, noise: 0.01)
    var fixed = LampOrWander()
    for frame in 0..<100 {
      let level = frame % 10 < 5 ? 1.0 : 5000
      lamps.observe(Float(level))
      fixed.observe(level, lamp: lamps.density[0])
    }
    #expect(fixed.evidence.isFinite && lamps.evidence[0].isFinite)
  }

  @Test("no loop is chosen under a fixed exposure", arguments: [3.0, 10, 40])
  func fixed(contrastToNoise: Double) throws {
    for seed in 1...3 {
      var loop = ExposureLoop()
      for sample in try film(rate: 0, contrastToNoise: contrastToNoise, seed: seed).samples {
        let hasLearned = loop.learn(sample)
        #expect(!hasLearned)
        let level = loop.undo(sample)
        #expect(level == sample.level)
      }
    }
  }
}
