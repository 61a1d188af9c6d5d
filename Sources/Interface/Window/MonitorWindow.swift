import Capture
import Graphics
import Localization
import Monitor
import Shaders
import Typesetting

/// The program's window: keys in, scenes out, drawn only when something changed. It stays on the thread that opened it.
///
///     let window = try MonitorWindow(.desktop)
///     running: while true {
///       for command in window.commands(timeout: nil) { if command == .quit { break running } }
///       try window.draw(snapshot, frame: sequence) { area in ... }
///     }
public final class MonitorWindow {
  /// It changes while tuning, because the tuning scene holds its state.
  public var scene: Stage.Scene
  /// The choices that the controls offer.
  public var choices = Choices()
  /// The state of sending.
  public var compose = Compose()
  public var language = Language.english
  public var theme = Theme.dark
  /// Scale of all text and controls.
  public var textScale = 1.0
  /// Whether visitors of a kiosk can send.
  public var invitesToSend = false
  private let window: Window
  private(set) var stage: Stage
  /// Whether the pointer drags the tuning scene's divide.
  var isDragging = false
  /// In pixels from the top left; `nil` while it is outside.
  private(set) var pointer: SIMD2<Double>?
  private var picturePointer = PicturePointer()
  private var isSteady = false
  /// The place where the left button went down, in pixels; `nil` while it is up.
  private var clickStart: SIMD2<Double>?
  /// The source of the last picture.
  private var lastSource: SourceInfo?
  private var press = LongPress()
  /// The bar for messages, and the visit at a kiosk.
  var bar = Slide()
  var visit = KioskVisit()
  private var lastMonitorCheck: ContinuousClock.Instant?
  private var bindings = KeyBindings()
  /// From 0; `nil` while the help is closed.
  var helpPage: Int?
  /// Commands of the controls in the last picture.
  private var pendingCommands: [Command] = []
  /// The content of the window; `nil` if it must be drawn again in any case.
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

  /// For other parts that draw in this window.
  public var context: Context { window.context }

  /// Wakes ``commands(timeout:)`` from any thread.
  public var waker: Waker { window.waker }

  /// Sleeps until an event comes, the waker is used, or the time is over.
  ///
  /// - Parameter timeout: Seconds; `nil` waits without a limit.
  /// - Returns: Commands for the program. The window itself handles help and fullscreen.
  public func commands(timeout: Double?) -> [Command] {
    if scene == .kiosk { keepScreenCovered() }
    return commands(
      for: window.waitEvents(timeout: pendingCommands.isEmpty ? timeoutForAnimation(timeout) : 0))
  }

  /// Refreshes per second of the window's display.
  public var refreshRate: Double { window.refreshRate }

  /// Covers the screen again if a display was unplugged or changed while a kiosk runs.
  private func keepScreenCovered() {
    guard lastMonitorCheck.map({ $0.duration(to: .now) >= .seconds(1) }) ?? true else { return }
    lastMonitorCheck = .now
    window.renewFullscreen()
  }

  /// Copies text to the clipboard.
  public func copy(_ text: String) { window.clipboard = text }

  /// In points, as in a window's description.
  public var size: (width: Int, height: Int) {
    let scale = max(0.1, Double(window.contentScale))
    let (width, height) = window.size
    return (Int((Double(width) / scale).rounded()), Int((Double(height) / scale).rounded()))
  }

  public var isFullscreen: Bool { window.isFullscreen }

  /// Whether there is a context. After a reset of the GPU the stage continues with another one.
  ///
  /// - Parameters:
  ///   - shaders: The shaders of the stage afterwards; `nil` is the program's own.
  ///   - move: Makes the other parts that draw in this window use that context.
  public func recover(
    with shaders: ShaderLibrary? = nil, _ move: (Context) throws(GraphicsError) -> Void
  ) -> Bool {
    window.recover { context throws(GraphicsError) in
      try stage.move(to: context, shaders: shaders ?? ShaderLibrary())
      try move(context)
      shown = nil
    }
  }

  /// Uses other shaders for the interface from now on.
  ///
  /// - Throws: The driver's errors; then the former shaders stay in use.
  public func adopt(_ shaders: ShaderLibrary) throws(GraphicsError) {
    stage = try Stage(window.context, shaders: shaders)
    shown = nil
  }

  /// The place of the pointer, in points of the scene.
  var scenePoint: Point? { pointer.map { $0 / view.layoutScale } }

  /// The place of the desktop's picture, in points, and its map with the present zoom.
  private var picture: (shown: Rect, map: PictureMap)? {
    guard case .desktop(let drawn)? = stage.drawn, let info = drawn.snapshot.source.info else { return nil }
    let shown = drawn.layout.picture
    return (
      shown,
      PictureMap(
        info, shown: shown, zoom: picturePointer.zoom, motion: drawn.snapshot.motion, isSteady: isSteady)
    )
  }

  /// The command that an event of the pointer on the desktop's picture gives, such as a marked region.
  private func pictureCommand(for event: WindowEvent) -> Command? {
    guard !showsHelp, let (shown, map) = picture else { return nil }
    return picturePointer.take(event, at: scenePoint, shown: shown, map)
  }

  /// A click on a torch's frame or text shows the torch in the scope. A drag that begins there is no click.
  private func traceCommand(for event: WindowEvent) -> Command? {
    switch event {
    case .button(.left, .down, _): clickStart = pointer
    case .button(.left, .up, _):
      guard let from = clickStart.take(), let pointer, case .desktop(let drawn)? = stage.drawn,
        abs(pointer.x - from.x) + abs(pointer.y - from.y) < 6 * view.layoutScale
      else { return nil }
      return drawn.torch(at: from / view.layoutScale).map { .trace($0) }
    default: break
    }
    return nil
  }

  func commands(for events: [WindowEvent]) -> [Command] {
    if events.contains(.refresh) { shown = nil }
    var commands = pendingCommands
    pendingCommands = []
    for event in events {
      switch event {
      case .pointer(let x, let y): pointer = SIMD2(x, y) * window.pointerScale
      case .pointerLeft: pointer = nil
      default: break
      }
      // Drags end with the button, whichever part takes the event.
      defer { if case .button(.left, .up, _) = event { endDrags() } }
      guard !helpTakes(event) else { continue }
      if let taken = sendingTakes(event) {
        commands += taken
        continue
      }
      if event == .shortcut("v"), stage.isEditingText { stage.clipboard = window.clipboard }
      guard !stage.takes(event, pointerScale: window.pointerScale) else { continue }
      drag(event)
      handlePress(event)
      if let command = pictureCommand(for: event) ?? traceCommand(for: event) { commands.append(command) }
      commands += bindings.commands(for: [event]).filter {
        !handles($0, isForced: event == .close || event == .shortcut("q"))
      }
    }
    // A fault after this belongs to the new message.
    if commands.contains(where: { if case .send = $0 { true } else { false } }) { compose.fault = nil }
    if compose.fault != nil, compose.sending == nil { visit.restoreFailedMessage() }
    visit.endIfIdle(isSending: compose.sending != nil)
    if press.progress() == 1 { commands.append(.quit) }
    return commands
  }

  private func endDrags() {
    isDragging = false
    clickStart = nil
    picturePointer.endDrag()
  }

  /// A click closes the help, and does not reach the parts below it.
  private func helpTakes(_ event: WindowEvent) -> Bool {
    guard showsHelp else { return false }
    switch event {
    case .button(_, .down, _):
      helpPage = nil
      return true
    case .key(.escape, .down, _) where compose.sending == nil:
      helpPage = nil
      return true
    case .scroll, .key(.tab, _, _): return true
    default: return false
    }
  }

  /// Handles a long press on a kiosk, whose staff may have no keyboard.
  private func handlePress(_ event: WindowEvent) {
    guard scene == .kiosk else { return }
    switch event {
    case .button(.left, .down, _): press.begin(at: pointer ?? .zero)
    case .pointer: press.move(to: pointer ?? .zero)
    case .button(.left, .up, _), .pointerLeft, .focused(false): press.end()
    default: break
    }
  }

  /// Carries out a command of the window itself.
  ///
  /// - Parameter isForced: Whether the window is being closed in any case.
  /// - Returns: `false` if the command is one for the program.
  private func handles(_ command: Command, isForced: Bool) -> Bool {
    switch command {
    // A change by one visitor would stay for the next.
    case _ where scene == .kiosk && !isForced: break
    case .help: turnHelp()
    // The first press closes the help.
    case .leave where showsHelp, .quit where showsHelp && !isForced: helpPage = nil
    case .leave where window.isFullscreen: window.isFullscreen = false
    case .fullscreen: window.isFullscreen.toggle()
    case .nextTheme: theme = theme.next
    case .larger: scaleText(by: 1)
    case .smaller: scaleText(by: -1)
    case .standardSize: textScale = 1
    case .zoomIn where scene == .desktop: picturePointer.zoom(by: 1)
    case .zoomOut where scene == .desktop: picturePointer.zoom(by: -1)
    case .pan(let right, let down) where scene == .desktop: picturePointer.pan(right: right, down: down)
    case .steady where scene == .desktop: isSteady.toggle()
    case .wholePicture:
      picturePointer.reset()
      pendingCommands.append(.watchRegion(nil))
    case .left where isTuning: moveDivide(by: -0.02)
    case .right where isTuning: moveDivide(by: 0.02)
    case .compose: showBar(!bar.isOpen)
    case .chooseSource: open(.source)
    case .chooseAlphabet: open(.alphabet)
    case .chooseTextFile where stage.desktop.hasText: open(.save)
    default: return false
    }
    return true
  }

  private func scaleText(by steps: Double) {
    let range = Stage.View.textScales
    textScale = min(max(textScale + steps / 8, range.lowerBound), range.upperBound)
  }

  private func open(_ popup: DesktopControls.Popup) {
    guard scene == .desktop else { return }
    helpPage = nil
    stage.open(popup)
    pendingCommands += stage.takeCommands()
  }

  var view: Stage.View {
    let (width, height) = window.framebufferSize
    var view = Stage.View(
      scene, width: width, height: height, scale: Double(window.contentScale), showsHelp: showsHelp)
    view.helpPage = helpPage ?? 0
    view.choices = choices
    (view.zoom, view.isSteady) = (picturePointer.zoom, isSteady)
    view.compose = compose
    view.composeShare = scene == .desktop ? bar.share() : 0
    view.visit = invitesToSend ? visit : nil
    (view.language, view.theme, view.textScale) = (language, theme, textScale)
    // The progress is rounded to tenths of a second (the press lasts 3 s), because the window wakes ten times a second.
    if let place = press.place, let progress = press.progress() {
      view.press = .init(place: place, progress: (progress * 30).rounded() / 30)
    }
    if let marked = picturePointer.marked { view.marked = picture?.map.area(marked.from, marked.to) }
    if scene == .desktop, !showsHelp, !stage.holdsPointer { view.pointer = pointer }
    return view
  }

  /// Draws and shows the scene if it differs from the one that is shown.
  ///
  /// - Parameters:
  ///   - frame: The number of the preview's frame. A new number causes a draw.
  ///   - isWanted: Whether it is drawn even if nothing differs.
  /// - Returns: Whether anything was drawn.
  @discardableResult
  public func draw(
    _ snapshot: Snapshot, frame: Int, evenIfUnchanged isWanted: Bool = false, preview: Stage.Preview
  ) throws(GraphicsError) -> Bool {
    if let info = snapshot.source.info {
      // Another source is shown whole; a camera that comes back keeps the zoom.
      if let lastSource, !info.hasSamePicture(as: lastSource) { picturePointer.reset() }
      lastSource = info
    }
    let next = Shown(snapshot: snapshot, frame: frame, view: view)
    // An iconified window has no pixels.
    guard next != shown || isWanted || stage.controlsNeedFrame, next.view.width > 0, next.view.height > 0
    else {
      return false
    }
    let copied = stage.clipboard
    do throws(GraphicsError) {
      try stage.draw(snapshot, as: next.view, preview: preview)
    } catch {
      // After a context was lost, a driver may return any error.
      guard window.context.isLost else { throw error }
      return false
    }
    window.swap()
    if stage.clipboard != copied { window.clipboard = stage.clipboard }
    pendingCommands += stage.takeCommands().filter { !handles($0, isForced: false) }
    shown = next
    return true
  }

  /// The content of the window, drawn again, because other windows may cover it.
  public func screenshot(of snapshot: Snapshot, preview: Stage.Preview) throws(GraphicsError) -> Bitmap {
    try stage.picture(of: snapshot, as: view, preview: preview)
  }
}

extension SourceInfo {
  /// Whether both are the same camera or recording, with pictures of the same size.
  fileprivate func hasSamePicture(as other: SourceInfo) -> Bool {
    name == other.name && format.width == other.format.width && format.height == other.format.height
      && quarterTurns == other.quarterTurns
  }
}
