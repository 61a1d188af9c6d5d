import CAllocations
import Synchronization

/// Counts the heap allocations of a piece of code.
///
/// It counts allocations of the Swift runtime on this thread: objects, arrays, closures, raw buffers. It does not count those
/// of C libraries, such as a graphics driver.
public enum AllocationCounter {
  /// Allows one measurement at a time, because the hooks are global.
  private static let lock = Mutex(())

  /// The number of allocations that `body` makes on this thread; `nil` if they cannot be counted.
  public static func count(_ body: () -> Void) -> Int? {
    lock.withLock { _ in
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
