/// A point on the time axis of one frame source, in nanoseconds.
///
/// A camera's axis is the kernel's monotonic clock as the driver stamped it (`V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC`), never the
/// time at which a frame arrived. Torches are keyed by the same clock. A recording's axis is its presentation time; the file
/// defines where it begins.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Nanoseconds since the start of the axis.
  public var nanoseconds: Int64

  /// A time after the start of the axis.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The nearest nanosecond to `seconds`, clamped to the range of 64 bits (292 years); not-a-number becomes zero.
  public init(seconds: Double) {
    let nanoseconds = (seconds * 1e9).rounded()
    self.nanoseconds = nanoseconds.isNaN ? 0 : Int64(clamping: nanoseconds)
  }

  /// The start of the axis.
  public static let zero = Timestamp(nanoseconds: 0)

  /// Seconds since the start of the axis, rounded to the precision of `Double`.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// Whether `a` is earlier.
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }

  /// Seconds from `b` to `a`. Exact in nanoseconds before it becomes a `Double`.
  public static func - (a: Timestamp, b: Timestamp) -> Double {
    Double(a.nanoseconds &- b.nanoseconds) / 1e9
  }

  /// The time `seconds` later. Wraps around beyond 292 years.
  public static func + (a: Timestamp, seconds: Double) -> Timestamp {
    Timestamp(nanoseconds: a.nanoseconds &+ Timestamp(seconds: seconds).nanoseconds)
  }
}

extension Timestamp: CustomStringConvertible {
  /// Such as `1.5 s`.
  public var description: String { "\(seconds) s" }
}

extension Int64 {
  /// The nearest representable integer. `value` is a number, possibly infinite.
  fileprivate init(clamping value: Double) {
    // 2^63 is exact in Double; no larger value fits in an Int64.
    self = value >= 0x1p63 ? .max : value <= -0x1p63 ? .min : Int64(value)
  }
}
