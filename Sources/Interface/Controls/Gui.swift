import CImGui
import Graphics
import Synchronization
import Typesetting

/// Controls by Dear ImGui: buttons, sliders, lists, entries, and the keyboard's focus among them.
///
/// Every control gets its place, in points. It stays on the thread of its GL context.
final class Gui {
  /// Dear ImGui has one current context for all threads, so only one context is used at a time.
  private static let contextLock = Mutex(())

  private let context: UnsafeMutableRawPointer
  private(set) var atlas: GlyphAtlas
  private var input = GuiInput()
  private var lastPass: ContinuousClock.Instant?
  private var atlasRevision = -1
  private(set) var theme = Theme.dark
  /// The theme and the scale that Dear ImGui's style was computed from; `nil` before the first frame.
  private var styleInputs: (Theme, Double)?
  /// Pixels per point.
  private(set) var scale = 1.0
  /// Pixels.
  private var size = (width: 0, height: 0)
  /// The triangles of the last pass.
  private(set) var mesh = GuiMesh()

  // Controls are counted in their order, which is the order of the keyboard's focus.
  var controlCount = 0
  private var lastControlCount = 0
  var focused: Int?
  var wantedFocus: Int?
  var isInPopup = false
  /// Pixels; `nil` for controls in a row.
  var columnLeft: Float?
  var hadFocus = false
  var hasFocus = false
  private var hadSliderFocus = false
  var hasSliderFocus = false
  var popupToOpen: String?
  /// The entry that gets the focus with the next frame.
  var entryToFocus: String?
  private var dropsFocus = false
  private var firstFocus = 0

  private(set) var hasPopup = false
  private(set) var takesText = false
  private(set) var holdsPointer = false
  /// The present place of the pointer, in pixels; the last frame may have had another one.
  private var pointer = SIMD2<Double>.zero
  /// Whether the mouse button was pressed on a control since the last frame; `nil` if it was not pressed.
  private var press: Bool?
  /// Whether the pointer rests on a control whose tip will be shown after ``tipDelay``.
  private(set) var isTipPending = false
  var hoverSeconds: Float = 0
  var hasTip = false

  /// Steps of the arrow keys for the slider with the focus.
  var sliderSteps = 0

  /// Steps of the arrow keys up and down in an entry, and the entry that was written in last.
  var lineSteps = 0
  var writtenIn: String?
  /// Whether text is being pasted.
  var isPasting = false

  /// The slider that the mouse drags, and its value.
  var heldSlider: (name: String, number: Float)?

  /// Scroll position of the present list, in pixels.
  var scroll: Float = 0

  /// Seconds without motion until a tip is shown.
  static let tipDelay: Float = 0.5

  init(_ graphics: Context) throws(GraphicsError) {
    atlas = try GlyphAtlas(graphics)
    context = Self.contextLock.withLock { _ in gui_create() }
  }

  /// Draws with another context from now on.
  func move(to graphics: Context) throws(GraphicsError) {
    atlas = try GlyphAtlas(graphics)
    atlasRevision = -1
  }

  deinit {
    Self.contextLock.withLock { _ in gui_destroy(context) }
  }

  // MARK: Between frames

  /// Whether a control gets keys: all, or those that move the focus.
  var hasKeyboard: Bool { hasFocus || isInText }
  /// Whether the controls get all keys.
  var isInText: Bool { hasPopup || takesText || popupToOpen != nil || entryToFocus != nil }

  /// Queues events of the window.
  func feed(_ events: [WindowEvent], pointerScale: Double) {
    input.feed(events, pointerScale: pointerScale)
  }

  /// Whether an event of the pointer is for the controls only. A finger may touch at a new place and press before the next
  /// frame.
  func takesPointer(_ event: WindowEvent, pointerScale: Double) -> Bool {
    switch event {
    case .pointer(let x, let y): pointer = SIMD2(x, y) * pointerScale
    case .button(.left, .down, _): press = isOverControl(at: pointer)
    case .scroll: return hasPopup || isOverControl(at: pointer)
    default: break
    }
    return hasPopup || press ?? holdsPointer
  }

  private func isOverControl(at place: SIMD2<Double>) -> Bool {
    withContext { gui_has_window_at(Float(place.x), Float(place.y)) }
  }

  /// The clipboard of the controls.
  var clipboard: String {
    get { withContext { String(cString: gui_clipboard()) } }
    set { withContext { gui_set_clipboard(newValue) } }
  }

  /// Runs `body` while this context is the current one of Dear ImGui.
  private func withContext<Result: Sendable>(_ body: () -> Result) -> Result {
    Self.contextLock.withLock { _ in
      gui_make_current(context)
      return body()
    }
  }

  /// Opens a popup with the next frame, and puts the focus on one of its controls, counted from 0.
  func open(_ popup: String, focusing control: Int = 0) {
    popupToOpen = popup
    firstFocus = control
  }

  /// Puts the focus on an entry with the next frame.
  func focus(on entry: String) { entryToFocus = entry }

  /// Takes the focus from all controls with the next frame.
  func dropFocus() {
    entryToFocus = nil
    dropsFocus = true
  }

  /// Takes the steps for the present entry.
  func takeLineSteps() -> Int {
    defer { lineSteps = 0 }
    return lineSteps
  }

  var needsFrame: Bool {
    !input.isEmpty || popupToOpen != nil || entryToFocus != nil || dropsFocus || isTipPending
  }

  /// Runs the controls of `body` until all input is used and the layout is stable.
  func frame(width: Int, height: Int, scale: Double, theme: Theme = .dark, _ body: (Gui) -> Void) {
    self.scale = scale
    self.theme = theme
    size = (width, height)
    atlas.use(size: Theme.Size.control * scale)
    withContext {
      if styleInputs.map({ $0 != (theme, scale) }) ?? true {
        gui_set_style(theme.guiStyle(scale: scale))
        styleInputs = (theme, scale)
      }
      // A popup needs up to five passes until it is open, measured, and has the focus. Then input is applied, click by click.
      let isOpening = popupToOpen != nil || entryToFocus != nil
      var settling = input.isEmpty && !isOpening && !dropsFocus ? 0 : Self.settlingPasses
      var opening = isOpening ? Self.settlingPasses : 0
      var passes = 0
      repeat {
        if atlas.revision != atlasRevision {
          let white = GlyphAtlas.white
          gui_set_font(Float(atlas.lineHeight), white, white, atlas.glyphs, Int32(atlas.glyphs.count))
          atlasRevision = atlas.revision
        }
        if input.isEmpty { settling -= 1 }
        let (hadTip, wasTipPending) = (hasTip, isTipPending)
        pass(usingInput: opening <= 0, body)
        // A tip becomes due at the end of a pass, and needs another pass to be measured.
        if wasTipPending && !isTipPending || hasTip && !hadTip { settling = max(settling, 1) }
        opening -= 1
        passes += 1
      } while (settling > 0 || atlas.revision != atlasRevision) && passes < Self.maximumPasses
      press = nil
      mesh = GuiMesh(copyingWidth: width, height: height)
    }
  }

  private static let settlingPasses = 5
  private static let maximumPasses = 64

  private func pass(usingInput usesInput: Bool, _ body: (Gui) -> Void) {
    let now = ContinuousClock.now
    let seconds = lastPass.map { ($0.duration(to: now)) / .seconds(1) } ?? 1 / 60.0
    lastPass = now
    let keys =
      usesInput
      ? input.apply(
        GuiInput.Focus(
          hasKeyboard: hasKeyboard, isInEntry: takesText, isOnSlider: hasFocus && hadSliderFocus && !hasPopup)
      )
      : GuiInput.Keys()
    moveFocus(by: keys.tabs)
    (sliderSteps, lineSteps, isPasting) = (keys.slides, keys.lines, keys.pastes)
    gui_begin_frame(Float(size.width), Float(size.height), Float(min(seconds, 1)))
    if keys.leaves || dropsFocus {
      dropsFocus = false
      gui_close_popups()
      gui_drop_focus()
      (focused, wantedFocus) = (nil, nil)
    }
    hadFocus = hasFocus
    (controlCount, hasFocus, hasSliderFocus, hasTip) = (0, false, false, false)
    body(self)
    gui_end_frame()
    hadSliderFocus = hasSliderFocus
    lastControlCount = controlCount
    let hadPopup = hasPopup
    hasPopup = gui_has_popup()
    if hasPopup != hadPopup { (focused, wantedFocus) = (nil, hasPopup ? firstFocus : nil) }
    takesText = gui_takes_text()
    holdsPointer = gui_holds_pointer()
    hoverSeconds = gui_hover_seconds()
    isTipPending = hoverSeconds > 0 && hoverSeconds < Self.tipDelay
  }

  private func moveFocus(by steps: Int) {
    guard steps != 0, lastControlCount > 0 else { return }
    let start = hasFocus || takesText ? focused : nil
    let next = start.map { $0 + steps } ?? (steps > 0 ? 0 : -1)
    wantedFocus = ((next % lastControlCount) + lastControlCount) % lastControlCount
  }
}

extension Color {
  /// `0xRRGGBB`.
  var hex: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
