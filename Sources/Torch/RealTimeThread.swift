import Frames
import Glibc
import Localization

/// Runs `body` on a new thread, which ends with it. The thread has real-time scheduling, if the user has the permission
/// (sched(7)). So `body` should work for some microseconds at a time, and delay no other thread.
func startRealTimeThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(Body(run: body))
  var thread = pthread_t()
  let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
    var parameters = sched_param(sched_priority: sched_get_priority_min(SCHED_FIFO))
    pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
    if let box { Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run() }
    return nil
  }
  let code = pthread_create(&thread, nil, run, box.toOpaque())
  // Foundation's `Thread` traps too: the system is out of threads or memory.
  precondition(code == 0, "no thread can be started: \(LocalizedText(errno: code))")
  pthread_detach(thread)
}

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}
