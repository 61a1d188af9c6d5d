import Filming
import Foundation
import Testing

@testable import Morse

@Suite("Light that a hand covers")
struct CoveredLightTests {
  private static let message = "SEND WATER"

  /// A light of which the hand lets a part pass that varies slowly, and whose edges are soft: averaged twice over `edge`
  /// seconds.
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
}
