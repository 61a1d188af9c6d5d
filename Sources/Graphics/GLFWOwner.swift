import CGLES
import CGLFW
import Glibc
import Localization

/// GLFW, its window, and the thread they belong to.
///
/// GLFW makes a context with the window. Only the surface of that context is used: GLFW requests reset notification with the
/// attributes of OpenGL, which EGL refuses for OpenGL ES (EGL_KHR_create_context), and GLFW cannot change the context of a
/// window.
final class GLFWOwner {
  let window: OpaquePointer
  let display: EGLDisplay
  let surface: EGLSurface
  let waker = Waker()
  private let thread = pthread_self()

  init(_ description: WindowDescription) throws(GraphicsError) {
    guard glfwInit() == GLFW_TRUE else {
      let isNamed = ["DISPLAY", "WAYLAND_DISPLAY"].contains { (name: String) in
        getenv(name).map { $0.pointee != 0 } ?? false
      }
      throw .noDisplay(reason: isNamed ? Self.lastError : nil)
    }
    // Without the EGL hint, a window cannot open on boards whose driver has no GLX (ocornut/imgui#5892).
    glfwWindowHint(GLFW_CLIENT_API, GLFW_OPENGL_ES_API)
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, GLFW_EGL_CONTEXT_API)
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 2)
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0)
    glfwWindowHint(GLFW_ALPHA_BITS, 0)
    glfwWindowHint(GLFW_DEPTH_BITS, 0)
    glfwWindowHint(GLFW_STENCIL_BITS, 0)
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE)
    // A kiosk keeps covering the screen when it loses the focus.
    glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE)
    glfwWindowHint(GLFW_VISIBLE, description.isVisible ? GLFW_TRUE : GLFW_FALSE)
    let size = Self.size(of: description)
    guard let window = glfwCreateWindow(size.width, size.height, description.title, nil, nil) else {
      let reason = Self.lastError
      glfwTerminate()
      throw .noWindow(reason: reason)
    }
    self.window = window
    glfwMakeContextCurrent(window)
    guard let display = eglGetCurrentDisplay(), let surface = eglGetCurrentSurface(EGL_DRAW) else {
      let reason = Self.lastError
      glfwDestroyWindow(window)
      glfwTerminate()
      throw .noWindow(reason: reason)
    }
    (self.display, self.surface) = (display, surface)
    DisplayLoss.watch(window)
  }

  deinit {
    checkThread()
    DisplayLoss.endWatch()
    waker.close()
    glfwDestroyWindow(window)
    glfwTerminate()
  }

  /// Called before each use of the window.
  func checkThread() {
    precondition(
      pthread_equal(thread, pthread_self()) != 0, "a window belongs to the thread that opened it")
    DisplayLoss.endIfLost()
  }

  /// GLFW swaps only the buffers of its current window.
  func makeCurrent() {
    if glfwGetCurrentContext() != window { glfwMakeContextCurrent(window) }
  }

  /// In points.
  private static func size(of description: WindowDescription) -> (width: Int32, height: Int32) {
    let wanted = (width: Int32(description.width), height: Int32(description.height))
    guard description.fitsDisplay, let monitor = glfwGetPrimaryMonitor() else { return wanted }
    var area: (x: Int32, y: Int32, width: Int32, height: Int32) = (0, 0, 0, 0)
    glfwGetMonitorWorkarea(monitor, &area.x, &area.y, &area.width, &area.height)
    var scale: (x: Float, y: Float) = (1, 1)
    glfwGetMonitorContentScale(monitor, &scale.x, &scale.y)
    let room = (width: Float(area.width) / max(scale.x, 0.1), height: Float(area.height) / max(scale.y, 0.1))
    guard room.width >= 1, room.height >= 1 else { return wanted }
    return (min(wanted.width, Int32(room.width)), min(wanted.height, Int32(room.height)))
  }

  /// GLFW's description of the last failure on this thread.
  private static var lastError: LocalizedText {
    var text: UnsafePointer<CChar>?
    let code = glfwGetError(&text)
    return text.map { LocalizedText(system: String(cString: $0)) } ?? "GLFW error \(code)"
  }
}
