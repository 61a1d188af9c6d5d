import Frames
import Testing

@testable import Light

/// A history of pictures of 64 x 64 pixels, with the residual motion of a hand that tiles at whole pixels do not follow.
private struct Held {
  var history = GridHistory(tileCount: 16, frames: 256, bytes: 1 << 20)
  private(set) var keyed: [Double] = []

  /// - Parameters:
  ///   - sum: The sum of the first tile as a function of the residual in pixels.
  ///   - step: How much a keyed light adds to it.
  init(sum: (SIMD2<Double>) -> Double, step: Double) {
    var random = SplitMix64(seed: 7)
    var grid = LumaGrid(width: 64, height: 64)
    for frame in 0..<200 {
      let residual = SIMD2<Int8>(Int8(64 * random.uniform() - 32), Int8(64 * random.uniform() - 32))
      let motion = SceneMotion(residual: residual, hasMoved: true)
      keyed.append(Double(frame / 7 % 2) * step)
      grid.tiles[0] = .init(
        sum: UInt16(sum(SIMD2<Double>(residual) / 64) + keyed[frame]), maximum: 0, clipped: 0)
      history.append(grid) { _, _ in
        .init(
          start: Double(frame) / 30, exposure: nil, ambient: 1,
          places: TilePlaces(motion, width: 64, height: 64), isInformative: true)
      }
    }
  }
}

@Suite("Residual motion of the picture")
struct ResidualMotionTests {
  @Test("changes that depend on the motion are removed; a tile's own changes stay")
  func removed() {
    let held = Held(
      sum: { 20_000 + 3000 * $0.x - 1500 * $0.y + 4000 * $0.x * $0.y + 3000 * $0.x * $0.x }, step: 1000)
    let frames = Array(held.history.indices)
    var trace = frames.map { held.history.value(of: 0, .sum, frame: $0) }
    #expect(trace.variance > 1.5 * 500 * 500)
    Nuisances(ofMotionIn: frames, of: held.history).remove(from: &trace)
    let mean = trace.reduce(0, +) / Double(trace.count)
    let worst = zip(trace, held.keyed).map { abs($0 - mean - ($1 - 500)) }.max() ?? .infinity
    #expect(worst < 250)
  }

  @Test("corrected sums do not change with the motion, and keep the light of a lamp")
  func sums() {
    var residualMotion = ResidualMotion(tileCount: 16)
    var random = SplitMix64(seed: 3)
    var worst = 0.0
    for frame in 0..<300 {
      let residual = SIMD2<Int8>(Int8(64 * random.uniform() - 32), Int8(64 * random.uniform() - 32))
      let place = SIMD2<Double>(residual) / 64
      let lit = Double(frame / 7 % 2)
      var grid = LumaGrid(width: 64, height: 64)
      grid.motion = SceneMotion(residual: residual, hasMoved: true)
      // The first tile has an edge and a lamp, the second one an edge alone.
      for (tile, step) in [2000.0, 0].enumerated() {
        let sum = 20_000 + 900 * place.x - 500 * place.y + step * lit + 20 * random.gaussian()
        grid.tiles[tile] = .init(sum: UInt16(sum), maximum: 0, clipped: 0)
      }
      residualMotion.correct(&grid, grid.places, interval: 1 / 30)
      // Before it has learned, the sums are off by up to 700.
      guard frame > 150 else { continue }
      worst = max(worst, abs(Double(grid.tiles[0].sum) - 20_000 - 2000 * lit))
      worst = max(worst, abs(Double(grid.tiles[1].sum) - 20_000))
    }
    #expect(worst < 150)
  }

  @Test("if the camera rolls, whole pixels and residual add up to the exact motion of each tile")
  func rolling() {
    let places = TilePlaces(
      SceneMotion(x: 5, y: -3, residual: [20, -9], roll: 70, hasMoved: true), width: 640, height: 480)
    for (column, row) in [(0, 0), (39, 0), (20, 29), (7, 13)] {
      let middle = SIMD2(16 * Double(column) + 8, 16 * Double(row) + 8)
      let exact = places.displacement(at: middle) + SIMD2(20, -9) / 64
      let whole = SIMD2<Double>(places.displacement(column: column, row: row))
      let rest = SIMD2<Double>(places.residual(column: column, row: row))
      #expect((whole + rest - exact).length < 1 / 128.0)
    }
  }

  @Test("a picture from a tripod has no nuisances of motion")
  func still() {
    var history = GridHistory(tileCount: 1, frames: 64, bytes: 1 << 20)
    for frame in 0..<64 {
      history.append(LumaGrid(width: 16, height: 16)) { _, _ in
        .init(start: Double(frame), exposure: nil, ambient: 1, isInformative: true)
      }
    }
    let levels = history.indices.map { Double($0) }
    var trace = levels
    Nuisances(ofMotionIn: Array(history.indices), of: history).remove(from: &trace)
    #expect(trace == levels)
  }

  @Test("in a scene that has moved, sums and background differences are used, brightest pixels are not")
  func measures() {
    func moment(_ motion: SceneMotion) -> GridHistory.Moment {
      var moment = GridHistory.Moment(
        start: 0, exposure: nil, ambient: 1, places: TilePlaces(motion, width: 64, height: 64),
        isInformative: true)
      moment.hasDifferences = true
      return moment
    }
    #expect(
      TileMeasure.allCases.filter { $0.isKnown(at: moment(.still)) } == [.sum, .brightest, .difference])
    let moved = moment(SceneMotion(x: 3, hasMoved: true))
    #expect(TileMeasure.allCases.filter { $0.isKnown(at: moved) } == [.sum, .difference])
  }

  @Test("a moving picture changes all tiles, and the tile with a lamp still ranks first")
  func ranking() {
    let shape = GridShape(LumaGrid(width: 320, height: 240))
    var ranking = CandidateRanking()
    for usual in [1.0, 20] {
      var modulations = (0..<shape.count).map { usual * (1 + 0.3 * Double($0 % 3)) }
      modulations[105] = 8 * usual
      ranking.begin(sums: modulations, differences: Array(repeating: 0, count: shape.count))
      #expect(ranking.rank(in: shape) == [105])
    }
  }

  @Test("the middle of a circle of modulated tiles is found from any of them")
  func middle() {
    let shape = GridShape(LumaGrid(width: 640, height: 480))
    let centre = 15 * shape.columns + 20
    let circle = shape.tiles(around: centre, margin: 3).filter {
      abs((shape.centre(of: $0) - shape.centre(of: centre)).length - 40) < 8
    }
    var modulations = Array(repeating: 1.0, count: shape.count)
    for tile in circle { modulations[tile] = 200 }
    var ranking = CandidateRanking()
    ranking.begin(sums: modulations, differences: Array(repeating: 0, count: shape.count))
    for tile in circle {
      #expect(ranking.middle(around: tile, reach: HandSway.reach, in: shape) == centre)
    }
  }

  @Test("only tiles that never left the picture are searched for small lamps")
  func seen() {
    var history = GridHistory(tileCount: 16, frames: 64, bytes: 1 << 20)
    let shape = GridShape(LumaGrid(width: 64, height: 64))
    for motion in [
      SceneMotion.still, SceneMotion(x: -10, hasMoved: true), SceneMotion(y: 20, hasMoved: true),
    ] {
      history.append(LumaGrid(width: 64, height: 64)) { _, _ in
        .init(
          start: 0, exposure: nil, ambient: 1, places: TilePlaces(motion, width: 64, height: 64),
          isInformative: true)
      }
    }
    let seen = history.tilesSeen(in: history.indices)
    #expect((0..<16).filter { seen.contains($0, in: shape) } == [1, 2, 3, 5, 6, 7])
    #expect((0..<16).allSatisfy { history.tilesSeen(in: 0..<1).contains($0, in: shape) })
  }
}
