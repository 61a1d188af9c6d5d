/// What the luma of a frame costs, in milliseconds of its thread's time.
///
/// A GPU works while the thread goes on; `readback` then holds what is left to wait for.
public struct PassTimes: Sendable, Equatable, Codable {
  /// The parts of one frame's cost.
  public struct Parts: Sendable, Equatable, Codable {
    /// Handing the picture to the GPU.
    public var upload = 0.0
    /// Having its tiles drawn, or adding them up on the CPU.
    public var pass = 0.0
    /// Fetching the tiles.
    public var readback = 0.0

    public var total: Double { upload + pass + readback }

    public init() {}
  }

  /// Of the newest frame.
  public private(set) var last = Parts()
  /// Smoothed: a frame weighs a thirtieth once there were thirty.
  public private(set) var mean = Parts()
  private var frames = 0.0

  public init() {}

  mutating func record(_ parts: Parts) {
    last = parts
    frames = min(frames + 1, 30)
    mean.upload += (parts.upload - mean.upload) / frames
    mean.pass += (parts.pass - mean.pass) / frames
    mean.readback += (parts.readback - mean.readback) / frames
  }
}

/// Milliseconds between laps, by the monotonic clock.
package struct Stopwatch {
  private var last = ContinuousClock.now

  package init() {}

  package mutating func lap() -> Double {
    let now = ContinuousClock.now
    let (seconds, attoseconds) = (now - last).components
    last = now
    return Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
  }
}
