import Frames
import Testing

@testable import Light

@Suite("Frame time")
struct FrameTimeTests {
  /// The frame time after frames with these intervals between them, in seconds.
  private func frameTime(after intervals: [Double]) -> Double {
    var grid = LumaGrid(width: 64, height: 48)
    var scene = Scene(GridShape(grid), frames: 256, bytes: 1 << 20)
    var time = 100.0
    for interval in [0] + intervals {
      time += interval
      grid.timestamp = Timestamp(seconds: time)
      scene.take(grid)
    }
    return scene.frameTime
  }

  @Test("is known after three intervals, at any rate", arguments: [10.0, 25, 30, 60, 120])
  func rate(framesPerSecond: Double) {
    let intervals = [Double](repeating: 1 / framesPerSecond, count: 3)
    #expect(abs(frameTime(after: intervals) * framesPerSecond - 1) < 1e-6)
  }

  @Test(
    "is not set by a wrong first interval: two frames at once, or a source that stalled",
    arguments: [0, 0.0005, 0.4, 7], [3, 10, 100])
  func firstInterval(_ first: Double, frames: Int) {
    let intervals = [first] + [Double](repeating: 0.04, count: frames)
    #expect(abs(frameTime(after: intervals) / 0.04 - 1) < 0.01)
  }

  @Test("is not set by two wrong intervals among the first five", arguments: [0.0005, 7])
  func firstIntervals(_ strange: Double) {
    let intervals = [strange, 0.04, strange, 0.04, 0.04] + [Double](repeating: 0.04, count: 20)
    #expect(abs(frameTime(after: intervals) / 0.04 - 1) < 0.01)
  }
}
