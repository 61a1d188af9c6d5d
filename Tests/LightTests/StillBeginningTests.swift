import Testing

@testable import Light

@Suite("A source that first repeats one picture")
struct StillBeginningTests {
  /// The number of the frame with which the picture comes alive.
  ///
  /// - Parameter changes: Whether each frame differs from the one before.
  private func comesAlive(_ changes: [Bool]) -> Int? {
    var beginning = StillBeginning()
    return changes.firstIndex { beginning.ends(changed: $0 ? 90 : 0, of: 100) }
  }

  private func frames(_ changes: Bool, _ count: Int) -> [Bool] { Array(repeating: changes, count: count) }

  @Test("becomes live after 24 changed frames in a row")
  func alive() {
    #expect(comesAlive(frames(false, 40) + frames(true, 60)) == 40 + 23)
    #expect(comesAlive(frames(false, 40) + frames(true, 20) + frames(false, 5) + frames(true, 60)) == 65 + 23)
  }

  @Test("a source that stalls briefly or repeats single frames has no still beginning")
  func hesitation() {
    #expect(comesAlive(frames(false, 8) + frames(true, 60)) == nil)
    #expect(comesAlive((0..<80).map { $0 % 4 > 0 } + frames(true, 60)) == nil)
  }
}
