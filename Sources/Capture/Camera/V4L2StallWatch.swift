import Frames

/// Decides when a camera without frames is restarted or given up.
struct V4L2StallWatch {
  enum Verdict: Equatable {
    /// Wait for at most so many seconds.
    case wait(Double)
    /// Stop and start the stream, once.
    case restart
    case gone
  }

  /// A camera may take seconds to wake up: USB power, sensor start, first exposure.
  static let firstFrameAllowance = 3.0

  /// How long a running stream may pause: five frames, and a second for cameras that slow down in the dark.
  private let allowance: Double
  private var deadline: Timestamp
  private var hasRestarted = false

  /// - Parameter interval: Seconds from frame to frame, 0 where unknown.
  init(interval: Double, start: Timestamp) {
    allowance = max(5 * interval, 1)
    deadline = start + Self.firstFrameAllowance
  }

  /// A frame came, good or bad.
  mutating func frame(at now: Timestamp) {
    deadline = now + allowance
    hasRestarted = false
  }

  /// The camera could not deliver, because the reader held all buffers.
  mutating func excuse(at now: Timestamp) {
    deadline = max(deadline, now + allowance)
  }

  mutating func verdict(at now: Timestamp) -> Verdict {
    guard now >= deadline else { return .wait(deadline - now) }
    guard !hasRestarted else { return .gone }
    hasRestarted = true
    deadline = now + Self.firstFrameAllowance
    return .restart
  }
}
