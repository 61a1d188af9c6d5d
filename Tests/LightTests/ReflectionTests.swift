import Frames
import Testing

@testable import Light

@Suite("A lamp and its reflection")
struct ReflectionTests {
  /// A small lamp, and its light on the water. The reflection changes more of the picture, but no pixel as much.
  private static func scene(_ text: String) -> (scene: GridScene, key: Key) {
    let key = Key(text, wordsPerMinute: 12.2, from: 0.137)
    var scene = GridScene()
    (scene.width, scene.height) = (320, 240)
    (scene.openShare, scene.texture) = (0.7, 20)
    scene.lamps = [
      GridScene.Lamp(x: 197, y: 60, radius: 3, key: key),
      GridScene.Lamp(x: 197, y: 190, radius: 20, luma: 140, key: key),
    ]
    scene.duration = key.end + 1
    return (scene, key)
  }

  @Test(
    "the lamp is found, not its larger reflection", arguments: [1, 2, 3])
  func lamp(seed: UInt64) throws {
    var (scene, key) = Self.scene("SOS DE ALDIS")
    scene.seed = seed
    let report = SceneReport(scene)
    #expect(report.found.count == 1)
    let found = try #require(report.found.first)
    #expect(abs(found.x - 197) < 16 && abs(found.y - 60) < 16)
    #expect(report.errors(against: key, from: scene.start) != nil)
  }

  @Test("a lamp that lights the whole picture is found again after a new calibration")
  func wholePicture() {
    var (scene, key) = Self.scene("SOS DE ALDIS SOS DE ALDIS")
    scene.lamps = [GridScene.Lamp(x: 197, y: 103, radius: 400, key: key)]
    var reader = LightReader()
    var (found, isDone) = ([TorchID](), false)
    scene.play { grid in
      if !isDone, grid.timestamp.seconds - scene.start > key.end / 2 {
        reader.recalibrate()
        isDone = true
      }
      reader.read(grid) { if case .found(let id, _, _, _, _) = $0 { found.append(id) } }
    }
    #expect(found == [TorchID(0), TorchID(0)])
  }
}
