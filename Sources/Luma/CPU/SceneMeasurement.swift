import Frames

/// All that is measured of a frame, by the CPU: where it lies in the scene, its tiles, and how far their pixels rise above their
/// calm values.
public struct SceneMeasurement {
  private var registration = FrameRegistration()
  private var baseline = PixelBaseline()

  public init() {}

  /// Measures the next frame. What a recording has kept of it is taken over: its picture is painted, and was never moved.
  public mutating func measure(_ frame: borrowing Frame, into grid: inout LumaGrid) {
    guard frame.recordedMeasurement == nil else {
      CPULuma.measure(frame, into: &grid)
      return baseline.measure(frame, into: &grid)
    }
    CPULuma.measure(frame, movedBy: registration.motion(of: frame), into: &grid)
    baseline.measure(frame, into: &grid)
  }

  /// Forgets the calm values there are: the scene as it now is becomes the calm one.
  public mutating func beginAnew() { baseline.beginAnew() }
}
