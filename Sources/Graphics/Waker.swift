import CGLFW
import Dispatch
import Synchronization

/// Ends the wait of a window's thread for events. Does nothing after the window has closed.
public final class Waker: Sendable {
  private let isOpen = Mutex(true)
  private let isPending = Atomic(false)
  // GLFW may wait here for a display that does not answer. The calling thread, such as a camera's, must not wait.
  private let queue = DispatchQueue(label: "waker")

  init() {}

  /// From any thread (`glfwPostEmptyEvent` "may be called from any thread"). It does not wait.
  public func wake() {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async { [self] in
      isPending.store(false, ordering: .releasing)
      // Under the lock, because GLFW must not terminate between the check and the call.
      isOpen.withLock { if $0 { glfwPostEmptyEvent() } }
    }
  }

  func close() {
    isOpen.withLock { $0 = false }
  }
}
