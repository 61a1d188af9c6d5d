import Frames
import Testing

@testable import Light

/// Lamps in one picture, each with its own text and speed.
private func scene(
  _ lamps: [(x: Double, y: Double, text: String, wordsPerMinute: Double)], radius: Double = 5,
  _ change: (inout GridScene) -> Void = { _ in }
) -> GridScene {
  var scene = GridScene()
  scene.width = 320
  scene.height = 240
  scene.openShare = 0.7
  scene.lamps = lamps.enumerated().map { index, lamp in
    GridScene.Lamp(
      x: lamp.x, y: lamp.y, radius: radius,
      key: Key(lamp.text, wordsPerMinute: lamp.wordsPerMinute, from: 0.5 + 0.37 * Double(index)))
  }
  scene.duration = (scene.lamps.map(\.key.end).max() ?? 0) + 1
  change(&scene)
  return scene
}

extension SceneReport {
  /// The edges of the torch found nearest to a lamp, if they are those of its key.
  fileprivate func isRead(_ lamp: GridScene.Lamp, from start: Double) -> Bool {
    func distance(_ x: Double, _ y: Double) -> Double {
      (x - lamp.x) * (x - lamp.x) + (y - lamp.y) * (y - lamp.y)
    }
    let nearest = found.min { distance($0.x, $0.y) < distance($1.x, $1.y) }
    guard let nearest, distance(nearest.x, nearest.y) < 12 * 12 else { return false }
    var lane = self
    lane.edges.removeAll { $0.torch != nearest.id }
    guard let errors = lane.errors(against: lamp.key, from: start) else { return false }
    return errors.allSatisfy { abs($0) < 0.04 }
  }
}

@Suite("Several torches")
struct SeveralTorchesTests {
  @Test(
    "every lamp is read as a torch of its own",
    arguments: [
      [(60.0, 60.0, "SOS DE", 10.0), (250.0, 170.0, "CQ CQ", 13.0)],
      [(60, 60, "SOS", 8), (250, 60, "CQ DE", 12), (150, 190, "ALDIS DE", 16)],
      [
        (40, 40, "SOS", 8), (160, 40, "CQ DE", 12), (280, 40, "ALDIS DE", 16), (40, 120, "PARIS", 9),
        (280, 120, "WE ARE", 11), (40, 200, "HELP", 10), (160, 200, "CALL", 14), (280, 200, "IN HAND", 15),
      ],
      // 48 pixels apart: one tile between their own.
      [(100, 100, "SOS DE", 10), (148, 100, "CQ CQ", 13)],
      // Their tiles touch.
      [(104, 104, "SOS DE ALDIS", 10), (132, 104, "CQ CQ DE CQ", 13)],
      [(104, 104, "ALDIS DE PARIS", 10), (108, 134, "WE ARE IN HAND", 12)],
    ])
  func lanes(lamps: [(Double, Double, String, Double)]) {
    let scene = scene(lamps)
    let report = SceneReport(scene)
    #expect(report.found.count == lamps.count)
    for lamp in scene.lamps { #expect(report.isRead(lamp, from: scene.start), "\(lamp.x), \(lamp.y)") }
  }

  @Test(
    "two lamps at rest are not read as one moving lamp if one pauses while the other begins",
    arguments: [44.0, 50, 56, 62], [0.3, 0.6])
  func pause(distance: Double, delay: Double) {
    let scene = scene([(100, 104, "", 10), (100 + distance, 104, "", 13)], radius: 4) {
      let first = Key("IN", wordsPerMinute: 13, from: 0.5)
      let rest = Key("CALL DE PARIS", wordsPerMinute: 13, from: first.end + 2.7)
      $0.lamps[0].key = Key("WE ARE IN HAND", wordsPerMinute: 10, from: first.end + delay)
      $0.lamps[1].key = Key(marks: first.marks + rest.marks)
      $0.duration = max($0.lamps[0].key.end, rest.end) + 1
    }
    let report = SceneReport(scene)
    #expect(report.found.count == 2)
    for lamp in scene.lamps { #expect(report.isRead(lamp, from: scene.start), "\(lamp.x)") }
  }

  @Test("a lamp and its reflection are one torch")
  func reflection() {
    let scene = scene([(60, 60, "SOS DE ALDIS", 12), (250, 170, "", 12)]) {
      $0.lamps[1].key = $0.lamps[0].key
      $0.lamps[1].radius = 3
    }
    let report = SceneReport(scene)
    #expect(report.found.count == 1)
    #expect(report.isRead(scene.lamps[0], from: scene.start))
  }

  @Test(
    "a surface that two lamps light in turn is no torch", arguments: [1, 2, 3] as [UInt64])
  func ground(seed: UInt64) {
    let scene = scene([(60, 60, "SOS DE ALDIS", 12), (260, 60, "", 14), (160, 200, "", 12)]) {
      let answer = Key("CQ CQ DE PARIS", wordsPerMinute: 14, from: $0.lamps[0].key.end + 2)
      let again = Key("SOS SOS", wordsPerMinute: 12, from: answer.end + 2)
      $0.lamps[0].key = Key(marks: $0.lamps[0].key.marks + again.marks)
      $0.lamps[1].key = answer
      $0.lamps[2] = GridScene.Lamp(
        x: 160, y: 200, radius: 24, luma: 120, key: Key(marks: $0.lamps[0].key.marks + answer.marks))
      $0.duration = again.end + 8
      $0.seed = seed
    }
    let report = SceneReport(scene)
    #expect(report.found.count == 2)
    for lamp in scene.lamps[..<2] { #expect(report.isRead(lamp, from: scene.start), "\(lamp.x), \(lamp.y)") }
  }

  @Test(
    "a light that repeats a lamp a moment later, as a camera's exposure does, is no torch",
    arguments: [0.1, 0.2])
  func answer(delay: Double) {
    let scene = scene([(60, 60, "SOS DE ALDIS", 12), (250, 170, "", 12)]) {
      let late = $0.lamps[0].key.marks.map { $0.lowerBound + delay...$0.upperBound + delay }
      $0.lamps[1] = GridScene.Lamp(x: 250, y: 170, radius: 20, luma: 120, key: Key(marks: late))
    }
    let report = SceneReport(scene)
    #expect(report.found.count == 1)
    #expect(report.isRead(scene.lamps[0], from: scene.start))
  }

  @Test("the strongest lights are read; the others are counted")
  func tooMany() {
    let scene = scene([(60, 60, "SOS DE", 9), (150, 190, "ALDIS DE", 12), (250, 60, "CQ CQ", 14)]) {
      $0.lamps[2].radius = 2
      $0.duration = 7
    }
    let report = SceneReport(scene, .init(torches: 2))
    #expect(report.found.count == 2)
    #expect(!report.found.contains { $0.y < 90 && $0.x > 200 })
    #expect(report.state.unreadCount == 1)
  }

  @Test("a torch is kept through ten seconds of darkness")
  func darkness() {
    let scene = scene([(60, 60, "SOS", 12), (250, 170, "CQ DE CQ DE CQ", 10)]) {
      let again = Key("DE", wordsPerMinute: 12, from: $0.lamps[0].key.end + 10)
      $0.lamps[0].key = Key(marks: $0.lamps[0].key.marks + again.marks)
      $0.duration = max(again.end, $0.lamps[1].key.end) + 1
    }
    let report = SceneReport(scene)
    #expect(report.found.count == 2 && report.lost.isEmpty)
    for lamp in scene.lamps { #expect(report.isRead(lamp, from: scene.start), "\(lamp.x), \(lamp.y)") }
  }
}
