import CGLFW
import Synchronization

/// Ends the wait of a window's thread for events. Does nothing after the window has closed.
public final class Waker: Sendable {
  private let isOpen = Mutex(true)

  init() {}

  /// From any thread (`glfwPostEmptyEvent` "may be called from any thread").
  public func wake() {
    // Under the lock, because GLFW must not terminate between the check and the call.
    isOpen.withLock { if $0 { glfwPostEmptyEvent() } }
  }

  func close() {
    isOpen.withLock { $0 = false }
  }
}
