import Frames
import Glibc
import Localization

/// Runs `body` on a new thread, which ends with it. Unlike a thread of a pool, it may change its scheduling
/// (``useRealTimeScheduling()``).
func startThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(Body(run: body))
  var thread = pthread_t()
  let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
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
