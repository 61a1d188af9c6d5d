import Frames
import Testing

@testable import Light

/// A lamp in a small picture that sends a text.
private func scene(
  _ text: String = "SOS DE ALDIS", wordsPerMinute: Double = 12.2, from: Double = 0.137, radius: Double = 6,
  _ change: (inout GridScene) -> Void = { _ in }
) -> (scene: GridScene, key: Key) {
  let key = Key(text, wordsPerMinute: wordsPerMinute, from: from)
  var scene = GridScene()
  scene.width = 320
  scene.height = 240
  scene.openShare = 0.7
  scene.lamps = [GridScene.Lamp(x: 197, y: 103, radius: radius, key: key)]
  scene.duration = key.end + 1
  change(&scene)
  return (scene, key)
}

@Suite("Edges")
struct EdgeTests {
  @Test(
    "every edge is reported once, with no more uncertainty than the time the shutter is shut",
    arguments: [5.0, 12, 20], [(24.0, 0.5), (30, 0.5), (30, 1), (60, 0.5), (60, 1)])
  func timing(wordsPerMinute: Double, camera: (framesPerSecond: Double, openShare: Double)) throws {
    let (scene, key) = scene("SOS DE", wordsPerMinute: wordsPerMinute * 1.0137) {
      $0.framesPerSecond = camera.framesPerSecond
      $0.openShare = camera.openShare
      $0.reportsExposure = true
    }
    let report = SceneReport(scene)
    let errors = try #require(
      report.errors(against: key, from: scene.start),
      "\(report.firstDifference(from: key, start: scene.start))")
    // Edges while the shutter is shut have a standard deviation of 1 / sqrt(12) of that time, and half as much again because
    // noise makes edges near it uncertain. Edges inside an exposure are known to a fiftieth of a frame.
    let shut = (1 - camera.openShare) / camera.framesPerSecond
    #expect(rootMeanSquare(errors) < 0.02 / camera.framesPerSecond + 0.45 * shut)
  }

  @Test(
    "a message of figures, lit for most of the time, does not count as a lamp that was switched on",
    arguments: [12.0, 24])
  func figures(wordsPerMinute: Double) {
    let (scene, key) = scene("01901 90190 10901", wordsPerMinute: wordsPerMinute)
    let report = SceneReport(scene)
    #expect(report.lost.isEmpty)
    #expect(report.edges.count == 2 * key.marks.count)
  }

  @Test("the reported uncertainty is the standard deviation of the errors", arguments: [true, false])
  func uncertainty(isReported: Bool) throws {
    var ratios: [Double] = []
    for seed in 1...3 as ClosedRange<UInt64> {
      let (scene, key) = scene(wordsPerMinute: 10.137, radius: 2) {
        $0.openShare = 0.5
        $0.reportsExposure = isReported
        $0.seed = seed
      }
      let report = SceneReport(scene)
      let errors = try #require(report.errors(against: key, from: scene.start))
      ratios += zip(errors, report.edges).map { $0 / $1.uncertainty }
    }
    #expect((0.6...1.25).contains(rootMeanSquare(ratios)))
  }

  @Test(
    "a lamp of any size is found at its place in any picture, and its whole message is read",
    arguments: [(320, 240), (640, 480), (1280, 720)], [(2.0, 4.0), (8, 6), (40, 4)])
  func sizes(picture: (width: Int, height: Int), lamp: (radius: Double, noise: Double)) throws {
    let (scene, key) = scene("SOS", radius: lamp.radius) {
      $0.width = picture.width
      $0.height = picture.height
      $0.noise = lamp.noise
      $0.lamps[0].x = Double(picture.width) * 0.61
      $0.lamps[0].y = Double(picture.height) * 0.43
      $0.lamps[0].luma = 250
    }
    let report = SceneReport(scene)
    let found = try #require(report.found.first)
    #expect(report.found.count == 1)
    #expect(abs(found.x - scene.lamps[0].x) < 9 && abs(found.y - scene.lamps[0].y) < 9)
    #expect(report.errors(against: key, from: scene.start) != nil)
  }

  @Test("a mark that began before the first frame is reported from the first frame on")
  func litAtFirst() throws {
    let (scene, key) = scene(from: -0.05)
    let report = SceneReport(scene)
    #expect(report.edges.count == key.marks.count * 2)
    let first = try #require(report.edges.first)
    #expect(first.isOn && first.time == scene.start)
  }

  @Test("a lamp that lights the whole picture is read", arguments: [(90.0, 40.0, 250.0), (2, 1, 30)])
  func wholePicture(background: Double, texture: Double, luma: Double) {
    let (scene, key) = scene(radius: 400) {
      $0.background = background
      $0.texture = texture
      $0.lamps[0].luma = luma
    }
    #expect(SceneReport(scene).errors(against: key, from: scene.start) != nil)
  }

  @Test(
    "a mark that is cut by the end of the frames ends once, whatever later frames show",
    arguments: [
      0.2, 1.0, 4.0, 20.0, 400,
    ])
  func cutOff(gap: Double) throws {
    let (scene, key) = scene("SOS DE ALDIS SOS DE ALDIS", wordsPerMinute: 6)
    // Inside a dash, long after the lamp was found.
    let mark = try #require(key.marks.first { $0.lowerBound > 12 && $0.upperBound - $0.lowerBound > 0.5 })
    let cut = scene.start + (mark.lowerBound + mark.upperBound) / 2
    var reader = LightReader()
    var (edges, isCut) = ([LightEdge](), false)
    func note(_ event: LightEvent) { if case .edge(let edge) = event { edges.append(edge) } }
    scene.play { grid in
      var grid = grid
      if grid.timestamp.seconds > cut {
        if !isCut { reader.finish(report: note) }
        isCut = true
        // Time passes, but for the test the scene does not change meanwhile.
        grid.timestamp = grid.timestamp + gap
      }
      reader.read(grid, report: note)
    }
    reader.finish(report: note)
    #expect(isCut && edges.count > 20)
    for (index, edge) in edges.enumerated() {
      #expect(edge.isOn == index.isMultiple(of: 2), "edge \(index) at \(edge.time - scene.start)")
      if edge.isOn != index.isMultiple(of: 2) { break }
    }
  }

  struct Trouble: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let radius: Double
    let change: @Sendable (inout GridScene) -> Void

    init(_ description: String, radius: Double = 6, _ change: @escaping @Sendable (inout GridScene) -> Void) {
      testDescription = description
      self.radius = radius
      self.change = change
    }
  }

  @Test(
    "no edge is lost or invented",
    arguments: [
      Trouble("while the ambient light swings by a quarter") { $0.ambient = { 1 + 0.25 * sine($0 * 0.9) } },
      Trouble("while night falls", radius: 2) { $0.ambient = { 1 - 0.5 * min(1, $0 / 10) } },
      Trouble("while the camera's gain hunts") { $0.gain = { 1 + 0.2 * sine($0 * 2.5) } },
      Trouble("while the lamp fades to a third") { scene in
        scene.lamps[0].strength = { max(0.3, 1 - 0.7 * $0 / 8) }
      },
      Trouble("when the lamp suddenly has a third of its light") { scene in
        scene.lamps[0].strength = { $0 < 4.1 ? 1 : 0.35 }
      },
      Trouble("while the camera shakes", radius: 12) { $0.shake = 1.5 },
      Trouble("while the lamp drifts") { $0.lamps[0].drift = (4, 1) },
      Trouble("while frames are lost") { $0.dropped = 0.05 },
      Trouble("while frames come irregularly") { $0.irregularity = 0.9 },
      Trouble("in black night", radius: 2) {
        $0.background = 0
        $0.texture = 0
        $0.noise = 1
      },
      Trouble("while a person walks to and fro", radius: 3) { $0.passerby = 4 },
      Trouble("without any noise") { $0.noise = 0 },
      Trouble("among tiles that a codec makes jump", radius: 2) {
        $0.noise = 0
        $0.telegraph = (1, 256, 0.1)
      },
    ])
  func troubles(_ trouble: Trouble) {
    let (scene, key) = scene(wordsPerMinute: 10, radius: trouble.radius, trouble.change)
    expectRead(key, in: scene)
  }
}

@Suite("Samples")
struct SampleTests {
  @Test(
    "a dark torch has level 100, and the reported noise is the real noise", arguments: [(2.0, 8.0), (6, 2)])
  func noise(noise: Double, radius: Double) {
    let (scene, key) = scene(wordsPerMinute: 8, radius: radius) { $0.noise = noise }
    let report = SceneReport(scene)
    let dark = report.samples.filter { sample in
      let time = sample.start - scene.start
      return time > 3 && key.share(from: time - 0.05, to: time + 0.1) == 0
    }
    let mean = dark.reduce(0) { $0 + $1.level } / Double(dark.count)
    let deviation = rootMeanSquare(dark.map { $0.level - mean })
    let reported = dark.reduce(0) { $0 + $1.noise } / Double(dark.count)
    #expect(abs(mean - 100) < 1)
    #expect((0.85...1.2).contains(reported / deviation))
  }

  @Test("every frame has one sample, in the order of time, from two seconds before the first mark")
  func order() throws {
    let (scene, _) = scene(from: 3.3)
    let report = SceneReport(scene)
    let times = report.samples.map(\.start)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    let first = try #require(times.first)
    #expect(abs(first - scene.start - 1.3) < 0.05)
    #expect(abs(Double(times.count) - (scene.duration - 1.3) * 30) < 3)
  }

  @Test("a frozen frame is no measurement")
  func frozen() {
    let (scene, _) = scene(from: 1) { $0.frozen = 0.1 }
    var repeated: Set<Double> = []
    var last: [LumaGrid.Tile] = []
    scene.play { grid in
      if grid.tiles == last { repeated.insert(grid.timestamp.seconds) }
      last = grid.tiles
    }
    let report = SceneReport(scene)
    let reported = Set(report.samples.filter { !$0.isInformative }.map(\.start))
    #expect(reported.isSubset(of: repeated))
    // The first ones count as a scene at rest, because its noise is not known yet.
    #expect(Double(reported.count) > 0.9 * Double(repeated.filter { $0 > scene.start + 0.5 }.count))
    #expect(reported.count > 20)
  }

  @Test("a lamp is read although the player first repeats the same frames for nine seconds")
  func looped() {
    let (scene, key) = scene(from: 12) { $0.looped = (15, 9) }
    let report = SceneReport(scene)
    #expect(report.found.count == 1)
    #expect(report.errors(against: key, from: scene.start) != nil)
  }

  @Test("a picture without noise is at rest, but not frozen")
  func noiseless() {
    let (scene, _) = scene { $0.noise = 0 }
    #expect(!SceneReport(scene).samples.contains { !$0.isInformative })
  }
}

@Suite("Finding torches")
struct FindingTests {
  @Test("a torch is reported within three seconds of its first mark")
  func latency() throws {
    let (scene, key) = scene(from: 6)
    let announced = try #require(SceneReport(scene).announced)
    #expect(announced - scene.start - key.marks[0].lowerBound < 3)
  }

  @Test(
    "no torch is found without a signal",
    arguments: [
      EdgeTests.Trouble("in mere noise") { $0.noise = 6 },
      EdgeTests.Trouble("while the ambient light swings") { $0.ambient = { 1 + 0.25 * sine($0 * 0.9) } },
      EdgeTests.Trouble("while a person walks to and fro") { $0.passerby = 4 },
      EdgeTests.Trouble("while the camera shakes") { $0.shake = 2 },
      EdgeTests.Trouble("while the gain hunts and frames freeze") {
        $0.gain = { 1 + 0.2 * sine($0 * 2.5) }
        $0.frozen = 0.05
      },
      EdgeTests.Trouble("where a codec makes every tile jump between two levels now and then") {
        $0.noise = 0
        $0.telegraph = (1, 256, 0.1)
      },
      EdgeTests.Trouble("where a codec holds most tiles still and lets the others jump") {
        $0.noise = 0
        $0.telegraph = (0.3, 512, 0.05)
      },
      EdgeTests.Trouble("where tiles jump above the noise") {
        $0.noise = 1
        $0.telegraph = (0.5, 300, 0.15)
      },
      EdgeTests.Trouble("when a still picture comes alive") { $0.stillUntil = 5 },
      EdgeTests.Trouble("when a player's last half second comes again and again") { $0.looped = (15, 20) },
      EdgeTests.Trouble("when two seconds of a video loop") { $0.looped = (60, 40) },
      EdgeTests.Trouble("beside a turn signal") { scene in
        let marks = (0..<90).map { Double($0) * 0.7...Double($0) * 0.7 + 0.35 }
        scene.lamps = [GridScene.Lamp(x: 100, y: 100, radius: 6, key: Key(marks: marks))]
      },
      EdgeTests.Trouble("when a light is switched on and stays") { scene in
        scene.lamps = [GridScene.Lamp(x: 100, y: 100, radius: 6, key: Key(marks: [20...60]))]
      },
    ])
  func nothing(_ trouble: EdgeTests.Trouble) {
    let (scene, _) = scene { scene in
      scene.lamps = []
      scene.duration = 40
      trouble.change(&scene)
    }
    #expect(SceneReport(scene).found.isEmpty)
  }

  @Test("one mark is enough if the recording ends with it", arguments: ["E", "T", "EE", "SOS"])
  func shortest(text: String) {
    let (scene, key) = scene(text, from: 2)
    let report = SceneReport(scene)
    #expect(report.errors(against: key, from: scene.start) != nil)
  }

  @Test("a new torch gets the next letter; a torch that comes back gets its old letter")
  func letters() {
    let first = Key("SOS SOS", wordsPerMinute: 15, from: 1)
    let second = Key("SOS SOS", wordsPerMinute: 15, from: 20)
    let again = Key("SOS SOS", wordsPerMinute: 15, from: 40)
    let (scene, _) = scene { scene in
      scene.lamps = [
        GridScene.Lamp(x: 60, y: 60, radius: 6, key: Key(marks: first.marks + again.marks)),
        GridScene.Lamp(x: 250, y: 180, radius: 6, key: second),
      ]
      scene.duration = 52
    }
    let report = SceneReport(scene)
    #expect(report.found.map(\.id.letter) == ["A", "B", "A"])
    #expect(report.lost.map(\.letter) == ["A"])
    #expect(report.edges.count == 6 * first.marks.count)
  }

  @Test(
    "a lamp that was dark for long is as bright as before from its next mark on", arguments: [10.0, 20, 28])
  func longDarkness(seconds: Double) throws {
    let first = Key("SOS SOS DE", wordsPerMinute: 12, from: 1)
    let again = Key("SOS SOS", wordsPerMinute: 12, from: first.end + seconds)
    let (scene, _) = scene { scene in
      scene.lamps[0].key = Key(marks: first.marks + again.marks)
      scene.duration = again.end + 1
    }
    let report = SceneReport(scene)
    let before = try #require(report.litLevel(first.marks[..<6], from: scene.start))
    for mark in again.marks {
      let level = try #require(report.litLevel([mark], from: scene.start))
      #expect(abs(level - before) < 0.1 * (before - 100), "mark at \(mark.lowerBound) s")
    }
  }

  @Test("the first mark of a lamp that comes back brighter is measured", arguments: [2.0, 4, 6])
  func firstBrighterMark(ratio: Double) throws {
    let first = Key("SOS SOS DE", wordsPerMinute: 12, from: 1)
    let again = Key("MO", wordsPerMinute: 12, from: first.end + 12)
    let (scene, _) = scene { scene in
      scene.lamps[0].key = Key(marks: first.marks + again.marks)
      scene.lamps[0].strength = { $0 < first.end + 6 ? 1 / ratio : 1 }
      scene.duration = again.end + 1
    }
    let report = SceneReport(scene)
    // Four frames pass until the lamp and something brighter that passes can be distinguished.
    let mark = again.marks[0].lowerBound + 5 / scene.framesPerSecond...again.marks[0].upperBound
    let inside = report.samples.filter { mark.contains($0.start - scene.start) }
    #expect(!inside.isEmpty && inside.allSatisfy(\.isInformative))
  }

  @Test("a lamp that comes back to where it was found keeps its letter")
  func oldPlace() {
    let texts = [1.0, 14, 27, 76].map { Key("SOS DE", wordsPerMinute: 15, from: $0) }
    let (scene, _) = scene { scene in
      scene.lamps[0].key = Key(marks: texts.flatMap(\.marks))
      // The lamp is carried away and back during its pauses.
      scene.lamps[0].sway = { (x: $0 < 10 ? 0 : $0 < 23 ? 26 : $0 < 60 ? 52 : 0, y: 0) }
      scene.duration = texts[3].end + 1
    }
    let report = SceneReport(scene)
    #expect(Set(report.found.map(\.id.letter)) == ["A"])
    #expect(report.edges.count == 2 * texts.reduce(0) { $0 + $1.marks.count })
  }

  @Test("a lamp that comes back brighter is reported on the same scale", arguments: [1, 2, 3] as [UInt64])
  func brighter(seed: UInt64) throws {
    let first = Key("SOS SOS", wordsPerMinute: 15, from: 1)
    let again = Key("SOS SOS", wordsPerMinute: 15, from: 45)
    let (scene, _) = scene { scene in
      scene.lamps[0].key = Key(marks: first.marks + again.marks)
      scene.lamps[0].strength = { $0 < 30 ? 0.2 : 1 }
      scene.duration = 57
      scene.seed = seed
    }
    let report = SceneReport(scene)
    try #require(report.found.map(\.id.letter) == ["A", "A"])
    let before = try #require(report.litLevel(first.marks, from: scene.start))
    let after = try #require(report.litLevel(again.marks, from: scene.start))
    #expect(abs(after - before) < 0.1 * (before - 100))
  }

  @Test("a lamp that comes back has the same size", arguments: [1, 2, 3] as [UInt64])
  func size(seed: UInt64) throws {
    let first = Key("SOS SOS", wordsPerMinute: 15, from: 1)
    let again = Key("SOS SOS", wordsPerMinute: 15, from: 45)
    let (scene, _) = scene { scene in
      // Where four tiles meet: each holds the same share of it, except for the noise.
      scene.lamps = [GridScene.Lamp(x: 64, y: 64, radius: 6, key: Key(marks: first.marks + again.marks))]
      scene.duration = 57
      scene.seed = seed
    }
    let report = SceneReport(scene)
    try #require(report.found.map(\.id.letter) == ["A", "A"])
    #expect(abs(report.found[1].radius / report.found[0].radius - 1) < 0.03)
  }
}

extension SceneReport {
  /// The mean level in these marks, without the frames at their edges; `nil` if there is none.
  fileprivate func litLevel(_ marks: some Sequence<ClosedRange<Double>>, from start: Double) -> Double? {
    let inside = samples.filter { sample in
      marks.contains { sample.start - start > $0.lowerBound && sample.start + 0.04 - start < $0.upperBound }
    }
    return inside.isEmpty ? nil : inside.reduce(0) { $0 + $1.level } / Double(inside.count)
  }
}

@Suite("Calibration and control")
struct ControlTests {
  @Test("calibration reaches 1 within two seconds, even if a lamp blinks", arguments: ["SOS SOS", "E"])
  func calibration(text: String) {
    let (scene, _) = scene(text) { $0.duration = 5 }
    let report = SceneReport(scene)
    #expect(zip(report.calibration, report.calibration.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(report.calibration.last == 1)
    #expect(report.calibration.count < 60)
    #expect(report.state.calibration == nil)
  }

  @Test("the background has brightness 100; with half of the light it has 50")
  func brightness() {
    let (scene, _) = scene {
      $0.lamps = []
      $0.ambient = { $0 < 3 ? 1 : 0.5 }
      $0.duration = 4
    }
    #expect(abs(SceneReport(scene).state.sceneBrightness - 50) < 1)
  }

  @Test(
    "a light that stays on for 2 s and eight units counts as a changed scene",
    arguments: [(nil, 2.0), (0.5, 4.0)])
  func stuck(unit: Double?, believed: Double) throws {
    let key = Key("SOS", wordsPerMinute: 12, from: 0.5)
    let (scene, _) = scene {
      $0.lamps[0].key = Key(marks: key.marks + [6...20])
      $0.duration = 14
    }
    let report = SceneReport(scene, unit: unit)
    let last = try #require(report.edges.last)
    #expect(report.edges.count == 2 * key.marks.count + 2)
    #expect(!last.isOn && abs(last.time - scene.start - 6 - believed) < 0.1)
  }

  @Test(
    "sensitivity sets the step above dark that counts as on",
    arguments: [
      // The middle is 103 in middling light, and more in darker rooms.
      (0.5, 120.0, 3.0), (0.5, 96, 3), (0.5, 48, 6), (0.5, 3, 24), (0, 120, 30), (1, 120, 0.3), (7, 120, 0.3),
    ])
  func sensitivity(sensitivity: Double, meanLuma: Double, step: Double) {
    #expect(abs(LightReader.step(sensitivity: sensitivity, meanLuma: meanLuma) - step) < 1e-9)
  }

  @Test(
    "only a lamp above a manual threshold is read; the threshold is at least half of the lamp's step",
    arguments: [(1, true), (0.8, true), (0.5, true), (0, false)])
  func manual(sensitivity: Double, isRead: Bool) {
    // A step of 7 on the 100 scale.
    let (scene, key) = scene(radius: 2) { $0.noise = 1 }
    let report = SceneReport(scene, .init(sensitivity: .manual(sensitivity)))
    #expect((report.errors(against: key, from: scene.start) != nil) == isRead)
    for torch in report.state.torches {
      let step = LightReader.step(sensitivity: sensitivity, meanLuma: 96)
      #expect(
        abs(torch.threshold - torch.darkLevel - max(step, (torch.brightLevel - torch.darkLevel) / 2)) < 0.5)
    }
  }

  @Test("a repeated frame is read once, and a frame of another size restarts the reader")
  func disorder() {
    var reader = LightReader()
    var samples = 0
    var lost = 0
    let (scene, _) = scene()
    func count(_ event: LightEvent) {
      if case .sample = event { samples += 1 }
      if case .lost = event { lost += 1 }
    }
    scene.play { grid in
      reader.read(grid, report: count)
      let before = samples
      reader.read(grid, report: count)
      #expect(samples == before)
    }
    #expect(samples > 0 && lost == 0)
    reader.read(LumaGrid(width: 64, height: 64, timestamp: Timestamp(seconds: 1000)), report: count)
    #expect(lost == 1 && reader.state.torches.isEmpty)
  }

  @Test(
    "a picture of another size restarts the reader, wherever torches were before", arguments: [1.0, 8],
    [true, false])
  func otherSize(later: Double, isSmaller: Bool) {
    let (large, _) = scene("CQ CQ") {
      ($0.width, $0.height) = (640, 480)
      $0.lamps[0].x = 600
      $0.lamps[0].y = 440
    }
    let (small, _) = scene("SOS DE")
    let first = isSmaller ? large : small
    var second = isSmaller ? small : large
    second.start = first.start + first.duration + later
    var reader = LightReader()
    var report = SceneReport()
    for scene in [first, second] {
      scene.play { grid in reader.read(grid) { report.note($0, grid.timestamp.seconds) } }
    }
    reader.finish { report.note($0, 0) }
    #expect(report.edges.count == 2 * first.lamps[0].key.marks.count + 2 * second.lamps[0].key.marks.count)
    #expect(report.found.map(\.id.index) == [0, 1])
  }

  @Test("a new time axis hides no edge, and the torch keeps its letter", arguments: [0.0, 90])
  func otherTime(start: Double) {
    var (scene, key) = scene("SOS DE")
    var reader = LightReader()
    var report = SceneReport()
    for begin in [100, start] {
      scene.start = begin
      scene.play { grid in reader.read(grid) { report.note($0, grid.timestamp.seconds) } }
    }
    reader.finish { report.note($0, 0) }
    #expect(report.edges.count == 4 * key.marks.count)
    #expect(report.found.map(\.id.index) == [0, 0])
  }

  @Test("recalibrating forgets the torch until it signals again")
  func recalibrate() {
    var reader = LightReader()
    var found = 0
    var lost = 0
    let (scene, key) = scene("SOS DE SOS")
    var isDone = false
    scene.play { grid in
      if grid.timestamp.seconds - scene.start > key.end / 2, !isDone {
        reader.recalibrate()
        isDone = true
      }
      reader.read(grid) { event in
        if case .found(let id, _, _, _, _) = event {
          found += 1
          #expect(id == TorchID(0))
        }
        if case .lost = event { lost += 1 }
      }
    }
    #expect(found == 2 && lost == 1)
  }
}
