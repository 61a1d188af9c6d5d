import CGLES
import Localization

/// The reason why a context could not be made.
struct EGLFailure: Error {
  var message: String
  var text: LocalizedText { LocalizedText(system: message) }

  init(_ message: String) { self.message = message }

  /// - Parameter call: The call that has just failed; EGL's error code is added.
  init(failed call: String) {
    message = "\(call) failed (EGL error 0x\(String(eglGetError(), radix: 16)))"
  }
}

/// An EGL context, current on the thread that made it, and its surface if it needs one.
final class EGLOwner {
  // EGL returns the same display to all callers, and `eglTerminate` would end it for all of them. So it stays until the
  // process ends.
  private let display: EGLDisplay
  private let context: EGLContext
  private let surface: EGLSurface?
  /// The owner of the surface; `nil` for an offscreen context.
  private let window: GLFWOwner?

  init(_ platform: OffscreenContext.Platform) throws(EGLFailure) {
    display =
      switch platform {
      case .device: try Self.deviceDisplay()
      case .surfaceless: try Self.surfacelessDisplay()
      case .defaultDisplay: try Self.defaultDisplay()
      }
    let extensions = Self.extensions(of: display)
    let needsSurface = platform == .defaultDisplay || !extensions.contains("EGL_KHR_surfaceless_context")

    guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) != 0 else { throw EGLFailure(failed: "eglBindAPI") }
    let config = try Self.config(display, surfaceType: needsSurface ? EGL_PBUFFER_BIT : 0)
    context = try Self.context(display, config)
    window = nil
    surface =
      if needsSurface {
        // Nothing is drawn into it; one pixel is the smallest surface of EGL.
        eglCreatePbufferSurface(display, config, [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE])
      } else { nil }
    guard eglMakeCurrent(display, surface, surface, context) != 0 else {
      throw EGLFailure(failed: "eglMakeCurrent")
    }
  }

  /// Makes a context that draws into a window.
  init(_ window: GLFWOwner) throws(EGLFailure) {
    (self.window, display, surface) = (window, window.display, window.surface)
    var id: EGLint = 0
    guard eglQuerySurface(display, window.surface, EGL_CONFIG_ID, &id) != 0 else {
      throw EGLFailure(failed: "eglQuerySurface")
    }
    context = try Self.context(display, try Self.config(display, [EGL_CONFIG_ID, id, EGL_NONE]))
    window.makeCurrent()
    guard eglMakeCurrent(display, surface, surface, context) != 0 else {
      throw EGLFailure(failed: "eglMakeCurrent")
    }
  }

  deinit {
    if isCurrent { eglMakeCurrent(display, nil, nil, nil) }
    if let surface, window == nil { eglDestroySurface(display, surface) }
    eglDestroyContext(display, context)
  }

  var isCurrent: Bool { eglGetCurrentContext() == context }

  func makeCurrent() throws(GraphicsError) {
    window?.makeCurrent()
    guard eglMakeCurrent(display, surface, surface, context) != 0 else {
      throw .contextLost(reason: EGLFailure(failed: "eglMakeCurrent").text)
    }
  }

  /// The first device whose display initializes. In every observed list, GPUs come before software renderers.
  private static func deviceDisplay() throws(EGLFailure) -> EGLDisplay {
    let client = extensions(of: nil)
    guard
      client.contains("EGL_EXT_platform_device"),
      let queryDevices = procedure("eglQueryDevicesEXT", PFNEGLQUERYDEVICESEXTPROC.self),
      let platformDisplay = procedure("eglGetPlatformDisplayEXT", PFNEGLGETPLATFORMDISPLAYEXTPROC.self)
    else { throw EGLFailure("EGL_EXT_platform_device is missing") }

    var devices = [EGLDeviceEXT?](repeating: nil, count: 16)
    var count: EGLint = 0
    guard queryDevices(EGLint(devices.count), &devices, &count) != 0 else {
      throw EGLFailure(failed: "eglQueryDevicesEXT")
    }
    guard count > 0 else { throw EGLFailure("no device") }
    var failure = EGLFailure("no device starts")
    for device in devices.prefix(Int(count)) {
      guard let display = platformDisplay(EGLenum(EGL_PLATFORM_DEVICE_EXT), device, nil) else {
        failure = EGLFailure(failed: "eglGetPlatformDisplayEXT")
        continue
      }
      if eglInitialize(display, nil, nil) != 0 { return display }
      failure = EGLFailure(failed: "eglInitialize")
    }
    throw failure
  }

  private static func surfacelessDisplay() throws(EGLFailure) -> EGLDisplay {
    let client = extensions(of: nil)
    guard
      client.contains("EGL_MESA_platform_surfaceless"),
      let platformDisplay = procedure("eglGetPlatformDisplayEXT", PFNEGLGETPLATFORMDISPLAYEXTPROC.self)
    else { throw EGLFailure("EGL_MESA_platform_surfaceless is missing") }
    guard let display = platformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil) else {
      throw EGLFailure(failed: "eglGetPlatformDisplayEXT")
    }
    guard eglInitialize(display, nil, nil) != 0 else { throw EGLFailure(failed: "eglInitialize") }
    return display
  }

  private static func defaultDisplay() throws(EGLFailure) -> EGLDisplay {
    // EGL_DEFAULT_DISPLAY is 0, of a type that differs between window systems.
    guard let display = eglGetDisplay(EGLNativeDisplayType(bitPattern: 0)) else {
      throw EGLFailure(failed: "eglGetDisplay")
    }
    guard eglInitialize(display, nil, nil) != 0 else { throw EGLFailure(failed: "eglInitialize") }
    return display
  }

  private static func config(_ display: EGLDisplay, surfaceType: Int32) throws(EGLFailure) -> EGLConfig {
    let wanted = [
      EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_SURFACE_TYPE, surfaceType, EGL_RED_SIZE, 8, EGL_GREEN_SIZE,
      8,
      EGL_BLUE_SIZE, 8, EGL_ALPHA_SIZE, 8, EGL_NONE,
    ]
    return try config(display, wanted)
  }

  /// The first configuration with these attributes.
  private static func config(_ display: EGLDisplay, _ wanted: [EGLint]) throws(EGLFailure) -> EGLConfig {
    var config: EGLConfig?
    var count: EGLint = 0
    guard eglChooseConfig(display, wanted, &config, 1, &count) != 0 else {
      throw EGLFailure(failed: "eglChooseConfig")
    }
    guard count > 0, let config else { throw EGLFailure("no configuration with OpenGL ES 2.0 and RGBA8") }
    return config
  }

  /// A context that reports resets of the GPU if EGL supports this (EGL_EXT_create_context_robustness).
  private static func context(_ display: EGLDisplay, _ config: EGLConfig) throws(EGLFailure) -> EGLContext {
    let basic = [EGL_CONTEXT_CLIENT_VERSION, 2]
    let withResetNotification =
      basic + [EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT]
    let hasResetNotification = extensions(of: display).contains("EGL_EXT_create_context_robustness")
    for attributes in hasResetNotification ? [withResetNotification, basic] : [basic] {
      if let context = eglCreateContext(display, config, nil, attributes + [EGL_NONE]) { return context }
    }
    throw EGLFailure(failed: "eglCreateContext")
  }

  /// - Parameter display: `nil` returns the extensions of EGL itself.
  private static func extensions(of display: EGLDisplay?) -> Set<String> {
    guard let text = eglQueryString(display, EGL_EXTENSIONS) else { return [] }
    return Set(String(cString: text).split(separator: " ").map(String.init))
  }

  private static func procedure<Function>(_ name: String, _: Function.Type) -> Function? {
    eglGetProcAddress(name).map { unsafeBitCast($0, to: Function.self) }
  }
}
