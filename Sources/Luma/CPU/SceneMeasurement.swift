import Frames

/// Measures a frame on the CPU: its place in the scene, its tiles and their background differences.
public struct SceneMeasurement {
  private var registration = FrameRegistration()
  private var background = PixelBackground()
  // Reused, so that its storage is allocated once.
  private var grid = LumaGrid(width: 1, height: 1)

  public init() {}

  /// Measures the next frame. A recorded measurement is used as it is.
  public mutating func measure(_ frame: borrowing Frame) -> LumaGrid {
    if let recorded = frame.recordedGrid { return recorded }
    CPULuma.measure(frame, movedBy: registration.motion(of: frame), into: &grid)
    background.measure(frame, into: &grid)
    return grid
  }
}
