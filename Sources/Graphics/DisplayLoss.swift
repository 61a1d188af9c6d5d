import Glibc
import Synchronization

/// Handles the loss of the display: the X server has ended, the connection to it is broken, or another program has destroyed
/// the window.
///
/// "It is assumed to be a fatal condition, and the called routine should not return. If the I/O error handler does
/// return, the client process exits" (Xlib, XSetIOErrorHandler): nothing can be drawn any more, and no `deinit` runs. The
/// program's files and cameras are closed by ``releasing(_:during:)``.
public enum DisplayLoss {
  // Xlib has one handler for the whole program, and passes it no user data.
  private static let action = Mutex<(@Sendable (_ release: () -> Void) -> Never)?>(nil)
  // Changed on the window's thread. Another thread reads it only if that thread waits for Xlib.
  nonisolated(unsafe) private static var releases: [() -> Void] = []
  private static let isNoted = Atomic(false)
  private static let isEnding = Atomic(false)
  /// The thread that draws and waits for events: the one that calls ``whenLost(_:)``.
  private static let thread = Atomic<pthread_t>(0)
  /// Xlib's number of the window; 0 if there is none.
  private static let window = Atomic<UInt>(0)

  /// Ends the program by `action` after a loss. `action` runs on the calling thread, which must be that of the window, and
  /// calls its argument to release everything. Without Xlib this does nothing.
  public static func whenLost(_ action: @escaping @Sendable (_ release: () -> Void) -> Never) {
    Self.action.withLock { $0 = action }
    thread.store(pthread_self(), ordering: .relaxed)
    typealias Handler = @convention(c) (OpaquePointer?) -> CInt
    typealias SetHandler = @convention(c) (Handler?) -> Handler?
    // GLFW has loaded Xlib if it uses X11.
    guard let symbol = dlsym(nil, "XSetIOErrorHandler") else { return }
    _ = unsafeBitCast(symbol, to: SetHandler.self)({ _ in DisplayLoss.note() })
  }

  /// Runs `work`. If the display is lost meanwhile, `release` runs before the program ends. `release` must not draw, and must not
  /// use the window in another way.
  public static func releasing<Result>(
    _ release: @escaping () -> Void, during work: () throws -> Result
  ) rethrows -> Result {
    releases.append(release)
    defer { releases.removeLast() }
    return try work()
  }

  /// Watches for errors of X that concern the window. Xlib's own handler would end the program after any error, also after one
  /// about the window of another program that has asked for the clipboard and closed. GLFW removes this handler when it makes
  /// a window (3.3), so it is set afterwards.
  static func watch(_ window: OpaquePointer) {
    typealias GetWindow = @convention(c) (OpaquePointer) -> CUnsignedLong
    typealias Handler = @convention(c) (OpaquePointer?, UnsafeRawPointer?) -> CInt
    typealias SetHandler = @convention(c) (Handler?) -> Handler?
    // `glfwGetX11Window` returns 0 for Wayland.
    guard let getWindow = dlsym(nil, "glfwGetX11Window"), let setHandler = dlsym(nil, "XSetErrorHandler")
    else { return }
    Self.window.store(unsafeBitCast(getWindow, to: GetWindow.self)(window), ordering: .relaxed)
    _ = unsafeBitCast(setHandler, to: SetHandler.self)({ _, error in
      let window = DisplayLoss.window.load(ordering: .relaxed)
      return window != 0 && error?.load(as: XError.self).resource == window ? DisplayLoss.note() : 0
    })
  }

  /// The window is closed in order.
  static func endWatch() { window.store(0, ordering: .relaxed) }

  /// Ends the program if another thread has noticed the loss. The window's thread calls it before it uses the window.
  static func endIfLost() {
    if isNoted.load(ordering: .relaxed) { end() }
  }

  private static func note() -> CInt {
    isNoted.store(true, ordering: .relaxed)
    if pthread_equal(thread.load(ordering: .relaxed), pthread_self()) == 0 {
      // This thread holds Xlib's lock. The window's thread ends the program, unless it waits for that lock.
      sleep(secondsForWindowThread)
    }
    end()
  }

  /// Far longer than the window's thread works between two uses of the window.
  private static let secondsForWindowThread: UInt32 = 2

  private static func end() -> Never {
    while isEnding.exchange(true, ordering: .relaxed) { pause() }
    guard let action = action.withLock({ $0 }) else { _exit(EXIT_FAILURE) }
    action { for release in releases.reversed() { release() } }
  }
}

/// The beginning of Xlib's XErrorEvent.
private struct XError {
  var type: CInt
  var display: OpaquePointer?
  /// The resource that the failed request named.
  var resource: CUnsignedLong
}
