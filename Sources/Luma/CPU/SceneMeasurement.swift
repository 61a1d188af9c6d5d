import Frames

/// Measures a frame on the CPU: its place in the scene, its tiles and their background differences.
public struct SceneMeasurement {
  private var registration = FrameRegistration()
  private var background = PixelBackground()
  // Reused, so that its storage is allocated once.
  private var grid = LumaGrid(width: 1, height: 1)
  private let isNegative: Bool
  private var negatives: FramePool?

  /// - Parameter isNegative: Whether the negative of each frame is measured, for lamps that are lit at rest and dark for dots and
  ///   dashes.
  public init(isNegative: Bool = false) { self.isNegative = isNegative }

  /// Measures the next frame. A recorded measurement is used as it is.
  public mutating func measure(_ frame: borrowing Frame) -> LumaGrid {
    if let recorded = frame.recordedGrid { return recorded }
    // Without memory for the negative, the frame itself is measured.
    if isNegative, let negative = negative(of: frame) { return measurePixels(of: negative) }
    return measurePixels(of: frame)
  }

  private mutating func measurePixels(of frame: borrowing Frame) -> LumaGrid {
    CPULuma.measure(frame, movedBy: registration.motion(of: frame), into: &grid)
    background.measure(frame, into: &grid)
    return grid
  }

  /// The negative of the luma of `frame`; `nil` if there is no memory for it. The returned frame must end before the next call.
  private mutating func negative(of frame: borrowing Frame) -> Frame? {
    let format = FrameFormat(
      .grey, width: frame.format.width, height: frame.format.height, range: frame.format.range)
    if negatives?.format != format { negatives = FramePool(unverified: format, capacity: 1) }
    return negatives?.frame(
      timestamp: frame.timestamp, sequence: frame.sequence, exposure: frame.exposure
    ) { CPULuma.writeNegative(of: frame, to: $0) }
  }
}
