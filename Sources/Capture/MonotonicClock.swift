import Frames
import Glibc

/// The kernel's monotonic clock (`CLOCK_MONOTONIC`), which drivers use for the timestamps of frames.
enum MonotonicClock {
  static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  static func sleep(until end: Timestamp) {
    var time = timespec(
      tv_sec: Int(end.nanoseconds / 1_000_000_000), tv_nsec: Int(end.nanoseconds % 1_000_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
  }
}
