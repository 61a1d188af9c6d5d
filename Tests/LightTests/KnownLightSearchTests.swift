import Frames
import Testing

@testable import Light

@Suite("Search beside a known lamp")
struct KnownLightSearchTests {
  @Test("a known lamp explains its own tile, but not the tile of another lamp")
  func shares() throws {
    var film = GridScene()
    film.hasDifferences = true
    film.duration = 8
    film.lamps = [
      GridScene.Lamp(x: 104, y: 104, radius: 5, key: Key("PARIS PARIS", wordsPerMinute: 12, from: 0.5)),
      GridScene.Lamp(x: 152, y: 104, radius: 5, key: Key("CQ DE CQ", wordsPerMinute: 10, from: 0.7)),
    ]
    var scene = Scene(
      GridShape(LumaGrid(width: film.width, height: film.height)), number: 0, frames: 300, bytes: 1 << 24)
    var lit = LitShares(capacity: scene.history.capacity)
    film.play { grid in
      scene.take(grid)
      let begin = grid.timestamp.seconds - film.start
      lit.setShare(
        ofFrame: scene.history.end - 1,
        to: film.lamps[0].key.share(from: begin, to: begin + 1 / film.framesPerSecond))
    }
    let frames = scene.history.indices
    let own = scene.shape.tile(containing: SIMD2(film.lamps[0].x, film.lamps[0].y))
    let other = scene.shape.tile(containing: SIMD2(film.lamps[1].x, film.lamps[1].y))
    let box = scene.shape.box(around: own, margin: 1)
    var fit = SpatialFilterFit()
    let found = fit.fit(
      SpatialFilterFit.Task(
        frames: frames, recent: frames, lit: lit, seed: own, columns: box.columns, rows: box.rows),
      in: scene)
    let spatialFilter = try #require(found)
    let task = TorchFinder.Task(
      frames: frames, horizon: .long, criteria: .signalling, minimumStep: 0.3,
      known: [KnownLight(spatialFilter: spatialFilter, lit: lit)])
    var examination = CandidateExamination()
    func shares(of tile: Int) -> (sum: Double, difference: Double) {
      examination.unexplainedShares(of: tile, task, SearchWindow(frames, in: scene), in: scene)
    }
    #expect(shares(of: own).sum < 0.001 && shares(of: own).difference < 0.001)
    #expect(shares(of: other).sum > 0.5 && shares(of: other).difference > 0.5)
  }
}
