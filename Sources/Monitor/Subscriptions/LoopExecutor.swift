import Glibc
import Synchronization

/// Runs an actor's work in the loop of the thread that created this value, such as a window's thread.
///
/// ```swift
/// actor Answers {
///   private let loop: LoopExecutor
///   nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
/// }
/// ```
public final class LoopExecutor: SerialExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let thread = pthread_self()
  private let wake: @Sendable () -> Void

  /// - Parameter wake: Called on any thread when there is work.
  public init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    wake()
  }

  /// Runs the waiting work. It is called in the loop.
  public func runPending() {
    let pending = jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
    for job in pending { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  public func checkIsolated() {
    precondition(pthread_equal(thread, pthread_self()) != 0, "this belongs to the thread of the loop")
  }
}
