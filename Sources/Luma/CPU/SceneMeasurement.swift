import Frames

/// Measures a frame on the CPU: its place in the scene, its tiles and their background differences.
public struct SceneMeasurement {
  private var registration = FrameRegistration()
  private var background = PixelBackground()

  public init() {}

  /// Measures the next frame. A measurement from a grid recording is adopted, because the picture of such a frame is painted
  /// from the tiles and never moves.
  public mutating func measure(_ frame: borrowing Frame, into grid: inout LumaGrid) {
    guard frame.recordedMeasurement == nil else {
      CPULuma.measure(frame, into: &grid)
      return background.measure(frame, into: &grid)
    }
    CPULuma.measure(frame, movedBy: registration.motion(of: frame), into: &grid)
    background.measure(frame, into: &grid)
  }
}
