import Frames
import Testing

@testable import Light

/// Whether a light meets the criteria: at 30 frames a second, with a little noise, tracked from its first frame to its last.
///
/// - Parameters:
///   - levels: The levels of the marks: 0 dark, 1 bright; 1 for further marks.
///   - noise: One standard deviation while it is dark, and while it is lit, in hundredths of the step.
private func isDetected(
  _ marks: [ClosedRange<Double>], levels: [Double] = [], noise: (dark: Double, lit: Double) = (2, 2)
) -> Bool {
  var random = SplitMix64(seed: 9)
  var tracker = KeyTracker(.init(dark: 100, step: 100, noise: noise.dark), noiseFloor: 1)
  let end = (marks.last?.upperBound ?? 0) + 1
  for frame in 0..<Int(30 * end) {
    let time = Double(frame) / 30
    let mark = marks.firstIndex { $0.contains(time) }
    let level = mark.map { $0 < levels.count ? levels[$0] : 1 } ?? 0
    let deviation = mark == nil ? noise.dark : noise.lit
    _ = tracker.take(
      Reading(start: time, exposure: 1.0 / 60, level: 100 + 100 * level + deviation * random.gaussian()))
  }
  return DetectionCriteria.signalling.isMet(by: tracker, noise: noise.dark)
}

/// A mark and the space after it, in seconds.
private typealias Length = (mark: Double, space: Double)

private func marks(_ lengths: [Length]) -> [ClosedRange<Double>] {
  // No edge falls on a frame.
  var time = 1.01
  return lengths.map { length in
    defer { time += length.mark + length.space }
    return time...time + length.mark
  }
}

@Suite("Detection criteria")
struct DetectionCriteriaTests {
  @Test("text is detected, fast or slow", arguments: [4.0, 6, 10, 15])
  func text(wordsPerMinute: Double) {
    #expect(isDetected(Key("PARIS", wordsPerMinute: wordsPerMinute, from: 1.01).marks))
  }

  @Test("text of a small lamp is detected, although it is three times as noisy lit as dark")
  func unequalNoise() {
    #expect(isDetected(Key("PARIS", wordsPerMinute: 8, from: 1.01).marks, noise: (10, 30)))
  }

  @Test("text is detected although two frames of noise look like marks")
  func noisyFrames() throws {
    let marks = Key("PARIS", wordsPerMinute: 6, from: 1.01).marks
    let end = try #require(marks.last).upperBound
    #expect(isDetected([0.51...0.54] + marks + [end + 0.8...end + 0.83]))
  }

  @Test("three fast marks or five slow ones are enough")
  func enough() {
    let letters: [Length] = [(0.1, 0.1), (0.3, 0.1), (0.1, 0.3), (0.1, 0.1), (0.3, 0.3)]
    #expect(!isDetected(marks(Array(letters.prefix(2)))))
    #expect(isDetected(marks(Array(letters.prefix(3)))))
    let slow = letters.map { (mark: 3 * $0.mark, space: 3 * $0.space) }
    #expect(!isDetected(marks(Array(slow.prefix(3)))))
    #expect(!isDetected(marks(Array(slow.prefix(4)))))
    #expect(isDetected(marks(slow)))
  }

  @Test("regular blinking is not detected, even with a gap inside some marks")
  func blinking() {
    let even: [Length] = Array(repeating: (0.4, 0.3), count: 12)
    #expect(!isDetected(marks(even)))
    var torn = even
    for place in [8, 3] {
      torn[place] = (0.17, 0.3)
      torn.insert((0.17, 0.06), at: place)
    }
    #expect(!isDetected(marks(torn)))
  }

  @Test("a turn signal that is switched on and off is not detected")
  func setAndTakenBack() {
    let even = (0..<12).map { (mark: 0.35, space: $0 % 3 == 2 ? 2.1 : 0.35) }
    #expect(!isDetected(marks(even)))
    // The same times from mark to mark, with dots and dashes.
    let keyed = even.enumerated().map { index, length in
      let mark = index % 2 == 0 ? 0.15 : 0.45
      return (mark: mark, space: 0.35 + length.space - mark)
    }
    #expect(isDetected(marks(keyed)))
  }

  @Test("marks in groups, as in characters, are detected; single marks are not")
  func characters() {
    let spaces = [0.9, 0.7, 1.6, 0.8, 1.3, 0.9, 2]
    #expect(!isDetected(marks(spaces.enumerated().map { ($0 % 2 == 0 ? 0.1 : 0.3, $1) })))
    #expect(isDetected(marks(spaces.enumerated().map { ($0 % 2 == 0 ? 0.1 : 0.3, $0 % 2 == 0 ? 0.1 : $1) })))
  }

  @Test(
    "marks with constant levels are detected; marks with changing levels, like a screen's pictures, are not")
  func levels() {
    let key = Key("PARIS", wordsPerMinute: 10, from: 1.01)
    let pictures = [1, 0.75, 1.2, 0.7, 1.25, 0.8, 1.15, 0.72, 1, 0.75, 1.2, 0.7, 1.25, 0.8]
    #expect(!isDetected(key.marks, levels: pictures))
    #expect(isDetected(key.marks, levels: pictures.map { 1 + 0.05 * ($0 - 1) }))
  }

  @Test("a light that is nearly always lit, or has one mark far longer than the others, is not detected")
  func lengths() {
    let keyed: [Length] = [(0.1, 0.1), (0.3, 0.1), (0.1, 0.3), (0.1, 0.1), (0.3, 0.3), (0.1, 0.1)]
    #expect(isDetected(marks(keyed)))
    #expect(!isDetected(marks(keyed + [(1.7, 0.1), (0.1, 0.1)])))
    #expect(!isDetected(marks((keyed + keyed + keyed).map { (5 * $0.mark, $0.space) })))
  }
}
