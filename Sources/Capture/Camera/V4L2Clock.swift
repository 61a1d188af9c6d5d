import CVideo4Linux
import Frames

/// Puts frames on one time axis: the driver's timestamps while they are plausible, else the times of arrival.
///
/// A frame's time is the start of its exposure. Drivers that stamp frames at their ends set `V4L2_BUF_FLAG_TSTAMP_SRC_EOF`,
/// which is also the default value. After a wrong timestamp, the stream keeps the times of arrival, because a mix of two axes
/// would shift edges.
struct V4L2Clock {
  /// When the stream was started.
  let start: Timestamp
  private(set) var source: FrameClock = .source
  /// The last plausible timestamp of the driver, and the last returned time.
  private var lastStamp: Timestamp?
  private var last: Timestamp?

  init(start: Timestamp) {
    self.start = start
  }

  /// The start of a frame's exposure, if the driver's timestamp is plausible for `CLOCK_MONOTONIC`.
  ///
  /// - Parameter exposure: Seconds that the frame was exposed for.
  func stamp(_ nanoseconds: Int64, flags: UInt32, exposure: Double, now: Timestamp) -> Timestamp? {
    plausible(nanoseconds, flags: flags, now: now).map { Self.beginning(of: $0, flags, exposure) }
  }

  /// `V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN` may be any clock, and `COPY` is the clock of the program that feeds the device. The
  /// conversion from the camera's clock may put a frame slightly before the start, but never into the future.
  private func plausible(_ nanoseconds: Int64, flags: UInt32, now: Timestamp) -> Timestamp? {
    let kind = Int32(bitPattern: flags) & V4L2_BUF_FLAG_TIMESTAMP_MASK
    let stamp = Timestamp(nanoseconds: nanoseconds)
    guard kind == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC, stamp >= start + -1, stamp <= now + 0.1 else {
      return nil
    }
    return stamp
  }

  private static func beginning(of stamp: Timestamp, _ flags: UInt32, _ exposure: Double) -> Timestamp {
    let source = Int32(bitPattern: flags) & V4L2_BUF_FLAG_TSTAMP_SRC_MASK
    return source == V4L2_BUF_FLAG_TSTAMP_SRC_EOF ? stamp + -exposure : stamp
  }

  /// The time of a good frame, later than the time of every earlier frame.
  ///
  /// - Parameter exposure: Seconds that the frame was exposed for.
  mutating func time(of nanoseconds: Int64, flags: UInt32, exposure: Double, now: Timestamp) -> Timestamp {
    let next = last.map { Timestamp(nanoseconds: $0.nanoseconds + 1) }
    let time: Timestamp
    if source == .source, let stamp = plausible(nanoseconds, flags: flags, now: now),
      lastStamp.map({ stamp > $0 }) ?? true
    {
      lastStamp = stamp
      time = Self.beginning(of: stamp, flags, exposure)
    } else {
      source = .arrival
      time = now
    }
    // If the exposure has become longer, the computed start may lie before that of the last frame.
    let later = next.map { max(time, $0) } ?? time
    last = later
    return later
  }
}
