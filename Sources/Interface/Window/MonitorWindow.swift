import Capture
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
  /// What the user can choose from.
  public var choices = Choices()
  /// What is known of sending.
  public var compose = Compose()
  public var language = Language.english
  public var theme = Theme.dark
  /// How much larger than usual everything is.
  public var textScale = 1.0
  /// Whether visitors of a kiosk may send.
  public var invitesToSend = false
  private let window: Window
  private(set) var stage: Stage
  /// The pointer drags the tuning scene's divide.
  var isDragging = false
  /// In pixels from the top left; `nil` while it is elsewhere.
  private(set) var pointer: SIMD2<Double>?
  private var hand = PictureHand()
  /// Where the left button went down.
  private var clicked: SIMD2<Double>?
  /// Whose picture was shown last.
  private var lastSource: SourceInfo?
  private var press = LongPress()
  /// The bar that messages are written in, and who is at a kiosk.
  var bar = Slide()
  var visit = KioskVisit()
  private var lastLookAtScreen: ContinuousClock.Instant?
  private var bindings = KeyBindings()
  /// From 0; `nil` while there is no help.
  var helpPage: Int?
  /// What the controls asked for in the last picture.
  private var asked: [Command] = []
  /// What the window shows; `nil` when it must be drawn again whatever comes.
  private var shown: Shown?

  var shownSnapshot: Snapshot? { shown?.snapshot }

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
    if scene == .kiosk { keepScreenCovered() }
    return commands(for: window.waitEvents(timeout: asked.isEmpty ? patience(timeout) : 0))
  }

  /// Refreshes a second of the display that the window is on.
  public var refreshRate: Double { window.refreshRate }

  /// Displays are unplugged and set up anew while a kiosk runs.
  private func keepScreenCovered() {
    guard lastLookAtScreen.map({ $0.duration(to: .now) >= .seconds(1) }) ?? true else { return }
    lastLookAtScreen = .now
    window.renewFullscreen()
  }

  /// Puts text where other programs paste it from.
  public func copy(_ text: String) { window.clipboard = text }

  /// In points, as a description of the window counts them.
  public var size: (width: Int, height: Int) {
    let scale = max(0.1, Double(window.contentScale))
    let (width, height) = window.size
    return (Int((Double(width) / scale).rounded()), Int((Double(height) / scale).rounded()))
  }

  public var isFullscreen: Bool { window.isFullscreen }

  /// Whether there is anything to draw with. After a reset of the GPU the stage goes on with another context.
  ///
  /// - Parameters:
  ///   - shaders: What the stage draws with then; `nil` for the program's own.
  ///   - move: Has all else that draws in this window go on with that context.
  public func recover(
    with shaders: ShaderLibrary? = nil, _ move: (Context) throws(GraphicsError) -> Void
  ) -> Bool {
    window.recover { context throws(GraphicsError) in
      try stage.move(to: context, shaders: shaders ?? ShaderLibrary())
      try move(context)
      shown = nil
    }
  }

  /// Draws the interface by other shaders from now on.
  ///
  /// - Throws: What the driver has against them; then all stays as it was.
  public func adopt(_ shaders: ShaderLibrary) throws(GraphicsError) {
    stage = try Stage(window.context, shaders: shaders)
    shown = nil
  }

  /// What the pointer does to the desktop's picture.
  private func handle(_ event: WindowEvent) -> Command? {
    guard !showsHelp, let snapshot = shown?.snapshot,
      let (shown, map) = Stage.desktopPicture(snapshot, view)
    else { return nil }
    return hand.take(event, at: pointer.map { $0 / view.layoutScale }, shown: shown, map)
  }

  /// A click on a torch's frame or text has the scope show it; a drag that begins there does not.
  private func chosenTorch(by event: WindowEvent) -> Command? {
    switch event {
    case .button(.left, .down, _): clicked = pointer
    case .button(.left, .up, _):
      guard let from = clicked.take(), let pointer, let snapshot = shown?.snapshot,
        abs(pointer.x - from.x) + abs(pointer.y - from.y) < 6 * view.layoutScale
      else { return nil }
      return Stage.desktopTorch(snapshot, view, at: from).map { .trace($0) }
    default: break
    }
    return nil
  }

  func commands(for events: [WindowEvent]) -> [Command] {
    if events.contains(.refresh) { shown = nil }
    var commands = asked
    asked = []
    for event in events {
      switch event {
      case .pointer(let x, let y): pointer = SIMD2(x, y) * window.pointerScale
      case .pointerLeft: pointer = nil
      default: break
      }
      // Whoever takes the event, and whatever lies there by now.
      defer { if case .button(.left, .up, _) = event { endDrags() } }
      guard !helpTakes(event) else { continue }
      if let taken = sendingTakes(event) {
        commands += taken
        continue
      }
      if event == .shortcut("v"), stage.isWriting { stage.clipboard = window.clipboard }
      guard !stage.takes(event, pointerScale: window.pointerScale) else { continue }
      drag(event)
      watchPress(event)
      if let command = handle(event) ?? chosenTorch(by: event) { commands.append(command) }
      commands += bindings.commands(for: [event]).filter {
        !sees(to: $0, isForced: event == .close || event == .shortcut("q"))
      }
    }
    // What is told from now on is of this message.
    if commands.contains(where: { if case .send = $0 { true } else { false } }) { compose.fault = nil }
    if compose.fault != nil, compose.sending == nil { visit.takeBack() }
    visit.wait(isSending: compose.sending != nil)
    if press.progress() == 1 { commands.append(.quit) }
    return commands
  }

  private func endDrags() {
    isDragging = false
    clicked = nil
    hand.letGo()
  }

  /// Help lies over everything: a click takes it away, and what is under it hears nothing of that.
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

  /// On a kiosk, where staff may have no keyboard.
  private func watchPress(_ event: WindowEvent) {
    guard scene == .kiosk else { return }
    switch event {
    case .button(.left, .down, _): press.begin(at: pointer ?? .zero)
    case .pointer: press.move(to: pointer ?? .zero)
    case .button(.left, .up, _), .pointerLeft, .focused(false): press.end()
    default: break
    }
  }

  /// What the window does by itself.
  ///
  /// - Parameter isForced: The window is being closed, whatever it shows.
  private func sees(to command: Command, isForced: Bool) -> Bool {
    switch command {
    // What one visitor did would stay for the next.
    case _ where scene == .kiosk && !isForced: break
    case .help: turnHelp()
    // The first press takes the help away.
    case .leave where showsHelp, .quit where showsHelp && !isForced: helpPage = nil
    case .leave where window.isFullscreen: window.isFullscreen = false
    case .fullscreen: window.isFullscreen.toggle()
    case .nextTheme: theme = theme.next
    case .larger: scaleText(by: 1)
    case .smaller: scaleText(by: -1)
    case .usualSize: textScale = 1
    case .nearer where scene == .desktop: hand.come(1)
    case .farther where scene == .desktop: hand.come(-1)
    case .look(let right, let down) where scene == .desktop: hand.look(right: right, down: down)
    case .wholePicture:
      hand.reset()
      asked.append(.watchRegion(nil))
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
    asked += stage.takeCommands()
  }

  var view: Stage.View {
    let (width, height) = window.framebufferSize
    var view = Stage.View(
      scene, width: width, height: height, scale: Double(window.contentScale), showsHelp: showsHelp)
    view.helpPage = helpPage ?? 0
    view.choices = choices
    view.zoom = hand.zoom
    view.compose = compose
    view.composeShare = scene == .desktop ? bar.share() : 0
    view.visit = invitesToSend ? visit : nil
    (view.language, view.theme, view.textScale) = (language, theme, textScale)
    // In tenths: as often as the window looks at the clock.
    if let place = press.place, let progress = press.progress() {
      view.press = .init(place: place, progress: (progress * 30).rounded() / 30)
    }
    if let marked = hand.marked, let snapshot = shown?.snapshot {
      view.marked = Stage.desktopPicture(snapshot, view)?.map.area(marked.from, marked.to)
    }
    if scene == .desktop, !showsHelp, !stage.holdsPointer { view.pointer = pointer }
    return view
  }

  /// Draws and shows the scene if it differs from the one that is shown.
  ///
  /// - Parameters:
  ///   - frame: Names the frame the preview would draw: a new one is a reason to draw.
  ///   - isWanted: Whether it is drawn though nothing differs.
  /// - Returns: Whether anything was drawn.
  @discardableResult
  public func draw(
    _ snapshot: Snapshot, frame: Int, anew isWanted: Bool = false, preview: Stage.Preview
  ) throws(GraphicsError) -> Bool {
    if let info = snapshot.source.info {
      // Another picture is seen whole; a camera that comes back is seen as before.
      if let lastSource, !info.hasPicture(of: lastSource) { hand.reset() }
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
      // Of a context that was lost meanwhile drivers say whatever they like.
      guard window.context.isLost else { throw error }
      return false
    }
    window.swap()
    if stage.clipboard != copied { window.clipboard = stage.clipboard }
    asked += stage.takeCommands().filter { !sees(to: $0, isForced: false) }
    shown = next
    return true
  }

  /// What the window shows, drawn anew: a part of it may be covered by other windows.
  public func screenshot(of snapshot: Snapshot, preview: Stage.Preview) throws(GraphicsError) -> Bitmap {
    try stage.picture(of: snapshot, as: view, preview: preview)
  }
}

extension SourceInfo {
  fileprivate func hasPicture(of other: SourceInfo) -> Bool {
    name == other.name && format.width == other.format.width && format.height == other.format.height
      && quarterTurns == other.quarterTurns
  }
}
