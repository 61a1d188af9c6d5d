import CFFmpeg
import Frames

/// Makes one time axis of a recording's presentation times, which may be missing, repeat, or go back.
///
/// Times never go back and never repeat, and pictures keep the decoder's order:
/// - A picture without a time follows the one before it at the usual interval.
/// - A time that repeats or goes back by less than ``longestStumble`` is a stumble: the picture comes one nanosecond
///   after the one before it, and the next good time is taken as it is.
/// - A time that goes back further begins another axis (recordings joined together, a counter that wrapped): it is
///   shifted, with all that follow, to come one usual interval after the picture before it.
struct RecordingClock {
  /// The container's unit of time.
  private let unit: AVRational
  /// Nanoseconds.
  private let usualInterval: Int64
  private var shift: Int64 = 0
  private var last: Int64?

  /// Nanoseconds.
  static let longestStumble: Int64 = 1_000_000_000

  /// - Parameter usualInterval: Seconds.
  init(unit: AVRational, usualInterval: Double) {
    self.unit = unit
    self.usualInterval = max(1, Timestamp(seconds: usualInterval).nanoseconds)
  }

  /// The time of the next picture, from the container's; the first one is where the file says, or at zero.
  mutating func time(_ presentation: Int64) -> Timestamp {
    let time = place(presentation)
    last = time
    return Timestamp(nanoseconds: time)
  }

  private mutating func place(_ presentation: Int64) -> Int64 {
    guard let last else { return presentation == ffmpeg_no_timestamp ? 0 : nanoseconds(presentation) }
    guard presentation != ffmpeg_no_timestamp else { return last + usualInterval }
    let time = nanoseconds(presentation) + shift
    if time > last { return time }
    if last - time < Self.longestStumble { return last + 1 }
    shift += last + usualInterval - time
    return last + usualInterval
  }

  /// To the nearest nanosecond, within half of what 64 bits hold, so that sums of two do not overflow.
  private func nanoseconds(_ presentation: Int64) -> Int64 {
    let value = av_rescale_q(presentation, unit, AVRational(num: 1, den: 1_000_000_000))
    return min(max(value, .min / 4), .max / 4)
  }
}
