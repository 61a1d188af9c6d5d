import Testing

@testable import Light

/// A light whose brightest pixel shows 240 levels, before a background of 120, keyed for a second and dark for one.
private struct Known {
  var peak = Peak()
  var time = 0.0

  init() {
    for frame in 0..<300 {
      let isLit = frame / 30 % 2 == 1
      _ = look(at: isLit ? 240 : 120, sums: isLit ? 1 : 0)
      peak.learn(isLit ? 240 : 120, isLit: isLit, at: time)
    }
  }

  /// What a frame says in which the sums say `share`.
  mutating func look(at brightest: Double, around: Double? = nil, sums share: Double) -> Peak.Finding {
    time += 1.0 / 30
    return peak.look(
      at: brightest, around: { around ?? brightest }, beside: share, noise: 0.02, time: time, unit: 0.1)
  }
}

extension Peak.Finding {
  fileprivate var share: Double? {
    if case .shows(let share, _) = self { share } else { nil }
  }
}

@Suite("The brightest pixel of a light")
struct PeakTests {
  @Test("leaves it to the sums as long as they say the same", arguments: [0, 0.3, 0.5, 1])
  func agreement(share: Double) {
    var known = Known()
    #expect(known.look(at: 120 + 120 * share, sums: share) == .agrees)
    #expect(!known.peak.isCovered)
  }

  @Test("tells on from off before somebody, dark or bright", arguments: [(60.0, -1.5), (180, 2.2)])
  func passerby(brightness: Double, excess: Double) {
    var known = Known()
    for _ in 0..<5 {
      for _ in 0..<4 { #expect(known.look(at: brightness, sums: excess).share == 0) }
      for _ in 0..<4 { #expect(known.look(at: 239, sums: 1 + excess).share == 1) }
    }
    #expect(known.peak.isCovered)
  }

  @Test("tells how much of a frame was lit in which the light went out")
  func partlyLit() throws {
    var known = Known()
    _ = known.look(at: 180, sums: 2.2)
    _ = known.look(at: 240, sums: 3.2)
    let share = try #require(known.look(at: 198, sums: 2.5).share)
    #expect(abs(share - 0.3) < 0.01)
  }

  @Test("is not believed where somebody is brighter than the light")
  func bright() {
    var known = Known()
    for _ in 0..<4 { #expect(known.look(at: 255, sums: 2.5) == .agrees) }
  }

  @Test("believes the sums again half a second after they agree")
  func end() {
    var known = Known()
    for _ in 0..<10 { _ = known.look(at: 180, sums: 2.2) }
    for _ in 0..<15 { _ = known.look(at: 120, sums: 0) }
    #expect(!known.peak.isCovered)
    #expect(known.look(at: 200, sums: 0.67) == .agrees)
  }

  @Test("is about to leave its tiles where it is found beside them")
  func leaving() {
    var known = Known()
    #expect(known.look(at: 125, around: 240, sums: 1) == .agrees)
    #expect(known.peak.isLeaving)
    #expect(!known.peak.isCovered)
  }

  @Test("is another light's where it is bright while the sums are those of a dark light")
  func turnSignal() {
    var known = Known()
    for _ in 0..<90 { #expect(known.look(at: 240, sums: 0) == .agrees) }
  }

  @Test("is not the light's own where the sums stay those of the light")
  func distrust() {
    var known = Known()
    // The light shines, and is no more in the brightest pixel.
    let findings = (0..<90).map { _ in known.look(at: 120, sums: 0.9) }
    #expect(findings.first?.share == 0)
    #expect(findings.suffix(45).allSatisfy { $0 == .agrees })
  }

  @Test("is forgotten where the light has long not been seen")
  func patience() {
    var known = Known()
    let findings = (0..<120).map { _ in known.look(at: 180, sums: 2.2) }
    #expect(findings.first?.share == 0)
    #expect(findings.last == .agrees)
    #expect(!known.peak.isCovered)
  }
}
