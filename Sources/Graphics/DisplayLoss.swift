import Glibc
import Synchronization

/// Handles the loss of the display: the X server has ended, or the connection to it is broken.
///
/// "It is assumed to be a fatal condition, and the called routine should not return. If the I/O error handler does
/// return, the client process exits" (Xlib, XSetIOErrorHandler): nothing can be drawn or saved any more, and no
/// `deinit` runs.
public enum DisplayLoss {
  // Xlib has one handler for the whole program, and passes it no user data.
  private static let action = Mutex<(@Sendable () -> Never)?>(nil)

  /// Ends the program by `action` after a loss. `action` runs on the window's thread. Without Xlib this does nothing.
  public static func whenLost(_ action: @escaping @Sendable () -> Never) {
    Self.action.withLock { $0 = action }
    typealias Handler = @convention(c) (OpaquePointer?) -> CInt
    typealias SetHandler = @convention(c) (Handler?) -> Handler?
    // GLFW has loaded Xlib if it uses X11.
    guard let symbol = dlsym(nil, "XSetIOErrorHandler") else { return }
    _ = unsafeBitCast(symbol, to: SetHandler.self)({ _ in DisplayLoss.end() })
  }

  private static func end() -> CInt {
    action.withLock({ $0 })?()
    return 0
  }
}
