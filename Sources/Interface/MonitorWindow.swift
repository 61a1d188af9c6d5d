import Graphics
import Monitor
import Shaders
import Typesetting

/// The program's window: keys in, scenes out, drawn only when something changed. Lives on the thread that opened it.
///
///     let window = try MonitorWindow(.desktop)
///     running: while true {
///       for command in window.commands(timeout: nil) { if command == .quit { break running } }
///       try window.draw(snapshot, frame: sequence) { area in ... }
///     }
public final class MonitorWindow {
  /// May change: the tuning scene holds what it shows.
  public var scene: Stage.Scene
  private let window: Window
  private var stage: Stage
  /// Where the pointer drags the tuning scene's divide to, in pixels from the left; `nil` while it drags nothing.
  private var isDragging = false
  private var pointer = 0.0
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

  /// Draws the interface by other shaders from now on.
  ///
  /// - Throws: What the driver has against them; then all stays as it was.
  public func adopt(_ shaders: ShaderLibrary) throws(GraphicsError) {
    stage = try Stage(window.context, shaders: shaders)
    shown = nil
  }

  /// Follows the pointer with the divide of the tuning scene.
  private func drag(_ events: [WindowEvent]) {
    for event in events {
      switch event {
      case .pointer(let x, _): pointer = x * window.pointerScale
      case .button(.left, let press, _): isDragging = press == .down
      default: continue
      }
      guard isDragging, case .tuning(var tuning) = scene, let snapshot = shown?.snapshot,
        let picture = Stage.tuningPicture(snapshot, view)
      else { continue }
      tuning.divide = min(
        max((pointer - picture.lowerBound) / (picture.upperBound - picture.lowerBound), 0), 1)
      scene = .tuning(tuning)
    }
  }

  func commands(for events: [WindowEvent]) -> [Command] {
    drag(events)
    if events.contains(.refresh) { shown = nil }
    return bindings.commands(for: events).filter { command in
      switch command {
      case .help: showsHelp.toggle()
      // The first press takes the help away.
      case .quit where showsHelp && !events.contains(.close): showsHelp = false
      case .fullscreen: window.isFullscreen.toggle()
      case .divideLeft: moveDivide(by: -0.02)
      case .divideRight: moveDivide(by: 0.02)
      default: return true
      }
      return false
    }
  }

  private func moveDivide(by step: Double) {
    guard case .tuning(var tuning) = scene else { return }
    tuning.divide = min(max(tuning.divide + step, 0), 1)
    scene = .tuning(tuning)
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
