import Frames
import Testing

@testable import Capture

@Suite("A simulated scene")
struct SimulatedSceneTests {
  @Test(
    "lights a frame by the part of its exposure that the lamp is on",
    arguments: [
      // 10 frames a second, open for half of each: frame 3 sees 0.30 s to 0.35 s.
      (marks: [0.30..<0.35], level: 1.0),
      (marks: [0.25..<0.40], level: 1.0),
      (marks: [0.10..<0.30], level: 0.0),
      (marks: [0.35..<0.50], level: 0.0),
      (marks: [0.325..<0.50], level: 0.5),
      (marks: [0.10..<0.31], level: 0.2),
      (marks: [0.31..<0.32], level: 0.2),
      (marks: [0.30..<0.31, 0.33..<0.34], level: 0.4),
      (marks: [0.20..<0.305, 0.31..<0.32, 0.345..<0.40], level: 0.4),
      (marks: [], level: 0.0),
    ])
  func exposureIntegral(marks: [Range<Double>], level: Double) {
    let description = SceneDescription(rate: 10, exposure: 0.5, leadIn: 0)
    #expect(abs(description.level(of: .marks(marks), frame: 3) - level) < 1e-9)
  }

  @Test("delivers the same bytes for the same seed, and others for another")
  func determinism() throws {
    let description = SceneDescription(
      width: 97, height: 61, torches: [SimulatedTorch(marks: [0..<0.2])], shake: 1.5, leadIn: 0.1, tail: 0.1)
    var other = description
    other.seed = 2
    let pictures = try Self.pictures(description)
    #expect(try pictures == Self.pictures(description))
    #expect(try pictures != Self.pictures(other))
    #expect(pictures.count == 12)
  }

  static func pictures(_ description: SceneDescription) throws -> [[UInt8]] {
    let scene = SimulatedScene(description)
    var pictures: [[UInt8]] = []
    while true {
      switch try scene.next(within: .zero) {
      case .frame(let frame):
        pictures.append(
          (0..<3).flatMap { plane in frame.withPlane(plane) { Array($0) } })
      case .ended:
        return pictures
      case .lost: continue
      case .changed: continue
      case .nothing: continue
      }
    }
  }
}
