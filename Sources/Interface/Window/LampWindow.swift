import Graphics
import Shaders
import Typesetting

/// A window with lamps in it: discs on a dark ground, or the whole window. Lives on the thread that opened it.
public final class LampWindow {
  private let window: Window
  private var painter: Painter
  private let fillsWindow: Bool
  private let light: Color

  /// Opens the window, dark.
  ///
  /// - Parameters:
  ///   - fillsScreen: Whether the window covers the screen, and all of it shines.
  ///   - light: What a lamp shows at its brightest.
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
    // Drivers compile when something is first drawn, which would cut the first mark short. This picture is never shown.
    let (width, height) = window.framebufferSize
    if width > 0, height > 0 { try draw([255], width: width, height: height) }
    window.context.finish()
  }

  /// Refreshes a second of the display that the window is on.
  public var refreshRate: Double { window.refreshRate }

  /// Draws the lamp and shows it, at the display's next refresh where the window system waits for that.
  ///
  /// - Throws: ``GraphicsError/contextLost(reason:)`` where there is nothing to draw with, among others.
  public func show(_ isOn: Bool) throws(GraphicsError) {
    guard try show([isOn ? 255 : 0]) else { throw .contextLost(reason: "the driver has reset the GPU") }
  }

  /// Draws lamps side by side and shows them, likewise. Where the window is the lamp it shows the brightest.
  ///
  /// - Parameter levels: 0, dark, to 255 for each.
  /// - Returns: Whether there is anything to draw with. After a reset of the GPU the next call tries again.
  @discardableResult
  public func show(_ levels: [UInt8]) throws(GraphicsError) -> Bool {
    guard window.recover({ context throws(GraphicsError) in painter = try Painter(context, ShaderLibrary()) })
    else { return false }
    let (width, height) = window.framebufferSize
    // An iconified window has no picture.
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

  /// Whether the user wants to end it: by Esc, or by closing the window. Looks without waiting.
  public var isToEnd: Bool { isToEnd(within: 0) }

  /// The same, but sleeps until something happens, the window is woken, or the time is over.
  public func isToEnd(within seconds: Double) -> Bool {
    window.waitEvents(timeout: seconds).contains { event in
      switch event {
      case .close, .key(.escape, .down, _): true
      default: false
      }
    }
  }

  /// Ends a sleep of ``isToEnd(within:)``.
  public var waker: Waker { window.waker }
}
