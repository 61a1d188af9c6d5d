import Filming
import Testing

@testable import Morse

@Suite("Rate at which levels wander")
struct LevelWanderTests {
  /// The rate learned from a random walk of the level, with a mark of 5 frames every 0.4 s and a step of 20.
  private func learned(from rate: Double, noise: Double, marks: Int = 60, seed: Int) -> Double {
    var wander = LevelWander()
    var random = SeededRandom(seed: seed)
    var level = 100.0
    for mark in 0..<marks {
      level += random.normal() * rate * 20 * 0.4.squareRoot()
      let seen = level + random.normal() * noise / 5.0.squareRoot()
      wander.learn(seen, count: 5, at: Double(mark) * 0.4, .dash, noise: noise, step: 20)
    }
    return wander.rate
  }

  @Test("The rate of a random walk is found within a factor of 1.7", arguments: [0.02, 0.05, 0.1, 0.2, 0.4])
  func rate(_ rate: Double) {
    for seed in 0..<5 {
      let learned = learned(from: rate, noise: 0.1, seed: seed)
      #expect(learned > rate / 1.7 && learned < rate * 1.7, "\(learned)")
    }
  }

  @Test("Noise alone gives no wander, for any duration", arguments: [60, 2000])
  func noise(marks: Int) {
    for seed in 0..<5 { #expect(learned(from: 0, noise: 8, marks: marks, seed: seed) < 0.06) }
  }

  @Test("Dots that are dimmer than dashes give no wander")
  func dimDots() {
    var wander = LevelWander()
    for mark in 0..<60 {
      let isDot = mark % 3 == 0
      wander.learn(
        isDot ? 80 : 100, count: 5, at: Double(mark) * 0.4, isDot ? .dot : .dash, noise: 1, step: 100)
    }
    #expect(wander.rate < 0.05)
  }
}
