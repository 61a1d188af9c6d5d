import CGLES

/// A context without a window or a display server, for tests, screenshots and work in the background.
///
/// It draws only into a ``Target``.
public final class OffscreenContext {
  /// The EGL platforms for a context without a window, in the order of the attempts.
  public enum Platform: String, CaseIterable, Sendable {
    /// A GPU without a window system (`EGL_EXT_platform_device`): NVIDIA, and Mesa's renderers.
    case device
    /// Mesa without a window system (`EGL_MESA_platform_surfaceless`).
    case surfaceless
    /// The default display of EGL, with a pixel buffer as the surface.
    case defaultDisplay = "default display"
  }

  public let context: Context
  /// The platform of the context.
  public let platform: Platform

  /// Makes the context and makes it current on this thread.
  ///
  /// - Parameters:
  ///   - platforms: The platforms to try, in order.
  ///   - masked: Extensions to hide, see ``Capabilities``.
  /// - Throws: ``GraphicsError/noOffscreenContext(tried:)``.
  public init(
    platforms: [Platform] = Platform.allCases, masking masked: Set<String> = []
  ) throws(GraphicsError) {
    var tried: [GraphicsError.OffscreenAttempt] = []
    for platform in platforms {
      do {
        let owner = try EGLOwner(platform)
        context = Context(owner: owner, masking: masked)
        self.platform = platform
        return
      } catch {
        tried.append(.init(platform: platform, failure: error.message))
      }
    }
    throw .noOffscreenContext(tried: tried)
  }
}
