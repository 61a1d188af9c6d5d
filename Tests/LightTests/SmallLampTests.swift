import Testing

@testable import Light

@Suite("A small lamp in compressed video")
struct SmallLampTests {
  /// By half of what the lamp adds to its tile, one standard deviation, and more: so films from phones were seen to move.
  @Test(
    "is read though the codec moves its tiles' sums every eight seconds", arguments: 4...6, [360.0, 500, 720])
  func renewal(seed: Int, step: Double) {
    expectText(seed: seed, renewal: step) { $0.openShare = 0.5 }
  }

  /// Until the first key frame, sums and pixels are equally steady, and only what codecs are known to do speaks for the pixels.
  @Test("is read from its first mark on where a codec skips what hardly changes", arguments: 4...9)
  func skipped(seed: Int) {
    expectText(seed: seed, renewal: 360) {
      $0.noise = 0
      $0.fade = 0.07
    }
  }

  /// - Parameter renewal: By how much a key frame moves the sum of a tile: see ``GridScene/renewal``.
  private func expectText(seed: Int, renewal: Double, _ change: (inout GridScene) -> Void) {
    let key = Key("SOS DE ALDIS PARIS PARIS", wordsPerMinute: 10, from: 2.5)
    var scene = GridScene()
    scene.tellsRises = true
    scene.seed = UInt64(seed)
    scene.lamps = [GridScene.Lamp(x: 327, y: 247, radius: 1.2, key: key)]
    scene.renewal = (8.3, renewal)
    scene.duration = key.end + 1
    change(&scene)
    let witness = Witness(scene)
    #expect(
      witness.errors(against: key, from: scene.start) != nil,
      "\(witness.firstDifference(from: key, start: scene.start))")
    #expect(witness.found.count == 1)
  }

  @Test("values next to a change do not tell how far levels spread")
  func spread() throws {
    let edges = try #require(TwoLevels(of: [1, 1, 1, 4, 5, 5, 5, 2, 1, 1, 1]))
    #expect(edges.spread < edges.unsteadiness / 3)
    let noisy = try #require(TwoLevels(of: [1, 2, 1, 2, 9, 8, 9, 8, 1, 2, 1]))
    #expect(noisy.spread > 0.5 * noisy.unsteadiness)
  }
}
