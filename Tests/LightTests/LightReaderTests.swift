import Frames
import Testing

@testable import Light

@Suite("Reading light")
struct LightReaderTests {
  /// A lamp in a 640 x 480 picture that sends SOS.
  func scene(wordsPerMinute: Double, framesPerSecond: Double, openShare: Double) -> (GridScene, Key) {
    let key = Key("SOS DE ALDIS", wordsPerMinute: wordsPerMinute, from: 0.137)
    var scene = GridScene()
    scene.framesPerSecond = framesPerSecond
    scene.openShare = openShare
    scene.tellsExposure = true
    scene.lamps = [GridScene.Lamp(x: 393, y: 211, radius: 8, key: key)]
    scene.duration = key.end + 1
    return (scene, key)
  }

  @Test(
    "every edge is told once, within an eighth of a frame and half the time the shutter is shut",
    arguments: [5.0, 12, 20], [(24.0, 0.5), (30, 0.5), (30, 0.9), (60, 0.5), (60, 0.9)])
  func edges(wordsPerMinute: Double, camera: (framesPerSecond: Double, openShare: Double)) throws {
    let (scene, key) = scene(
      wordsPerMinute: wordsPerMinute, framesPerSecond: camera.framesPerSecond, openShare: camera.openShare)
    let witness = Witness(scene)
    #expect(witness.found.count == 1)
    let errors = try #require(witness.errors(against: key, from: scene.start))
    let shut = (1 - camera.openShare) / camera.framesPerSecond
    #expect(rootMeanSquare(errors) < 0.125 / camera.framesPerSecond + shut / 2)
  }
}
