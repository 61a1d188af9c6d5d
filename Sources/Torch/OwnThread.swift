import Glibc

/// Runs `body` on a thread of its own, which ends with it: it may change how urgently the kernel runs it (``Urgency``), as no
/// thread of a pool may.
func startThread(_ body: @escaping @Sendable () -> Void) {
  let box = Unmanaged.passRetained(Body(run: body))
  var thread = pthread_t()
  let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
    if let box { Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run() }
    return nil
  }
  let code = pthread_create(&thread, nil, run, box.toOpaque())
  // As `Thread` of Foundation does: the system is out of threads or memory, and nothing can be promised any more.
  precondition(code == 0, "no thread can be started: \(systemReason(code))")
  pthread_detach(thread)
}

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}
