import Testing

@testable import Capture

@Suite("A scene's timeline")
struct SceneTimelineTests {
  /// Ten frames per second, exposed for the first half of each interval: frame 3 is exposed from 0.30 s to 0.35 s.
  private func level(
    of marks: [Range<Double>], leadIn: Double = 0, repeats: Bool = false, frame: UInt64 = 3
  ) -> Double {
    let description = SceneDescription(
      rate: 10, exposure: 0.5, torches: [SimulatedTorch(marks: marks)], leadIn: leadIn, tail: 0.1,
      repeats: repeats)
    return SceneTimeline(description).level(of: marks, frame: frame)
  }

  @Test(
    "gives a frame light in proportion to the part of its exposure with the lamp on",
    arguments: [
      (marks: [0.30..<0.35], level: 1.0),
      (marks: [0.25..<0.40], level: 1.0),
      (marks: [0.10..<0.30], level: 0.0),
      (marks: [0.35..<0.50], level: 0.0),
      (marks: [0.325..<0.50], level: 0.5),
      (marks: [0.10..<0.31], level: 0.2),
      (marks: [0.31..<0.32], level: 0.2),
      (marks: [0.30..<0.31, 0.33..<0.34], level: 0.4),
      (marks: [0.20..<0.305, 0.31..<0.32, 0.345..<0.40], level: 0.4),
      (marks: [0..<0.01, 0.02..<0.03, 0.29..<0.34, 0.36..<0.5, 0.6..<0.7], level: 0.8),
      (marks: [], level: 0.0),
    ])
  func exposureIntegral(marks: [Range<Double>], expected: Double) {
    #expect(abs(level(of: marks) - expected) < 1e-9)
    // The same light, later by the lead-in.
    #expect(abs(level(of: marks, leadIn: 2, frame: 23) - expected) < 1e-9)
  }

  @Test("begins again after the tail, also in the middle of an exposure")
  func repetition() {
    // A round lasts 0.53 s. Frame 5 sees 0.50 s to 0.55 s, the end of the tail and the lead-in; frame 6 sees the second
    // round's 0.07 s to 0.12 s, which are 0.04 s to 0.09 s of the message.
    let marks = [0..<0.02, 0.06..<0.1, 0.35..<0.4]
    #expect(abs(level(of: marks, leadIn: 0.03, repeats: true, frame: 5) - 0) < 1e-9)
    #expect(abs(level(of: marks, leadIn: 0.03, repeats: true, frame: 6) - 0.6) < 1e-9)
    // Without a lead-in a round lasts 0.5 s, and every fifth frame is the same.
    for frame in UInt64(0)..<5 {
      let first = level(of: marks, frame: frame)
      #expect(abs(level(of: marks, repeats: true, frame: frame + 5) - first) < 1e-9)
      #expect(level(of: marks, frame: frame + 5) == 0)
    }
    // A round of 0.61 s: frame 6 sees the last 0.01 s of the tail and the next round's first 0.04 s.
    let late = [0..<0.02, 0.48..<0.51]
    #expect(abs(level(of: late, repeats: true, frame: 6) - 0.4) < 1e-9)
  }

  @Test("loses the requested fraction of frames, the same ones for equal seeds")
  func drops() {
    let timeline = SceneTimeline(SceneDescription(drops: 0.2, seed: 3))
    let dropped = (UInt64(0)..<10_000).count { timeline.isDropped(frame: $0) }
    // Four standard deviations of a binomial count.
    #expect(abs(dropped - 2000) < 160)
    #expect((UInt64(0)..<100).count { SceneTimeline(SceneDescription()).isDropped(frame: $0) } == 0)
    let again = SceneTimeline(SceneDescription(drops: 0.2, seed: 3))
    #expect((UInt64(0)..<100).allSatisfy { timeline.isDropped(frame: $0) == again.isDropped(frame: $0) })
  }

  @Test("a scene lasts from the lead-in to the end of the tail of its longest message")
  func length() {
    var description = SceneDescription(
      rate: 25,
      torches: [
        SimulatedTorch(marks: [0..<1, 2..<3]), SimulatedTorch(marks: [0..<4.5]), SimulatedTorch(marks: []),
      ], leadIn: 0.5, tail: 1)
    #expect(description.duration == 6)
    #expect(description.frameCount == 150)
    description.repeats = true
    #expect(description.frameCount == nil)
  }
}
