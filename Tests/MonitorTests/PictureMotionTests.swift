import Frames
import Testing

@testable import Monitor

@Suite("A picture that moves too much")
struct PictureMotionTests {
  /// The diagnosis after each second of 30 frames.
  static func diagnoses(_ seconds: Int, isLost: (Double) -> Bool) -> [Double?] {
    var picture = PictureMotion()
    var figures: [Double?] = []
    for frame in 0..<30 * seconds {
      let time = Double(frame) / 30
      var motion = SceneMotion(x: 3, hasMoved: true)
      motion.isLost = isLost(time)
      picture.note(motion, at: time)
      if frame % 30 == 29 { figures.append(picture.diagnosis?.figure) }
    }
    return figures
  }

  @Test("the share of frames that cannot be placed is reported until the scene is found again")
  func lost() throws {
    let figures = Self.diagnoses(20) { $0 < 10 }
    #expect(figures[0] == nil)
    let late = try #require(figures[9])
    #expect(late > 0.9 && late < 1)
    #expect(figures[13...].allSatisfy { $0 == nil })
  }

  @Test("motion is not reported for a cut to another scene, nor for single frames")
  func cut() {
    #expect(Self.diagnoses(20) { (5..<7).contains($0) }.allSatisfy { $0 == nil })
    #expect(Self.diagnoses(20) { Int($0 * 30) % 3 == 0 }.allSatisfy { $0 == nil })
  }

  @Test("if no lamp is found, the receiver gives the motion of the picture as the reason")
  func reason() {
    var receiver = Receiver()
    var found: [String] = []
    for frame in 0..<300 {
      var grid = LumaGrid(width: 64, height: 48)
      grid.timestamp = Timestamp(seconds: Double(frame) / 30)
      grid.motion = SceneMotion(x: 3, hasMoved: true)
      grid.motion.isLost = frame > 30
      receiver.read(grid) { event in
        if case .diagnosis(nil, let diagnosis?, _) = event { found.append(diagnosis.kind.rawValue) }
      }
    }
    #expect(found == ["moving"])
  }
}
