import CVideo4Linux
import Frames

/// Puts frames on one time axis: the driver's stamps while they can be trusted, else the time of arrival.
///
/// Once a stamp has proved wrong the stream stays with the time of arrival: two axes mixed would shift edges.
struct V4L2Clock {
  /// When the stream was started.
  let start: Timestamp
  private(set) var source: FrameClock = .source
  private var last: Timestamp?

  init(start: Timestamp) {
    self.start = start
  }

  /// The driver's stamp if it can be one of `CLOCK_MONOTONIC` for a frame of this stream.
  ///
  /// `V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN` may be any clock, and `COPY` is whatever fed the device. Conversion from the
  /// camera's own clock may put a frame a little before the start; none can come from the future.
  func stamp(_ nanoseconds: Int64, flags: UInt32, now: Timestamp) -> Timestamp? {
    let kind = Int32(bitPattern: flags) & V4L2_BUF_FLAG_TIMESTAMP_MASK
    let stamp = Timestamp(nanoseconds: nanoseconds)
    guard kind == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC, stamp >= start + -1, stamp <= now + 0.1 else {
      return nil
    }
    return stamp
  }

  /// The time of a good frame, later than that of every frame before it.
  mutating func time(of nanoseconds: Int64, flags: UInt32, now: Timestamp) -> Timestamp {
    if source == .source, let stamp = stamp(nanoseconds, flags: flags, now: now),
      last.map({ stamp > $0 }) ?? true
    {
      last = stamp
      return stamp
    }
    source = .arrival
    let next = last.map { Timestamp(nanoseconds: $0.nanoseconds + 1) } ?? now
    let time = max(now, next)
    last = time
    return time
  }
}
