import Glibc
import Synchronization

/// What is done when the display goes away under the program: its X server ended, or the line to it broke.
///
/// "It is assumed to be a fatal condition, and the called routine should not return. If the I/O error handler does
/// return, the client process exits" (Xlib, XSetIOErrorHandler): nothing can be drawn or saved any more, and no
/// `deinit` comes to its turn.
public enum DisplayLoss {
  // Xlib has one handler for the whole program, without a place for an object of ours.
  private static let action = Mutex<(@Sendable () -> Never)?>(nil)

  /// Has `action` end the program, on the thread that noticed: the window's. Does nothing where there is no Xlib.
  public static func whenLost(_ action: @escaping @Sendable () -> Never) {
    Self.action.withLock { $0 = action }
    typealias Handler = @convention(c) (OpaquePointer?) -> CInt
    typealias SetHandler = @convention(c) (Handler?) -> Handler?
    // GLFW brought Xlib along, or did without it.
    guard let symbol = dlsym(nil, "XSetIOErrorHandler") else { return }
    _ = unsafeBitCast(symbol, to: SetHandler.self)({ _ in DisplayLoss.end() })
  }

  private static func end() -> CInt {
    action.withLock({ $0 })?()
    return 0
  }
}
