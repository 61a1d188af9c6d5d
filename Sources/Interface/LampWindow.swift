import Graphics
import Shaders
import Typesetting

/// A window with a lamp in it: a disc on a dark ground, or the whole window. Lives on the thread that opened it.
public final class LampWindow {
  private let window: Window
  private let painter: Painter
  private let fillsWindow: Bool

  /// Opens the window, dark.
  ///
  /// - Parameter fillsScreen: Whether the window covers the screen, and all of it shines.
  /// - Throws: ``GraphicsError/noDisplay(reason:)``, ``GraphicsError/noWindow(reason:)``.
  public init(fillsScreen: Bool) throws(GraphicsError) {
    fillsWindow = fillsScreen
    var description = WindowDescription()
    description.title = "Aldis lamp"
    (description.width, description.height) = (480, 480)
    description.isFullscreen = fillsScreen
    description.hidesCursor = fillsScreen
    window = try Window(description)
    painter = try Painter(window.context, ShaderLibrary())
  }

  /// Refreshes a second of the display that the window is on.
  public var refreshRate: Double { window.refreshRate }

  /// Draws the lamp and shows it, at the display's next refresh where the window system waits for that.
  public func show(_ isOn: Bool) throws(GraphicsError) {
    let (width, height) = window.framebufferSize
    // An iconified window has no picture.
    if width > 0, height > 0 { try draw(isOn, width: width, height: height) }
    window.swap()
  }

  private func draw(_ isOn: Bool, width: Int, height: Int) throws(GraphicsError) {
    window.context.beginScenePass(width: width, height: height)
    let ground = isOn && fillsWindow ? Self.light : Self.dark
    window.context.clear(SIMD4(Float(ground.red), Float(ground.green), Float(ground.blue), 255) / 255)
    painter.begin(width: width, height: height, scale: 1)
    if isOn, !fillsWindow {
      painter.disc(painter.bounds.center, radius: Double(min(width, height)) / 4, Self.light)
    }
    try painter.finish()
  }

  /// Whether the user wants to end it: by Esc, or by closing the window. Looks without waiting.
  public var isToEnd: Bool {
    window.events().contains { event in
      switch event {
      case .close, .key(.escape, .down, _): true
      default: false
      }
    }
  }

  private static let light = Color(0xFFFFFF)
  private static let dark = Color(0x000000)
}
