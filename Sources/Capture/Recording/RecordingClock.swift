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
  // Nanoseconds, in 128 bits: a damaged file's times may add up to more than 64 hold.
  private let usualInterval: Int128
  private var shift: Int128 = 0
  private var last: Int128?

  /// Nanoseconds.
  static let longestStumble: Int128 = 1_000_000_000

  /// - Parameter usualInterval: Seconds.
  init(unit: AVRational, usualInterval: Double) {
    self.unit = unit
    self.usualInterval = Int128(max(1, Timestamp(seconds: usualInterval).nanoseconds))
  }

  /// The time of the next picture, from the container's; the first one is where the file says, or at zero.
  mutating func time(_ presentation: Int64) -> Timestamp {
    let time = place(presentation)
    last = time
    return Timestamp(nanoseconds: Int64(clamping: time))
  }

  private mutating func place(_ presentation: Int64) -> Int128 {
    guard let last else { return presentation == ffmpeg_no_timestamp ? 0 : nanoseconds(presentation) }
    guard presentation != ffmpeg_no_timestamp else { return last + usualInterval }
    let time = nanoseconds(presentation) + shift
    if time > last { return time }
    if last - time < Self.longestStumble { return last + 1 }
    shift += last + usualInterval - time
    return last + usualInterval
  }

  /// To the nearest nanosecond.
  private func nanoseconds(_ presentation: Int64) -> Int128 {
    Int128(av_rescale_q(presentation, unit, AVRational(num: 1, den: 1_000_000_000)))
  }
}
