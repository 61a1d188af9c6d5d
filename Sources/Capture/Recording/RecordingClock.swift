import CFFmpeg
import Frames

/// Makes one time axis from a recording's presentation times, which may be missing, repeat, or go back.
///
/// Times never go back and never repeat, and pictures keep the decoder's order:
/// - A picture without a time follows the one before it at the usual interval.
/// - If a time repeats or goes back by less than ``longestBackstep``, the picture comes one nanosecond after the one before it,
///   and the next good time is used unchanged.
/// - A time that goes back further begins another axis (joined recordings, a counter that wrapped): it and all later times are
///   shifted, so that it comes one usual interval after the picture before it.
struct RecordingClock {
  /// The container's unit of time.
  private let unit: AVRational
  // Nanoseconds, in 128 bits, because a sum of a damaged file's times may exceed 64 bits.
  private let usualInterval: Int128
  private var shift: Int128 = 0
  private var last: Int128?

  /// Nanoseconds.
  static let longestBackstep: Int128 = 1_000_000_000

  /// - Parameter usualInterval: Seconds.
  init(unit: AVRational, usualInterval: Double) {
    self.unit = unit
    self.usualInterval = Int128(max(1, Timestamp(seconds: usualInterval).nanoseconds))
  }

  /// The time of the next picture, from the container's time. The first picture has the container's time, or zero if that is
  /// missing.
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
    if last - time < Self.longestBackstep { return last + 1 }
    shift += last + usualInterval - time
    return last + usualInterval
  }

  /// The time rounded to the nearest nanosecond.
  private func nanoseconds(_ presentation: Int64) -> Int128 {
    Int128(av_rescale_q(presentation, unit, AVRational(num: 1, den: 1_000_000_000)))
  }
}
