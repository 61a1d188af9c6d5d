import Testing

@testable import Light

/// A light whose brightest pixel has level 240 while lit, and 120 while dark. It is dark and lit for a second each.
private struct Known {
  var peak = Peak()
  var time = 0.0

  init() {
    for frame in 0..<300 {
      let isLit = frame / 30 % 2 == 1
      _ = measure(at: isLit ? 240 : 120, sums: isLit ? 1 : 0)
      peak.learn(isLit ? 240 : 120, isLit: isLit, at: time)
    }
  }

  /// The result for a frame whose sums show `share`.
  mutating func measure(at brightest: Double, around: Double? = nil, sums share: Double) -> Peak.Comparison {
    time += 1.0 / 30
    return peak.measure(
      at: brightest, around: { around ?? brightest }, beside: share, noise: 0.02, time: time, unit: 0.1)
  }
}

extension Peak.Comparison {
  fileprivate var share: Double? {
    if case .shows(let share, _) = self { share } else { nil }
  }
}

@Suite("The brightest pixel of a light")
struct PeakTests {
  @Test("agrees with the sums while the background is unchanged", arguments: [0, 0.3, 0.5, 1])
  func agreement(share: Double) {
    var known = Known()
    #expect(known.measure(at: 120 + 120 * share, sums: share) == .agrees)
    #expect(!known.peak.hasChangedBackground)
  }

  @Test(
    "shows on and off while a dark or bright occluder hides the background",
    arguments: [(60.0, -1.5), (180, 2.2)])
  func passerby(brightness: Double, excess: Double) {
    var known = Known()
    for _ in 0..<5 {
      for _ in 0..<4 { #expect(known.measure(at: brightness, sums: excess).share == 0) }
      for _ in 0..<4 { #expect(known.measure(at: 239, sums: 1 + excess).share == 1) }
    }
    #expect(known.peak.hasChangedBackground)
  }

  @Test("shows the lit share of a frame in which the light goes off")
  func partlyLit() throws {
    var known = Known()
    _ = known.measure(at: 180, sums: 2.2)
    _ = known.measure(at: 240, sums: 3.2)
    let share = try #require(known.measure(at: 198, sums: 2.5).share)
    #expect(abs(share - 0.3) < 0.01)
  }

  @Test("is not used if the background is brighter than the light")
  func bright() {
    var known = Known()
    for _ in 0..<4 { #expect(known.measure(at: 255, sums: 2.5) == .agrees) }
  }

  @Test("shows an unchanged background after half a second of agreement with the sums")
  func end() {
    var known = Known()
    for _ in 0..<10 { _ = known.measure(at: 180, sums: 2.2) }
    for _ in 0..<15 { _ = known.measure(at: 120, sums: 0) }
    #expect(!known.peak.hasChangedBackground)
    #expect(known.measure(at: 200, sums: 0.67) == .agrees)
  }

  @Test("is leaving its tiles if it is found in the tiles beside them")
  func leaving() {
    var known = Known()
    #expect(known.measure(at: 125, around: 240, sums: 1) == .agrees)
    #expect(known.peak.isLeaving)
    #expect(!known.peak.hasChangedBackground)
  }

  @Test("belongs to another light if it is bright while the sums show darkness")
  func turnSignal() {
    var known = Known()
    for _ in 0..<90 { #expect(known.measure(at: 240, sums: 0) == .agrees) }
  }

  @Test("is no longer used if it stays dark while the sums show light")
  func distrust() {
    var known = Known()
    // The light is lit, but no longer in the brightest pixel.
    let comparisons = (0..<90).map { _ in known.measure(at: 120, sums: 0.9) }
    #expect(comparisons.first?.share == 0)
    #expect(comparisons.suffix(45).allSatisfy { $0 == .agrees })
  }

  @Test("is no longer used after the light has been dark for some seconds")
  func timeout() {
    var known = Known()
    let comparisons = (0..<120).map { _ in known.measure(at: 180, sums: 2.2) }
    #expect(comparisons.first?.share == 0)
    #expect(comparisons.last == .agrees)
    #expect(!known.peak.hasChangedBackground)
  }
}
