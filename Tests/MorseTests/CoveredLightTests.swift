import Filming
import Foundation
import Testing

@testable import Morse

@Suite("Light that a hand covers")
struct CoveredLightTests {
  private static let message = "SEND WATER"

  /// The text that is read from a light that a hand covers. The part of the light that the hand lets pass varies slowly. The
  /// edges are soft: averaged twice over `edge` seconds.
  private func read(edge: Double, seed: Int) throws -> String {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 8)).encode(Self.message)
    var scene = FilmedLight(camera: .init(contrastToNoise: 50))
    scene.sender.lead = 4
    scene.sender.jitter = 0.08
    let film = scene.play(keying, seed: seed)
    let width = max(1, Int((edge / film.frameTime).rounded()))
    func smoothed(_ lit: [Double]) -> [Double] {
      lit.indices.map { index in
        let around = lit[max(0, index - width / 2)..<min(lit.count, index - width / 2 + width)]
        return around.reduce(0, +) / Double(around.count)
      }
    }
    let lit = smoothed(smoothed(film.frames.map(\.lit)))
    let samples = film.samples.indices.map { index in
      var sample = film.samples[index]
      let frame = film.frames[index]
      let passing = 0.3 + 0.2 * sin(1.7 * sample.start + Double(seed)) * sin(0.61 * sample.start)
      let strength = 1 - 0.08 * abs(sin(2.3 * sample.start + Double(seed)))
      let covered = passing + (1 - passing) * lit[index] * strength
      sample.level += frame.step * (covered - frame.lit)
      return sample
    }
    return MorseTests.read(samples).trimmed
  }

  @Test("is read, although the dark level varies and edges are soft", arguments: [0.07, 0.14])
  func covered(edge: Double) throws {
    let mistakes = try (0..<12).reduce(0) { sum, seed in
      sum + editDistance(try read(edge: edge, seed: seed), Self.message)
    }
    #expect(mistakes <= 18)
  }

  /// A clear light that glows and fades evenly, each for `edge` seconds.
  private func readFading(_ message: String, edge: Double, seed: Int) throws -> String {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 5)).encode(message)
    var scene = FilmedLight(camera: .init(contrastToNoise: 40))
    scene.sender.jitter = 0.1
    let film = scene.play(keying, seed: seed)
    let step = 0.001
    var (light, time) = (0.0, 0.0)
    var marks = film.marks[...]
    let samples = zip(film.samples, film.frames).map { sample, frame in
      var (sum, count) = (0.0, 0.0)
      while time < frame.start + frame.exposure {
        while let mark = marks.first, mark.upperBound < time { marks.removeFirst() }
        let isLit = marks.first?.contains(time) ?? false
        light = min(1, max(0, light + (isLit ? step : -step) / edge))
        if time >= frame.start { (sum, count) = (sum + light, count + 1) }
        time += step
      }
      var sample = sample
      sample.level += frame.step * ((count > 0 ? sum / count : light) - frame.lit)
      return sample
    }
    return MorseTests.read(samples).trimmed
  }

  @Test("is read if it is clear, and its edges are nearly as long as dots", arguments: [0.19, 0.24])
  func fading(edge: Double) throws {
    var (exact, count) = (0, 0)
    for message in ["SEND PIZZA", "MEET AT NINE", "SOS SOS SOS", "HELLO WORLD"] {
      for seed in 1...3 {
        exact += try readFading(message, edge: edge, seed: seed) == message ? 1 : 0
        count += 1
      }
    }
    #expect(exact >= count - 3)
  }
}
