import Glibc

/// Gives the current thread real-time scheduling, if the user has the permission (sched(7)). Only for threads that work for
/// some microseconds at a time and delay no others.
func useRealTimeScheduling() {
  var parameters = sched_param(sched_priority: sched_get_priority_min(SCHED_FIFO))
  pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
}
