import Glibc

extension Timestamp {
  /// The time by the kernel's monotonic clock (`CLOCK_MONOTONIC`), which drivers use for the timestamps of frames.
  public static var now: Timestamp {
    var time = Glibc.timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  /// The time in the form that system calls take.
  public var timespec: Glibc.timespec {
    .init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
  }

  /// Sleeps until this time.
  public func wait() {
    var time = timespec
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
