import Testing

@testable import evaluation

@Suite("Scenes of the evaluation")
struct SceneTests {
  private static func scene(_ build: (inout SceneBuilder) -> Void) -> SceneBuilder {
    var builder = SceneBuilder(seed: 1)
    builder.scene.width = 320
    builder.scene.height = 240
    builder.lamp(24, at: SIMD2(160, 120))
    build(&builder)
    return builder
  }

  private func cells(_ scores: SceneScore...) -> [String] {
    SceneScore.cells("any", scores).map { $0?.text ?? "-" }
  }

  @Test("if the lamp is read, the score has no errors and no false torch")
  func read() throws {
    let score = try SceneScore(Self.scene { _ in })
    #expect(cells(score) == ["0.0", "0", "0", "0"])
    #expect(score.mistakes == [])
    #expect(score.characters > 0)
  }

  @Test("a lamp that does not shine counts as missed, and all its characters as errors")
  func missed() throws {
    let score = try SceneScore(Self.scene { $0.scene.torches = [] })
    #expect(cells(score) == ["100.0", "1", "0", "0"])
  }

  @Test("a torch at a place without a lamp counts as false, and so do its characters")
  func invented() throws {
    let scene = Self.scene { $0.lamps[0].centre = SIMD2(40, 40) }
    let score = try SceneScore(scene)
    #expect(cells(score).prefix(3) == ["100.0", "1", "1"])
    #expect(score.falseCharacters == scene.lamps[0].message.count { $0 != " " })
  }

  @Test(
    "a lamp of one pixel is read by its background difference, with and without a brighter pixel beside it",
    arguments: [0.0, 150])
  func onePixel(beside: Double) throws {
    var builder = SceneBuilder(seed: 3)
    (builder.scene.width, builder.scene.height) = (160, 120)
    builder.pixel(brightness: 60, beside: beside, near: SIMD2(70, 60))
    #expect(try cells(SceneScore(builder)) == ["0.0", "0", "0", "0"])
    let without = try SceneScore(builder, measuresBackground: false)
    #expect(10 * without.errors > without.characters)
  }

  @Test("a lamp that is filmed from a hand is read, and found where it is in the picture")
  func handheld() throws {
    let scene = Self.scene {
      $0.scene.photograph = 4
      $0.scene.handheld = 10
    }
    #expect(try cells(SceneScore(scene)) == ["0.0", "0", "0", "0"])
    let without = try SceneScore(scene, measuresBackground: false)
    #expect(without.errors > 0)
  }

  @Test("the scores of several scenes are added")
  func sum() throws {
    let read = try SceneScore(Self.scene { _ in })
    let missed = try SceneScore(Self.scene { $0.scene.torches = [] })
    #expect(cells(read, missed) == ["50.0", "1", "0", "0"])
  }

  @Test("for a scene without a lamp, errors and missed lamps are not counted")
  func quiet() throws {
    var builder = SceneBuilder(seed: 1)
    (builder.scene.width, builder.scene.height, builder.scene.leadIn) = (160, 120, 1)
    #expect(try cells(SceneScore(builder)) == ["-", "-", "0", "0"])
  }

  @Test(
    "equal numbers and seeds make equal scenes; another number makes another scene",
    arguments: allScenes.map(\.name))
  func repeatable(_ name: String) throws {
    let condition = try #require(allScenes.first { $0.name == name })
    let scene = condition.scene(3, seed: 2, quiet: 30).scene
    #expect(condition.scene(3, seed: 2, quiet: 30).scene == scene)
    #expect(condition.scene(4, seed: 2, quiet: 30).scene != scene)
  }
}
