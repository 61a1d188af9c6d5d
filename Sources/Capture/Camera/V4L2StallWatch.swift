import Frames

/// Decides when a camera that delivers no frames is restarted, or counts as gone.
struct V4L2StallWatch {
  enum Action: Equatable {
    /// Wait for at most this number of seconds.
    case wait(Double)
    /// Stop and start the stream, once.
    case restart
    case gone
  }

  /// A camera may take seconds to wake up: USB power, sensor start, first exposure.
  static let firstFrameAllowance = 3.0

  /// How long a running stream may pause, in seconds: five frames, but at least 1 s for cameras that slow down in the dark.
  private let allowance: Double
  private var deadline: Timestamp
  private var hasRestarted = false

  /// - Parameter interval: Seconds between frames; 0 if unknown.
  init(interval: Double, start: Timestamp) {
    allowance = max(5 * interval, 1)
    deadline = start + Self.firstFrameAllowance
  }

  /// Notes a frame, good or bad.
  mutating func noteFrame(at now: Timestamp) {
    deadline = now + allowance
    hasRestarted = false
  }

  /// Extends the deadline of a camera that could not deliver because the reader held all buffers.
  mutating func extendDeadline(at now: Timestamp) {
    deadline = max(deadline, now + allowance)
  }

  mutating func action(at now: Timestamp) -> Action {
    guard now >= deadline else { return .wait(deadline - now) }
    guard !hasRestarted else { return .gone }
    hasRestarted = true
    deadline = now + Self.firstFrameAllowance
    return .restart
  }
}
