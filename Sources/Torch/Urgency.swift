import Glibc

/// Lets the thread at hand run ahead of others when its time comes, where the user may ask for that (sched(7)): for threads that
/// work for some microseconds at a time and hold nobody up.
func runAheadOfOthers() {
  var parameters = sched_param(sched_priority: sched_get_priority_min(SCHED_FIFO))
  pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
}
