import Frames
import Testing

@testable import Light

/// A lamp in a scene whose tiles lie elsewhere in each frame.
private struct MovedScene {
  static let lamp = SIMD2(104.0, 88.0)
  static let start = 2.0
  static let key = Key("SOS CQ SOS", wordsPerMinute: 12, from: start)
  /// In the gap after the first word.
  static let afterFirstWord = start + 3.35

  var scene = GridScene()
  /// The offset of the tiles at a time.
  var motion: (Double) -> SceneMotion

  init(_ motion: @escaping (Double) -> SceneMotion) {
    self.motion = motion
    (scene.width, scene.height) = (320, 240)
    scene.lamps = [.init(x: Self.lamp.x, y: Self.lamp.y, radius: 5, key: Self.key)]
  }

  func play(_ see: (LumaGrid) -> Void) {
    scene.play { grid in
      var moved = grid
      moved.motion = motion(grid.timestamp.seconds - scene.start)
      for row in 0..<moved.rows {
        for column in 0..<moved.columns
        where !moved.places.columns.contains(column) || !moved.places.rows.contains(row) {
          moved[column, row] = .dark
        }
      }
      see(moved)
    } lost: { _ in
    }
  }

  func read() -> (report: SceneReport, state: LightState) {
    var reader = LightReader()
    var report = SceneReport()
    play { grid in reader.read(grid) { report.note($0, grid.timestamp.seconds) } }
    let state = reader.state
    reader.finish { report.note($0, 0) }
    return (report, state)
  }
}

@Suite("A scene that moves in the picture")
struct MovedSceneTests {
  /// A lamp in a hand, filmed from a hand: sub-pixel motion changes all tiles around it.
  @Test("a lamp in a hand is read as one torch, from its first mark on", arguments: 1...12)
  func hands(seed: Int) {
    var moved = MovedScene { time in
      SceneMotion(x: Int(20 * sine(2 * time)), y: Int(12 * sine(1.3 * time)), hasMoved: true)
    }
    (moved.scene.seed, moved.scene.shake, moved.scene.noise) = (UInt64(seed), 0.3, 1)
    let phase = Double(seed)
    moved.scene.lamps[0].radius = 4
    moved.scene.lamps[0].sway = { (9 * sine($0 * 2.2 + phase), 9 * sine($0 * 2.9 + 2 * phase)) }
    let (report, _) = moved.read()
    #expect(report.found.count == 1 && report.lost.isEmpty)
    #expect(report.errors(against: MovedScene.key, from: moved.scene.start) != nil)
  }

  @Test("a lamp is read by tiles that move with it, and reported at its place in the picture")
  func place() throws {
    let moved = MovedScene { time in
      SceneMotion(x: Int(40 * sine(2 * time)), y: Int(25 * sine(1.3 * time)), hasMoved: true)
    }
    let (report, state) = moved.read()
    #expect(report.found.count == 1 && report.lost.isEmpty)
    let errors = try #require(report.errors(against: MovedScene.key, from: moved.scene.start))
    #expect(rootMeanSquare(errors) < 0.02)
    let found = try #require(report.found.first)
    let motion = moved.motion(found.time - moved.scene.start)
    #expect(abs(found.x - MovedScene.lamp.x - Double(motion.x)) < 4)
    #expect(abs(found.y - MovedScene.lamp.y - Double(motion.y)) < 4)
    let end = moved.motion(moved.scene.duration - 1 / 30)
    let torch = try #require(state.torches.first)
    #expect(abs(torch.x - MovedScene.lamp.x - Double(end.x)) < 8)
  }

  @Test("a lamp outside the picture has unknown levels, not dark ones")
  func outside() throws {
    // It is outside only while the sender pauses between two words.
    let marks = MovedScene.key.marks
    let pauses = zip(marks, marks.dropFirst()).filter { $1.lowerBound - $0.upperBound > 0.5 }
    let pause = try #require(pauses.last)
    let away = pause.0.upperBound + 0.1..<pause.1.lowerBound - 0.1
    let moved = MovedScene { away.contains($0) ? SceneMotion(x: -130, hasMoved: true) : .still }
    let (report, _) = moved.read()
    #expect(report.lost.isEmpty)
    #expect(report.errors(against: MovedScene.key, from: moved.scene.start) != nil)
    let unseen = report.samples.filter { away.contains($0.start - moved.scene.start) }
    #expect(!unseen.isEmpty && unseen.allSatisfy { !$0.isInformative })
  }

  @Test("a light is read while more than half of it is in the picture")
  func partlyOutside() throws {
    // A glow that fills the picture. The first columns of the glow are outside the picture most of the time.
    let moved = MovedScene { SceneMotion(x: -Int(20 + 20 * sine(2 * $0)), hasMoved: true) }
    var wide = moved
    wide.scene.lamps[0].radius = 60
    wide.scene.duration = MovedScene.key.end + 2
    let (report, _) = wide.read()
    #expect(report.found.count == 1 && report.lost.isEmpty)
    let errors = try #require(report.errors(against: MovedScene.key, from: wide.scene.start))
    #expect(rootMeanSquare(errors) < 0.02)
    let blind = report.samples.count { !$0.isInformative }
    #expect(blind < report.samples.count / 50)
  }

  @Test("a torch that does not signal in the next scene is lost after ten seconds")
  func otherScene() {
    let change = MovedScene.key.end + 1
    var moved = MovedScene { SceneMotion(scene: $0 < change ? 0 : 1) }
    moved.scene.duration = change + 9
    let (before, state) = moved.read()
    #expect(before.found.count == 1 && before.lost.isEmpty && state.torches.isEmpty)
    moved.scene.duration = change + 11
    #expect(moved.read().report.lost.count == 1)
  }

  @Test(
    "a torch continues in the next scene only if it is known where the last scene lies in it",
    arguments: [true, false])
  func nextScene(isPlaceKnown: Bool) {
    let change = MovedScene.afterFirstWord
    let place = SceneTransform(shift: SIMD2(110, 60), zoom: 0.5, roll: 0.1)
    let jump = place.applied(to: MovedScene.lamp, width: 320, height: 240) - MovedScene.lamp
    var moved = MovedScene { _ in .still }
    let frameTime = 1 / moved.scene.framesPerSecond
    moved.motion = { time in
      var motion = SceneMotion(scene: time < change ? 0 : 1)
      if isPlaceKnown, time >= change, time < change + frameTime { motion.lastScene = place }
      return motion
    }
    moved.scene.lamps[0].sway = { $0 < change ? (0, 0) : (jump.x, jump.y) }
    let (report, state) = moved.read()
    #expect(report.found.count == (isPlaceKnown ? 1 : 2))
    #expect(state.torches.map(\.id) == [TorchID(isPlaceKnown ? 0 : 1)])
    let times = report.samples.filter { $0.torch == TorchID(0) }.map { $0.start - moved.scene.start }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < 2.5 * frameTime })
    #expect(times.contains { $0 > change } == isPlaceKnown)
  }

  @Test(
    "a torch is reported as lost and found again if it is unknown where the last scene lies")
  func unknownPlace() {
    let change = MovedScene.afterFirstWord
    let (report, state) = MovedScene { SceneMotion(scene: $0 < change ? 0 : 1) }.read()
    #expect(report.found.map(\.id) == [TorchID(0), TorchID(0)])
    #expect(report.lost == [TorchID(0)])
    #expect(state.torches.map(\.id) == [TorchID(0)])
  }
}

/// A lamp in a scene that is wider than the picture, and a camera that turns to the right.
private struct TurningCamera {
  var world = GridScene()
  /// When the camera begins to turn, in seconds from the start.
  let turnStart = 4.0
  /// By how many pixels it turns, within a second.
  let turnPixels = 100.0
  /// When the grid moves, in seconds from the start.
  let gridMoveTime = 5.5
  let gridMoveTiles = 6

  init(lamp x: Double, _ key: Key) {
    (world.width, world.height) = (640, 240)
    world.lamps = [.init(x: x, y: 100, radius: 5, key: key)]
    world.duration = key.end + 6
  }

  func motion(at time: Double) -> SceneMotion {
    let shift = -Int((turnPixels * min(1, max(0, time - turnStart))).rounded())
    let origin = time < gridMoveTime ? 0 : gridMoveTiles
    return SceneMotion(x: shift + 16 * origin, hasMoved: true, origin: SIMD2(Int32(origin), 0))
  }

  func read() -> (report: SceneReport, state: LightState) {
    var reader = LightReader()
    var report = SceneReport()
    world.play { seen in
      var grid = LumaGrid(
        width: 320, height: 240, timestamp: seen.timestamp, sequence: seen.sequence, exposure: seen.exposure)
      grid.motion = motion(at: seen.timestamp.seconds - world.start)
      for row in grid.places.rows {
        for column in grid.places.columns {
          grid[column, row] = seen[column + Int(grid.motion.origin.x), row]
        }
      }
      reader.read(grid) { report.note($0, grid.timestamp.seconds) }
    }
    let state = reader.state
    reader.finish { report.note($0, 0) }
    return (report, state)
  }
}

@Suite("A grid of tiles that moves with a camera")
struct MovedGridTests {
  @Test("a lamp is read from its first mark on if it comes into the picture when the camera turns to it")
  func outside() throws {
    let key = Key("SOS CQ SOS", wordsPerMinute: 12, from: 7)
    let camera = TurningCamera(lamp: 380, key)
    let (report, state) = camera.read()
    #expect(report.found.count == 1 && report.lost.isEmpty)
    #expect(report.errors(against: key, from: camera.world.start) != nil)
    let torch = try #require(state.torches.first)
    #expect(abs(torch.x - 280) < 4)
  }

  @Test("a lamp is read without a mistake while the grid moves", arguments: [120.0, 200, 290])
  func inside(x: Double) throws {
    let key = Key("PARIS PARIS PARIS", wordsPerMinute: 12, from: 1)
    let camera = TurningCamera(lamp: x, key)
    let (report, state) = camera.read()
    #expect(report.found.count == 1 && report.lost.isEmpty)
    let errors = try #require(report.errors(against: key, from: camera.world.start))
    #expect(rootMeanSquare(errors) < 0.02)
    let torch = try #require(state.torches.first)
    #expect(abs(torch.x - x + 100) < 4)
  }

  @Test(
    "tiles keep their values when the grid moves, but those that the edge of the picture cuts off",
    arguments: [SIMD2(3, 0), SIMD2(0, -2), SIMD2(-1, 1), SIMD2(40, 0)])
  func values(tiles: SIMD2<Int>) {
    // The last column has 8 pixels, and so has the last row.
    let shape = GridShape(LumaGrid(width: 152, height: 104))
    let move = GridMove(of: shape, by: tiles)
    let moved = move.values(Array(0..<shape.count), newTiles: -1)
    let places = TilePlaces(.still, width: 152, height: 104).moved(by: tiles)
    for tile in moved.indices {
      let (column, row) = (shape.column(of: tile), shape.row(of: tile))
      let old = SIMD2(column, row) &+ tiles
      let isKept =
        (0..<10).contains(old.x) && (0..<7).contains(old.y) && (tiles.x == 0 || column < 9 && old.x < 9)
        && (tiles.y == 0 || row < 6 && old.y < 6)
      #expect(moved[tile] == (isKept ? old.y * shape.columns + old.x : -1))
      #expect(places.contains(tile: tile) == isKept)
      if isKept { #expect(move.index(of: moved[tile]) == tile) }
    }
  }

  @Test("a lamp that has left the grid is reported as lost")
  func leaving() {
    let key = Key("PARIS PARIS PARIS", wordsPerMinute: 12, from: 1)
    let (report, state) = TurningCamera(lamp: 40, key).read()
    #expect(report.found.count == 1 && report.lost.count == 1)
    #expect(state.torches.isEmpty)
  }
}
