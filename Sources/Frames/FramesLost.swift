/// A gap in a stream: frames that are missing or damaged.
public struct FramesLost: Sendable, Equatable {
  /// Why frames are missing.
  public enum Cause: String, Sendable, Codable, CaseIterable {
    /// The source's frame numbers have a gap: the camera, the bus or the driver dropped frames.
    case source
    /// The driver flagged the buffer as damaged (`V4L2_BUF_FLAG_ERROR`).
    case damaged
    /// The buffer held less than a whole picture, or a compressed picture did not decode.
    case incomplete
    /// Aldis was too slow: its own bounded queue was full.
    case overload
    /// The GPU was reset while it measured them.
    case graphics
  }

  /// Number of frames.
  public var count: Int
  /// Why they are missing.
  public var cause: Cause
  /// The time of the first good frame after the gap, or of the damaged one.
  public var time: Timestamp

  /// A gap of `count` frames before `time`.
  public init(count: Int, cause: Cause, time: Timestamp) {
    self.count = count
    self.cause = cause
    self.time = time
  }
}
