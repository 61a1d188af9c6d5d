import Filming
import Testing

@testable import Morse

@Suite("Levels that jump")
struct LevelJumpTests {
  private static let message = "MEET ME AT THE OLD HARBOUR"

  /// The text that is read if the level without lamp is `jump` steps higher from `time` on, after a ramp of 0.2 s.
  private func read(jump: Double, at time: (Double) -> Double, seed: Int, lead: Double = 4) throws -> String {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 10)).encode(Self.message)
    var scene = FilmedLight(camera: .init(contrastToNoise: 20))
    scene.sender.lead = lead
    let film = scene.play(keying, seed: seed)
    let (step, time) = (film.frames[0].step, time(film.duration))
    let samples = film.samples.map {
      var sample = $0
      sample.level += jump * step * min(1, max(0, ($0.start - time) / 0.2))
      return sample
    }
    return MorseTests.read(samples).trimmed
  }

  /// The mistakes in four messages.
  private func mistakes(jump: Double, lead: Double = 4, at time: (Double, Int) -> Double) throws -> Int {
    try (0..<4).reduce(0) { sum, seed in
      sum + editDistance(try read(jump: jump, at: { time($0, seed) }, seed: seed, lead: lead), Self.message)
    }
  }

  @Test(
    "Ambient light that is switched during a message costs few characters", arguments: [-3, -1.5, 1.5, 3])
  func during(jump: Double) throws {
    #expect(try mistakes(jump: jump) { 0.3 * $0 + Double($1) } <= 12)
  }

  @Test(
    "Ambient light that is switched before a message costs hardly any characters",
    arguments: [-3, -1.5, 1.5, 3])
  func before(jump: Double) throws {
    #expect(try mistakes(jump: jump, lead: 7) { _, _ in 4 } <= 8)
  }

  @Test("A mark that brightens slowly is no jump of the levels", arguments: [0.0, 1, 2])
  func slowEdge(level: Double) {
    let levels = LampLevels(dark: 0, darkVariance: 0.01, step: 1, stepVariance: 0.01)
    var jump = LevelJump()
    var row = Ticks.Row()
    let frames = [0.0, 0, 0, 0.3, 0.6, 0.3, 0.6, level, level, level]
    let ends = frames.enumerated().map { index, frame in
      row.ended += 1
      row.endedLevel += frame
      // No reading explains a frame between the lamp's levels.
      return jump.hasEnded(
        at: row, progress: -10 * Double(max(0, min(index, 6) - 2)), levels: levels, precision: 200)
    }
    #expect(ends.contains(true) == (level == 2))
  }

  @Test("A lamp that was lit before the message costs hardly any characters", arguments: [2.0, 5.0])
  func litBefore(seconds: Double) throws {
    #expect(try mistakes(jump: -1, lead: seconds + 1.5) { _, _ in seconds } <= 8)
  }
}
