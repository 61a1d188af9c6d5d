import Frames
import Light
import Testing

@testable import Monitor

@Suite("Measuring the exposure")
struct ExposureControlLoopTests {
  @Test(
    "the measurement continues when timestamps start again, a little or a long time earlier",
    arguments: [30.0, 1e7])
  func timesStartAgain(before: Double) throws {
    var loop = ExposureControlLoop()
    let light = LightState(calibration: nil, sceneBrightness: 100, torches: [])
    func take(from start: Double, clipped: UInt8) throws {
      for frame in 0..<90 {
        let tile = LumaGrid.Tile(sum: 256 * 100, maximum: clipped > 0 ? 255 : 120, clipped: clipped)
        let grid = try LumaGrid(
          width: 64, height: 64, tiles: Array(repeating: tile, count: 16),
          timestamp: Timestamp(seconds: start + Double(frame) / 30))
        loop.take(grid, light, nil)
      }
    }
    try take(from: before, clipped: 0)
    #expect(loop.report?.advice == .hold)
    try take(from: 0, clipped: 255)
    #expect(loop.report?.advice == .darker)
  }
}
