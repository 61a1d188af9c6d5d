import Graphics
import Monitor
import Typesetting

/// The program's window: keys in, scenes out, drawn only when something changed. Lives on the thread that opened it.
///
///     let window = try MonitorWindow(.desktop)
///     running: while true {
///       for command in window.commands(timeout: nil) { if command == .quit { break running } }
///       try window.draw(snapshot, frame: sequence) { area in ... }
///     }
public final class MonitorWindow {
  public let scene: Stage.Scene
  private let window: Window
  private let stage: Stage
  private var bindings = KeyBindings()
  private var showsHelp = false
  /// What the window shows; `nil` when it must be drawn again whatever comes.
  private var shown: Shown?

  private struct Shown: Equatable {
    var snapshot: Snapshot
    var frame: Int
    var view: Stage.View
  }

  /// Opens the window; a kiosk's covers the screen and hides the pointer.
  ///
  /// - Throws: ``GraphicsError/noDisplay(reason:)``, ``GraphicsError/noWindow(reason:)``.
  public init(
    _ scene: Stage.Scene, _ description: WindowDescription = WindowDescription()
  ) throws(GraphicsError) {
    self.scene = scene
    var description = description
    if scene == .kiosk {
      description.isFullscreen = true
      description.hidesCursor = true
    }
    window = try Window(description)
    stage = try Stage(window.context)
  }

  /// For everything else that draws in this window.
  public var context: Context { window.context }

  /// Wakes ``commands(timeout:)`` from any thread.
  public var waker: Waker { window.waker }

  /// Sleeps until something happens, the waker is used, or the time is over.
  ///
  /// - Parameter timeout: Seconds; `nil` waits for ever.
  /// - Returns: What the program must do. Help and fullscreen the window sees to by itself.
  public func commands(timeout: Double?) -> [Command] {
    commands(for: window.waitEvents(timeout: timeout))
  }

  func commands(for events: [WindowEvent]) -> [Command] {
    if events.contains(.refresh) { shown = nil }
    return bindings.commands(for: events).filter { command in
      switch command {
      case .help: showsHelp.toggle()
      // The first press takes the help away.
      case .quit where showsHelp && !events.contains(.close): showsHelp = false
      case .fullscreen: window.isFullscreen.toggle()
      default: return true
      }
      return false
    }
  }

  private var view: Stage.View {
    let (width, height) = window.framebufferSize
    return Stage.View(
      scene, width: width, height: height, scale: Double(window.contentScale), showsHelp: showsHelp)
  }

  /// Draws and shows the scene if it differs from the one that is shown.
  ///
  /// - Parameter frame: Names the frame the preview would draw: a new one is a reason to draw.
  /// - Returns: Whether anything was drawn.
  @discardableResult
  public func draw(_ snapshot: Snapshot, frame: Int, preview: Stage.Preview) throws(GraphicsError) -> Bool {
    let next = Shown(snapshot: snapshot, frame: frame, view: view)
    // An iconified window has no pixels.
    guard next != shown, next.view.width > 0, next.view.height > 0 else { return false }
    try stage.draw(snapshot, as: next.view, preview: preview)
    window.swap()
    shown = next
    return true
  }

  /// What the window shows, drawn anew: a part of it may be covered by other windows.
  public func screenshot(of snapshot: Snapshot, preview: Stage.Preview) throws(GraphicsError) -> Bitmap {
    try stage.picture(of: snapshot, as: view, preview: preview)
  }
}
