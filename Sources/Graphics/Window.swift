import CGLES
import CGLFW

/// The properties of a new window.
public struct WindowDescription: Sendable {
  public var title = "Aldis"
  /// In points: multiplied by the content scale if the window system does that.
  public var width = 1280
  public var height = 800
  /// Whether the size is limited to the display's work area, without panels.
  public var fitsDisplay = false
  public var isFullscreen = false
  public var isVisible = true
  /// Whether the pointer is hidden while it is over the window.
  public var hidesCursor = false
  /// Whether ``Window/swap()`` waits for the display's next refresh.
  public var waitsForRefresh = true
  /// Extensions to hide, see ``Capabilities``.
  var maskedExtensions: Set<String> = []

  public init() {}
}

/// The one window of the program, with an OpenGL ES 2.0 context of EGL.
///
/// GLFW's manual allows most functions, such as waiting for events, only on the main thread. Its back ends on Linux need only
/// one thread for all calls. Every call must come from the thread that opened the window; this is checked. A program with an
/// interface opens the window on its main thread.
public final class Window {
  /// Replaced after a reset of the GPU, see ``recover(_:)``.
  public private(set) var context: Context
  /// Wakes ``waitEvents(timeout:)`` from any thread.
  public let waker: Waker

  private let owner: GLFWOwner
  private let eventQueue = WindowEventQueue()
  private let description: WindowDescription
  private var windowedArea: (x: Int32, y: Int32, width: Int32, height: Int32)?

  /// Opens the window and makes its context current.
  ///
  /// - Throws: ``GraphicsError/noDisplay(reason:)``, ``GraphicsError/noWindow(reason:)``.
  public init(_ description: WindowDescription = WindowDescription()) throws(GraphicsError) {
    owner = try GLFWOwner(description)
    self.description = description
    context = try Self.context(owner, description)
    waker = owner.waker
    eventQueue.listen(to: owner.window)
    if description.hidesCursor { glfwSetInputMode(handle, GLFW_CURSOR, GLFW_CURSOR_HIDDEN) }
    if description.isFullscreen { isFullscreen = true }
  }

  deinit {
    eventQueue.stopListening(to: owner.window)
  }

  private static func context(
    _ owner: GLFWOwner, _ description: WindowDescription
  ) throws(GraphicsError) -> Context {
    let own: EGLOwner
    do throws(EGLFailure) { own = try EGLOwner(owner) } catch { throw .noWindow(reason: error.text) }
    glfwSwapInterval(description.waitsForRefresh ? 1 : 0)
    return Context(owner: own, masking: description.maskedExtensions)
  }

  /// Replaces a context that was lost by a reset of the GPU; the window stays unchanged.
  ///
  /// - Parameter move: Makes all GL objects again, in the new context.
  /// - Returns: Whether there is a usable context. If the driver refuses one, the next call tries again.
  public func recover(_ move: (Context) throws(GraphicsError) -> Void) -> Bool {
    guard context.isLost else { return true }
    do throws(GraphicsError) {
      let next = try Self.context(owner, description)
      guard !next.isLost else { return false }
      try move(next)
      context = next
      return true
    } catch {
      return false
    }
  }

  private var handle: OpaquePointer {
    owner.checkThread()
    return owner.window
  }

  /// Sleeps until an event comes, ``Waker/wake()`` is called, or the time is over.
  ///
  /// - Parameter timeout: Seconds; `nil` waits without a limit, zero and less do not wait.
  /// - Returns: The events since the last call, in order.
  public func waitEvents(timeout: Double?) -> [WindowEvent] {
    owner.checkThread()
    switch timeout {
    case nil: glfwWaitEvents()
    case let timeout? where timeout > 0: glfwWaitEventsTimeout(min(timeout, 3600))
    default: glfwPollEvents()
    }
    return eventQueue.take()
  }

  /// Shows the drawn picture. It may block while the window is hidden, so no measurement may wait for it.
  public func swap() {
    glfwSwapBuffers(handle)
    // GLFW does not report a lost context. `eglGetError` returns the error of the thread's last call to EGL.
    if eglGetError() == EGL_CONTEXT_LOST { context.markLost() }
  }

  /// The pixels of the window's framebuffer, the top row first. Read it before ``swap()``, which makes the buffer undefined.
  public func picture() -> Picture {
    let (width, height) = framebufferSize
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
    return context.boundPicture(width: width, height: height)
  }

  /// In pixels; on some systems zero while the window is iconified.
  public var framebufferSize: (width: Int, height: Int) {
    var width: Int32 = 0
    var height: Int32 = 0
    glfwGetFramebufferSize(handle, &width, &height)
    return (Int(width), Int(height))
  }

  /// Refreshes per second of the monitor that shows most of the window; 60 if the window system reports none.
  public var refreshRate: Double {
    let mode = Self.monitor(covering: area).flatMap { glfwGetVideoMode($0) }
    return mode.map { $0.pointee.refreshRate }.flatMap { $0 > 0 ? Double($0) : nil } ?? 60
  }

  /// Pixels per point: the scale of text and lines.
  public var contentScale: Float {
    var x: Float = 1
    var y: Float = 1
    glfwGetWindowContentScale(handle, &x, &y)
    return max(x, y)
  }

  /// Pixels per window coordinate, for pointer positions.
  public var pointerScale: Double {
    let width = size.width
    return width > 0 ? Double(framebufferSize.width) / Double(width) : 1
  }

  /// In window coordinates.
  public var size: (width: Int, height: Int) {
    var width: Int32 = 0
    var height: Int32 = 0
    glfwGetWindowSize(handle, &width, &height)
    return (Int(width), Int(height))
  }

  /// In window coordinates. The window system may choose another size; an event reports it.
  func setSize(width: Int, height: Int) {
    glfwSetWindowSize(handle, Int32(width), Int32(height))
  }

  /// The clipboard of the desktop; empty if it has no text.
  public var clipboard: String {
    get { glfwGetClipboardString(handle).map { String(cString: $0) } ?? "" }
    set { glfwSetClipboardString(handle, newValue) }
  }

  /// Whether the window covers its monitor. `false` restores its former place and size.
  public var isFullscreen: Bool {
    get { glfwGetWindowMonitor(handle) != nil }
    set {
      guard newValue != isFullscreen else { return }
      if newValue {
        windowedArea = area
        coverMonitor()
      } else if let area = windowedArea {
        glfwSetWindowMonitor(handle, nil, area.x, area.y, area.width, area.height, GLFW_DONT_CARE)
      }
    }
  }

  /// Covers a monitor again if the covered monitor was removed or has another size now: GLFW does not change the size of the
  /// window then.
  public func renewFullscreen() {
    let mode = glfwGetWindowMonitor(handle).flatMap { glfwGetVideoMode($0)?.pointee }
    if let mode, (Int(mode.width), Int(mode.height)) == size { return }
    coverMonitor()
  }

  private func coverMonitor() {
    guard let monitor = Self.monitor(covering: area), let mode = glfwGetVideoMode(monitor)?.pointee else {
      return
    }
    glfwSetWindowMonitor(handle, monitor, 0, 0, mode.width, mode.height, mode.refreshRate)
  }

  /// In window coordinates, from the top left of all monitors.
  private var area: (x: Int32, y: Int32, width: Int32, height: Int32) {
    var area: (x: Int32, y: Int32, width: Int32, height: Int32) = (0, 0, 0, 0)
    glfwGetWindowPos(handle, &area.x, &area.y)
    glfwGetWindowSize(handle, &area.width, &area.height)
    return area
  }

  /// The monitor that shows most of `area`; the primary one if none shows any of it.
  private static func monitor(
    covering area: (x: Int32, y: Int32, width: Int32, height: Int32)
  ) -> OpaquePointer? {
    var count: Int32 = 0
    guard let monitors = glfwGetMonitors(&count) else { return glfwGetPrimaryMonitor() }
    var best: (monitor: OpaquePointer?, pixels: Int32) = (glfwGetPrimaryMonitor(), 0)
    for monitor in UnsafeBufferPointer(start: monitors, count: Int(count)) {
      guard let monitor, let mode = glfwGetVideoMode(monitor) else { continue }
      var x: Int32 = 0
      var y: Int32 = 0
      glfwGetMonitorPos(monitor, &x, &y)
      let width = min(area.x + area.width, x + mode.pointee.width) - max(area.x, x)
      let height = min(area.y + area.height, y + mode.pointee.height) - max(area.y, y)
      let pixels = max(0, width) * max(0, height)
      if pixels > best.pixels { best = (monitor, pixels) }
    }
    return best.monitor
  }
}
