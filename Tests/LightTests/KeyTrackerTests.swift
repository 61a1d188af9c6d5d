import Frames
import Testing

@testable import Light

@Suite("A light that is noisier when lit than when dark")
struct KeyTrackerTests {
  /// A tracker of dark 100 and bright 200 that has seen ten marks at 30 frames a second.
  private func tracker(noise: (dark: Double, lit: Double)) -> KeyTracker {
    var random = SplitMix64(seed: 3)
    var tracker = KeyTracker(.init(dark: 100, step: 100, noise: noise.lit), noiseFloor: 0.1)
    for frame in 0..<630 {
      let isLit = frame / 30 % 2 == 1
      let level = isLit ? 200 + noise.lit * random.gaussian() : 100 + noise.dark * random.gaussian()
      _ = tracker.take(Reading(start: Double(frame) / 30, exposure: 1.0 / 60, level: level))
    }
    return tracker
  }

  @Test("is reported on a scale with equal noise that keeps dark and bright")
  func stabilized() {
    let tracker = tracker(noise: (10, 30))
    let levels = tracker.levels
    #expect(abs(tracker.stabilized(levels.dark) - levels.dark) < 1e-9)
    #expect(abs(tracker.stabilized(levels.bright) - levels.bright) < 1e-9)
    func slope(_ level: Double) -> Double {
      tracker.stabilized(level + 0.5) - tracker.stabilized(level - 0.5)
    }
    // The differences from the model, a tenth of the step, are the same in both.
    let expected = ((10.0 * 10 + 100) / (30 * 30 + 100)).squareRoot()
    #expect(abs(slope(levels.bright) / slope(levels.dark) / expected - 1) < 0.2)
  }

  @Test("is lit only above a threshold that the user has set")
  func manualStep() {
    var tracker = tracker(noise: (10, 30))
    let dark = tracker.levels.dark
    #expect(tracker.litEvidence(of: dark + 45) > 0)
    tracker.manualStep = 70
    #expect(tracker.litEvidence(of: dark + 65) < 0)
    #expect(tracker.litEvidence(of: dark + 75) > 0)
  }

  @Test("keeps all levels if it is equally noisy lit and dark")
  func equalNoise() {
    let tracker = tracker(noise: (2, 2))
    for level in [60.0, 100, 130, 150, 170, 200, 240] {
      #expect(abs(tracker.stabilized(level) - level) < 1)
    }
  }
}
