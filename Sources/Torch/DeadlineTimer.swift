import CEvents
import Frames
import Glibc
import Localization

/// A timer of the kernel's monotonic clock that expires at absolute times, so the delays of single waits do not add up.
///
/// Unlike a timeout of `poll`, it is not delayed by the timer slack of its thread (prctl(2), PR_SET_TIMERSLACK).
struct DeadlineTimer: ~Copyable {
  let descriptor: CInt

  init() throws(TorchError) {
    descriptor = timerfd_create(CLOCK_MONOTONIC, CInt(TFD_CLOEXEC | TFD_NONBLOCK))
    guard descriptor >= 0 else { throw .failed("a torch", reason: LocalizedText(errno: errno)) }
  }

  deinit { close(descriptor) }

  /// Sets the timer to expire at `deadline`, or at once if that is past. Replaces the previous deadline.
  func set(_ deadline: Timestamp) {
    var time = itimerspec(it_interval: timespec(), it_value: deadline.timespec)
    timerfd_settime(descriptor, CInt(TFD_TIMER_ABSTIME), &time, nil)
  }
}
