import Testing

@testable import Light

@Suite("A small lamp in compressed video")
struct SmallLampTests {
  /// The standard deviation is at least half of what the lamp adds to its tile, as measured in films from phones.
  @Test(
    "is read although the codec changes its tiles' sums every eight seconds", arguments: 4...6,
    [360.0, 500, 720])
  func renewal(seed: Int, step: Double) {
    expectText(seed: seed, renewal: step) { $0.openShare = 0.5 }
  }

  /// Until the first key frame, sums and pixels are equally steady. Pixels are preferred only because of
  /// ``TileMeasure/keyFrameJump``.
  @Test("is read from its first mark if a codec skips blocks with little change", arguments: 4...9)
  func skipped(seed: Int) {
    expectText(seed: seed, renewal: 360) {
      $0.noise = 0
      $0.fade = 0.07
    }
  }

  @Test("is read from its first mark on, even if the background was not known yet", arguments: 1...4)
  func beforeBackground(seed: UInt64) {
    let key = Key("SOS DE ALDIS PARIS", wordsPerMinute: 8, from: 0.6)
    var scene = GridScene()
    scene.hasDifferences = true
    scene.calibration = 1.1
    scene.seed = seed
    scene.noise = 2
    scene.lamps = [GridScene.Lamp(x: 327, y: 247, radius: 2, luma: 150, key: key)]
    scene.duration = key.end + 1
    expectRead(key, in: scene)
  }

  @Test("is read on by its sums while the background is unknown", arguments: 1...4)
  func withoutBackground(seed: UInt64) {
    let key = Key("SOS DE ALDIS PARIS", wordsPerMinute: 8, from: 2)
    var scene = GridScene()
    scene.hasDifferences = true
    scene.seed = seed
    scene.noise = 2
    scene.lamps = [GridScene.Lamp(x: 327, y: 247, radius: 2, luma: 150, key: key)]
    scene.duration = key.end + 1
    let unknown = 12.0...18
    var reader = LightReader()
    var report = SceneReport()
    scene.play { grid in
      var grid = grid
      if unknown.contains(grid.timestamp.seconds - scene.start) { grid.backgroundDifferences = nil }
      reader.read(grid) { report.note($0, grid.timestamp.seconds) }
    } lost: { _ in
    }
    reader.finish { report.note($0, 0) }
    #expect(report.errors(against: key, from: scene.start) != nil)
    let unseen = report.samples.count { unknown.contains($0.start - scene.start) && !$0.isInformative }
    // The frame in which the values are missing, and two more for a fit.
    #expect(unseen < 4)
  }

  /// - Parameter renewal: How much a key frame changes the sum of a tile: see ``GridScene/renewal``.
  private func expectText(seed: Int, renewal: Double, _ change: (inout GridScene) -> Void) {
    let key = Key("SOS DE ALDIS PARIS PARIS", wordsPerMinute: 10, from: 2.5)
    var scene = GridScene()
    scene.hasDifferences = true
    scene.seed = UInt64(seed)
    scene.lamps = [GridScene.Lamp(x: 327, y: 247, radius: 1.2, key: key)]
    scene.renewal = (8.3, renewal)
    scene.duration = key.end + 1
    change(&scene)
    expectRead(key, in: scene)
  }

  @Test("is measured by a spread of levels that excludes values next to a change")
  func spread() throws {
    let edges = try #require(TwoLevels(of: [1, 1, 1, 4, 5, 5, 5, 2, 1, 1, 1]))
    #expect(edges.spread < edges.unsteadiness / 3)
    let noisy = try #require(TwoLevels(of: [1, 2, 1, 2, 9, 8, 9, 8, 1, 2, 1]))
    #expect(noisy.spread > 0.5 * noisy.unsteadiness)
  }
}
