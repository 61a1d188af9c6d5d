import Glibc

/// A time of the kernel's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds.
public struct Moment: Sendable {
  var nanoseconds: Int64

  public static var now: Moment {
    var time = Glibc.timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  var timespec: Glibc.timespec {
    .init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }

  /// In seconds.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  public static func + (a: Moment, seconds: Double) -> Moment {
    Moment(nanoseconds: a.nanoseconds + Int64((seconds * 1e9).rounded()))
  }

  /// Seconds from `b` to `a`.
  public static func - (a: Moment, b: Moment) -> Double { Double(a.nanoseconds - b.nanoseconds) / 1e9 }
}
