import CAllocations
import Synchronization

/// Counts what a piece of code allocates, so that "nothing in the steady state" is a measured fact.
///
/// It sees what the Swift runtime takes from the heap on this thread: objects, arrays, closures, raw buffers. What the
/// graphics driver takes for itself it does not see.
public enum AllocationCounter {
  /// The runtime is watched by one at a time; measurements take turns.
  private static let turn = Mutex(())

  /// How many allocations `body` makes on this thread; `nil` where the runtime cannot be watched.
  public static func count(_ body: () -> Void) -> Int? {
    turn.withLock { _ in
      guard aldis_allocations_begin() else {
        body()
        return nil
      }
      defer { aldis_allocations_end() }
      let before = aldis_allocations_of_thread()
      body()
      return Int(aldis_allocations_of_thread() - before)
    }
  }
}
