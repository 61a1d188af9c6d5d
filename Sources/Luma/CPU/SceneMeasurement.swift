import Frames

/// Measures a frame on the CPU: its place in the scene, its tiles and their background differences.
public struct SceneMeasurement {
  private var registration = FrameRegistration()
  private var background = PixelBackground()
  // Reused, so that its storage is allocated once.
  private var grid = LumaGrid(width: 1, height: 1)
  private let isNegative: Bool
  private var negative: NegativePicture?

  /// - Parameter isNegative: Whether the negative of each frame is measured, in which dark lamps are lit.
  public init(isNegative: Bool = false) { self.isNegative = isNegative }

  /// Measures the next frame. A recorded measurement is used as it is.
  public mutating func measure(_ frame: borrowing Frame) -> LumaGrid {
    if let recorded = frame.recordedGrid { return recorded }
    guard isNegative else { return measurePixels(of: frame) }
    if negative?.matches(frame.format) != true { negative = NegativePicture(of: frame.format) }
    return measurePixels(of: negative!.negative(of: frame))
  }

  private mutating func measurePixels(of frame: borrowing Frame) -> LumaGrid {
    CPULuma.measure(frame, movedBy: registration.motion(of: frame), into: &grid)
    background.measure(frame, into: &grid)
    return grid
  }
}
