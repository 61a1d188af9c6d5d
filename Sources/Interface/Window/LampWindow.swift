import Graphics
import Shaders
import Typesetting

/// A window with lamps: discs on a dark background, or the whole window. It stays on the thread that opened it.
public final class LampWindow {
  private let window: Window
  private var painter: Painter
  private let fillsWindow: Bool
  private let light: Color

  /// Opens the window, with the lamps off.
  ///
  /// - Parameters:
  ///   - fillsScreen: Whether the window covers the screen, and is the lamp.
  ///   - light: The colour of a lamp at its brightest.
  /// - Throws: ``GraphicsError/noDisplay(reason:)``, ``GraphicsError/noWindow(reason:)``.
  public init(fillsScreen: Bool, light: Color = .white) throws(GraphicsError) {
    fillsWindow = fillsScreen
    self.light = light
    var description = WindowDescription()
    description.title = "Aldis lamp"
    (description.width, description.height) = (480, 480)
    description.isFullscreen = fillsScreen
    description.hidesCursor = fillsScreen
    window = try Window(description)
    painter = try Painter(window.context, ShaderLibrary())
    // Drivers compile at the first draw, which would shorten the first mark. This picture is never shown.
    let (width, height) = window.framebufferSize
    if width > 0, height > 0 { try draw([255], width: width, height: height) }
    window.context.finish()
  }

  /// Refreshes per second of the window's display.
  public var refreshRate: Double { window.refreshRate }

  /// Draws the lamp and shows it, at the display's next refresh if the window system waits for it.
  ///
  /// - Throws: ``GraphicsError/contextLost(reason:)`` if the context is lost, among others.
  public func show(_ isOn: Bool) throws(GraphicsError) {
    guard try show([isOn ? 255 : 0]) else { throw .contextLost(reason: "the driver has reset the GPU") }
  }

  /// Draws lamps side by side and shows them at the display's next refresh. If the window is the lamp, it shows the brightest.
  ///
  /// - Parameter levels: The brightness of each lamp, 0 to 255; 0 is dark.
  /// - Returns: Whether there is a context. After a reset of the GPU the next call tries again.
  @discardableResult
  public func show(_ levels: [UInt8]) throws(GraphicsError) -> Bool {
    guard window.recover({ context throws(GraphicsError) in painter = try Painter(context, ShaderLibrary()) })
    else { return false }
    let (width, height) = window.framebufferSize
    // An iconified window has no pixels.
    if width > 0, height > 0 { try draw(levels, width: width, height: height) }
    window.swap()
    return true
  }

  private func draw(_ levels: [UInt8], width: Int, height: Int) throws(GraphicsError) {
    window.context.beginScenePass(width: width, height: height)
    let ground = fillsWindow ? color(levels.max() ?? 0) : .black
    window.context.clear(SIMD4(SIMD3(Float(ground.red), Float(ground.green), Float(ground.blue)) / 255, 1))
    painter.begin(width: width, height: height, scale: 1)
    if !fillsWindow {
      let room = Double(width) / Double(levels.count)
      for (place, level) in levels.enumerated() where level > 0 {
        let center = Point(x: room * (Double(place) + 0.5), y: Double(height) / 2)
        painter.disc(center, radius: min(room, Double(height)) / 4, color(level))
      }
    }
    try painter.finish()
  }

  private func color(_ level: UInt8) -> Color { Color.black.mixed(with: light, Double(level) / 255) }

  /// Whether the user has pressed Esc or closed the window. It does not wait.
  public var shouldClose: Bool { shouldClose(within: 0) }

  /// Like ``shouldClose``, but sleeps until an event comes, the window is woken, or the time is over.
  public func shouldClose(within seconds: Double) -> Bool {
    window.waitEvents(timeout: seconds).contains { event in
      switch event {
      case .close, .key(.escape, .down, _): true
      default: false
      }
    }
  }

  /// Ends a sleep of ``shouldClose(within:)``.
  public var waker: Waker { window.waker }
}
