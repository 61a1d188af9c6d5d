import Frames
import Glibc
import Testing

@testable import Light

/// A lamp in a scene with other lights and motion.
private func scene(
  text: String = "PARIS PARIS", radius: Double = 4, _ change: (inout GridScene) -> Void
) -> GridScene {
  var scene = GridScene()
  scene.width = 320
  scene.height = 240
  scene.openShare = 0.5
  scene.lamps = [
    GridScene.Lamp(
      x: 160, y: 160, radius: radius, luma: 230, key: Key(text, wordsPerMinute: 12, from: 1))
  ]
  scene.duration = scene.lamps[0].key.end + 1
  change(&scene)
  return scene
}

/// A turn signal, or a cursor.
private func blinking(every period: Double, for seconds: Double) -> Key {
  Key(
    marks: (0..<Int(seconds / period)).map { Double($0) * period...(Double($0) + 0.5) * period })
}

extension SceneReport {
  /// The share of the true edges in `time` that a torch has reported to within a frame. The torch with the most edges counts.
  fileprivate func shareOfEdges(
    _ key: Key, in time: ClosedRange<Double> = 0...100, from start: Double
  ) -> Double {
    let truth = key.marks.flatMap { [($0.lowerBound, true), ($0.upperBound, false)] }
      .filter { time.contains($0.0) }
    let counts = Set(edges.map(\.torch)).map { torch in
      let reported = edges.filter { $0.torch == torch }
      return truth.count { edge in
        reported.contains { $0.isOn == edge.1 && abs($0.time - start - edge.0) < 0.035 }
      }
    }
    return Double(counts.max() ?? 0) / Double(truth.count)
  }
}

@Suite("A lamp in a busy picture")
struct BusySceneTests {
  @Test(
    "is found between two turn signals, which are not found", arguments: [0.7, 0.9], [22.0, 27, 32, 38, 44])
  func turnSignals(period: Double, distance: Double) {
    let scene = scene(radius: 3) {
      for x in [160 - distance, 160 + distance] {
        $0.lamps.append(
          GridScene.Lamp(x: x, y: 170, radius: 7, key: blinking(every: period, for: $0.duration)))
      }
    }
    let report = SceneReport(scene)
    #expect(report.found.count == 1)
    #expect(report.shareOfEdges(scene.lamps[0].key, from: scene.start) == 1)
  }

  @Test("a turn signal is not found, even if cars hide it for a while after half a minute")
  func hiddenTurnSignal() {
    let scene = scene {
      var key = blinking(every: 0.7, for: 28)
      var time = key.end
      // Each space and the mark after it, as cars in a street left them.
      for (dark, mark) in [
        (0.54, 0.22), (0.35, 0.34), (0.14, 1.96), (0.18, 2.04), (0.06, 0.57), (0.14, 0.57), (0.14, 0.58),
      ] {
        key.marks.append(time + dark...time + dark + mark)
        time += dark + mark
      }
      $0.lamps[0].key = key
      $0.duration = time + 2
    }
    #expect(SceneReport(scene).found.isEmpty)
  }

  @Test(
    "is found by a single mark in a still picture, but not while a person walks by",
    arguments: [0, 12.0])
  func singleMark(seconds: Double) {
    let scene = scene {
      $0.lamps[0].key = Key(marks: [3...3.6])
      // Above the passer-by.
      $0.lamps[0].y = 40
      $0.duration = 8
      $0.passerby = seconds
    }
    #expect(SceneReport(scene).found.isEmpty == (seconds > 0))
  }

  @Test("is read while a dark or bright person walks by behind it", arguments: [0.4, 1.8], [10.0, 12, 14])
  func behind(brightness: Double, seconds: Double) {
    let scene = scene(text: "PARIS PARIS PARIS", radius: 3) {
      $0.passerby = seconds
      $0.passerbyBrightness = brightness
    }
    let report = SceneReport(scene)
    #expect(Set(report.found.map(\.id)).count == 1)
    #expect(report.shareOfEdges(scene.lamps[0].key, from: scene.start) == 1)
  }

  @Test(
    "keeps its scale after a bright person has walked by behind it", arguments: [9.0, 11, 14], [2.0, 2.3])
  func scale(seconds: Double, brightness: Double) {
    let scene = scene(text: "PARIS PARIS PARIS", radius: 3) {
      $0.passerby = seconds
      $0.passerbyBrightness = brightness
    }
    let samples = SceneReport(scene).samples
    func brightest(_ time: ClosedRange<Double>) -> Double {
      let levels = samples.filter { $0.isInformative && time.contains($0.start - scene.start) }.map(\.level)
      return levels.isEmpty ? 0 : levels.sorted()[levels.count * 3 / 4] - 100
    }
    // Before the passer-by comes, and from five seconds after it was behind the lamp until it comes back.
    let before = brightest(0...0.5 * seconds - 1)
    let after = brightest(0.5 * seconds + 5...min(1.5 * seconds - 1, scene.duration))
    #expect(abs(after / before - 1) < 0.5, "\(before) and then \(after)")
  }

  @Test("is found while the ambient light varies", arguments: [4.0, 6, 10])
  func swing(period: Double) {
    let scene = scene(radius: 2) {
      $0.ambient = { 1 + 0.35 * wave($0 / period) }
    }
    let report = SceneReport(scene)
    #expect(report.found.count == 1)
    #expect(report.shareOfEdges(scene.lamps[0].key, from: scene.start) > 0.95)
  }

  @Test("is read if only one or two of its pixels are visible", arguments: 1...6)
  func pixel(seed: UInt64) {
    let scene = scene(radius: 0.65) {
      ($0.lamps[0].x, $0.lamps[0].y) = (167, 169)
      $0.lamps[0].luma = 220
      $0.seed = seed
    }
    #expect(SceneReport(scene).shareOfEdges(scene.lamps[0].key, from: scene.start) == 1)
  }

  @Test(
    "is found once, although a codec gives it a halo with another sequence", arguments: [30.0, 38, 46], 1...2)
  func halo(distance: Double, seed: UInt64) {
    let scene = scene(radius: 6) {
      // A codec's pictures: no noise, and blocks beside the lamp that change by little.
      ($0.texture, $0.noise, $0.seed) = (0, 0.2, seed)
      let key = Key("KIAIT AEENETL TEENA", wordsPerMinute: 14, from: 0.9)
      $0.lamps.append(GridScene.Lamp(x: 160 + distance, y: 168, radius: 10, luma: 93, key: key))
    }
    let report = SceneReport(scene)
    #expect(report.found.count == 1)
    #expect(report.shareOfEdges(scene.lamps[0].key, from: scene.start) == 1)
  }

  @Test("replaces its reflection, which was first found as a second torch", arguments: 1...3)
  func echo(seed: UInt64) {
    let scene = scene(text: "PARIS PARIS PARIS") {
      $0.seed = seed
      let early = Key("KIAIT AEENETL", wordsPerMinute: 13, from: 1)
      $0.lamps.append(
        GridScene.Lamp(
          x: 160, y: 216, radius: 3, luma: 170,
          key: Key(
            marks: early.marks.filter { $0.upperBound < 7 }
              + $0.lamps[0].key.marks.filter { $0.lowerBound > 7.5 })))
    }
    let report = SceneReport(scene)
    #expect(report.found.count == 2)
    #expect(report.echoes.count == 1)
    #expect(report.lost == report.echoes)
    #expect(report.shareOfEdges(scene.lamps[0].key, from: scene.start) == 1)
  }

  @Test("does not hide a small lamp beside it", arguments: 1...3)
  func smallBesideLarge(seed: UInt64) {
    let scene = scene(radius: 8) {
      $0.seed = seed
      let key = Key("SMALL LAMP", wordsPerMinute: 9, from: 1.5)
      $0.lamps.append(GridScene.Lamp(x: 208, y: 168, radius: 1.5, luma: 230, key: key))
    }
    let report = SceneReport(scene)
    #expect(report.found.count == 2)
    for lamp in scene.lamps {
      #expect(report.shareOfEdges(lamp.key, in: 0...scene.duration - 1, from: scene.start) > 0.95)
    }
  }

  @Test("is distinguished from the lights of passing cars", arguments: 1...6)
  func traffic(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var passing = PassingLight()
    let cars = scene {
      $0.lamps = (0..<12).map { number in
        let speed = 90 + 250 * random.uniform()
        return GridScene.Lamp(
          x: -60 - 2.5 * Double(number) * speed, y: 104, radius: 4, luma: 230, key: Key(marks: [0...100]),
          drift: (speed, 0))
      }
      $0.duration = 30
    }
    let lamp = scene { $0.seed = seed }
    for (scene, tile, passes) in [(cars, 6 * 20 + 10, true), (lamp, 10 * 20 + 10, false)] {
      let (history, lit) = history(of: scene, tile: tile)
      let isSeen = passing.isSeen(
        in: tile, lit: lit, frames: history.indices, history: history,
        shape: GridShape(LumaGrid(width: scene.width, height: scene.height)))
      #expect(isSeen == passes)
    }
  }

  /// The scene's frames, and when a tile was lit.
  private func history(of scene: GridScene, tile: Int) -> (GridHistory, LitShares) {
    var history = GridHistory(tileCount: 300, frames: 1200, bytes: 1 << 20)
    var tracker = KeyTracker(.init(dark: 100, step: 100, noise: 5), noiseFloor: 1)
    var lit = LitShares(capacity: history.capacity)
    scene.play { grid in
      let start = grid.timestamp.seconds
      history.append(grid) { _, _ in
        GridHistory.Moment(
          start: start, exposure: nil, ambient: 1, isInformative: true)
      }
      let level = grid.tiles[tile].maximum > 170 ? 200.0 : 100
      let outcome = tracker.take(Reading(start: start, exposure: 0.02, level: level))
      lit.note(history.end - 1, level: level, outcome: outcome, of: tracker, in: history)
    }
    return (history, lit)
  }

  @Test("a screen whose pictures change at random is not found", arguments: 1...6)
  func screen(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var time = 0.0
    var marks: [(ClosedRange<Double>, Double)] = []
    while time < 40 {
      let length = 0.1 - 0.9 * log(max(1e-9, random.uniform()))
      marks.append((time...time + length, random.uniform()))
      time += length
    }
    let pictures = marks
    let scene = scene {
      $0.lamps = [
        GridScene.Lamp(
          x: 160, y: 120, radius: 30, luma: 220, key: Key(marks: [0...60]),
          strength: { now in pictures.last { $0.0.lowerBound <= now }?.1 ?? 0 })
      ]
      $0.duration = 40
    }
    #expect(SceneReport(scene).found.isEmpty)
  }
}

/// A triangle wave between -1 and 1, with the period 1.
private func wave(_ phase: Double) -> Double {
  let place = phase - phase.rounded(.down)
  return 1 - 4 * abs(place - 0.5)
}
