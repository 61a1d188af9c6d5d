/// The cost of measuring the luma of a frame, in milliseconds on its thread.
///
/// A GPU works while the thread continues. `readback` then holds the rest of the wait.
public struct PassTimes: Sendable, Equatable, Codable {
  /// The parts of one frame's cost.
  public struct Parts: Sendable, Equatable, Codable {
    /// Uploading the picture to the GPU.
    public var upload = 0.0
    /// Submitting the draw of the tiles, or summing the tiles on the CPU.
    public var pass = 0.0
    /// Reading the tiles back from the GPU.
    public var readback = 0.0

    public var total: Double { upload + pass + readback }

    public init() {}
  }

  /// The cost of the newest frame.
  public private(set) var last = Parts()
  /// The mean of up to 30 frames, then an exponential moving average with a gain of 1/30 per frame.
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
    defer { last = now }
    return (now - last) / .milliseconds(1)
  }
}
