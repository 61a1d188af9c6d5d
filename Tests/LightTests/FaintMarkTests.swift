import Testing

@testable import Light

@Suite("Levels between dark and the threshold")
struct FaintMarkTests {
  /// The edges that a light of dark 100 and bright 200 shows in readings at 30 frames a second: the first reading of each
  /// state.
  private func edges(_ levels: [Double]) -> [(frame: Int, isOn: Bool)] {
    var tracker = KeyTracker(.init(dark: 100, step: 100, noise: 1), noiseFloor: 0.1)
    var edges: [(frame: Int, isOn: Bool)] = []
    for (frame, level) in levels.enumerated() {
      let reading = Reading(start: Double(frame) / 30, exposure: 1 / 60, level: level)
      if case .turned(let isOn, _, let after) = tracker.take(reading) {
        edges.append((Int((after.start * 30).rounded()), isOn))
      }
    }
    return edges
  }

  private func run(_ level: Double, _ count: Int) -> [Double] { Array(repeating: level, count: count) }

  @Test("are a mark of a fainter light after a rise from dark")
  func rise() {
    let edges = edges(run(100, 10) + run(200, 10) + run(100, 10) + run(142, 10) + run(100, 10))
    #expect(edges.map(\.frame) == [10, 20, 30, 40])
    #expect(edges.map(\.isOn) == [true, false, true, false])
  }

  @Test("are the new dark level if the light falls to them", arguments: [135.0, 142])
  func fall(level: Double) {
    let edges = edges(run(100, 10) + run(200, 10) + run(level, 10) + run(level + 80, 10) + run(level, 10))
    #expect(edges.map(\.frame) == [10, 20, 30, 40])
    #expect(edges.map(\.isOn) == [true, false, true, false])
  }

  @Test("are not a mark while the light fades")
  func fading() {
    let fading = (0..<10).map { 145 - 4.5 * Double($0) }
    let edges = edges(run(100, 10) + run(200, 10) + fading + run(100, 10) + run(200, 10))
    #expect(edges.map(\.frame) == [10, 20, 40])
  }
}
