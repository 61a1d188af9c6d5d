import CGLFW
import Synchronization

/// Wakes a window's thread out of its wait for events. Does nothing once the window is gone.
public final class Waker: Sendable {
  private let isOpen = Mutex(true)

  init() {}

  /// From any thread (`glfwPostEmptyEvent` "may be called from any thread").
  public func wake() {
    // Under the lock: the library must not end between the question and the call.
    isOpen.withLock { if $0 { glfwPostEmptyEvent() } }
  }

  func close() {
    isOpen.withLock { $0 = false }
  }
}
