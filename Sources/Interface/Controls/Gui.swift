import CImGui
import Graphics
import Synchronization
import Typesetting

/// Controls by Dear ImGui: buttons, sliders, lists, entries, and the keyboard's focus among them.
///
/// Every control is told where it lies, in points. Lives on the thread of its GL context.
final class Gui {
  /// Dear ImGui has one current context for all threads: contexts take turns.
  private static let turn = Mutex(())

  private let context: UnsafeMutableRawPointer
  let sheet: GlyphSheet
  private var input = GuiInput()
  private var lastPass: ContinuousClock.Instant?
  private var sheetRevision = -1
  private(set) var theme = Theme.dark
  /// What the controls look like at present.
  private var style: (Theme, Double)?
  /// Pixels a point.
  private(set) var scale = 1.0
  /// Pixels.
  private var size = (width: 0, height: 0)
  /// What to draw, as Dear ImGui left it.
  private(set) var mesh = GuiMesh()

  // The order of the keyboard's focus: controls are counted as they come.
  private var count = 0
  private var lastCount = 0
  private var focused: Int?
  private var wantedFocus: Int?
  private var isInPopup = false
  private var isInColumn = false
  private var hadFocus = false
  private var hasFocus = false
  private var hadSliderFocus = false
  private var hasSliderFocus = false
  private var toOpen: String?
  private var firstFocus = 0

  private(set) var hasPopup = false
  private(set) var takesText = false
  private(set) var holdsPointer = false
  /// The pointer rests on a control whose tip may be due.
  private(set) var isTipDue = false
  private var hoverSeconds: Float = 0
  private var hasTip = false

  /// Seconds of rest until a tip is shown.
  private static let tipDelay: Float = 0.5

  init(_ graphics: Context) throws(GraphicsError) {
    sheet = try GlyphSheet(graphics)
    context = Self.turn.withLock { _ in gui_make() }
  }

  deinit {
    Self.turn.withLock { _ in gui_end(context) }
  }

  // MARK: Between frames

  /// A control has the keyboard, in whole or for the keys that move the focus.
  var hasKeyboard: Bool { hasFocus || isInText }
  /// All keys are the controls'.
  var isInText: Bool { hasPopup || takesText || toOpen != nil }

  /// Notes what happened in the window, in pixels.
  func feed(_ events: [WindowEvent], pointerScale: Double) {
    input.feed(events, pointerScale: pointerScale)
  }

  /// Text that a control copied, and text to be pasted.
  var clipboard: String {
    get {
      Self.turn.withLock { _ in
        gui_enter(context)
        return String(cString: gui_clipboard())
      }
    }
    set {
      Self.turn.withLock { _ in
        gui_enter(context)
        gui_set_clipboard(newValue)
      }
    }
  }

  /// Opens a popup with the next frame, and puts the focus on one of its controls, counted from 0.
  func open(_ popup: String, focusing control: Int = 0) {
    toOpen = popup
    firstFocus = control
  }

  var needsFrame: Bool { !input.isEmpty || toOpen != nil || isTipDue }

  /// Runs the controls of `body` until all input is used and everything has found its place.
  func frame(width: Int, height: Int, scale: Double, theme: Theme = .dark, _ body: (Gui) -> Void) {
    self.scale = scale
    self.theme = theme
    size = (width, height)
    sheet.use(size: Theme.Size.control * scale)
    Self.turn.withLock { _ in
      gui_enter(context)
      if style.map({ $0 != (theme, scale) }) ?? true {
        gui_set_style(theme.controls(scale: scale))
        style = (theme, scale)
      }
      // A popup takes five passes to open, be measured, be focused and be written in. New input comes a click at a
      // time.
      var settling = input.isEmpty && toOpen == nil ? 0 : Self.settlingPasses
      var opening = toOpen == nil ? 0 : Self.settlingPasses
      var passes = 0
      repeat {
        if sheet.revision != sheetRevision {
          let white = GlyphSheet.white
          gui_set_font(Float(sheet.lineHeight), white, white, sheet.glyphs, Int32(sheet.glyphs.count))
          sheetRevision = sheet.revision
        }
        if input.isEmpty { settling -= 1 }
        let hadTip = hasTip
        pass(usingInput: opening <= 0, body)
        // A tip is measured before it is seen.
        if hasTip, !hadTip { settling = max(settling, 1) }
        opening -= 1
        passes += 1
      } while (settling > 0 || sheet.revision != sheetRevision) && passes < Self.mostPasses
      mesh = GuiMesh(copyingWidth: width, height: height)
    }
  }

  private static let settlingPasses = 5
  private static let mostPasses = 64

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
    slide = keys.slides
    gui_begin_frame(Float(size.width), Float(size.height), Float(min(seconds, 1)))
    if keys.leaves {
      gui_close_popups()
      gui_drop_focus()
      (focused, wantedFocus) = (nil, nil)
    }
    hadFocus = hasFocus
    (count, hasFocus, hasSliderFocus, hasTip) = (0, false, false, false)
    body(self)
    gui_end_frame()
    hadSliderFocus = hasSliderFocus
    lastCount = count
    let hadPopup = hasPopup
    hasPopup = gui_has_popup()
    if hasPopup != hadPopup { (focused, wantedFocus) = (nil, hasPopup ? firstFocus : nil) }
    takesText = gui_takes_text()
    holdsPointer = gui_holds_pointer()
    hoverSeconds = gui_hover_seconds()
    isTipDue = hoverSeconds > 0 && hoverSeconds < Self.tipDelay
  }

  private func moveFocus(by steps: Int) {
    guard steps != 0, lastCount > 0 else { return }
    let start = hasFocus || takesText ? focused : nil
    let next = start.map { $0 + steps } ?? (steps > 0 ? 0 : -1)
    wantedFocus = ((next % lastCount) + lastCount) % lastCount
  }

  // MARK: Inside a frame

  /// Arrow keys' steps for the slider that has the focus.
  private var slide = 0

  /// The slider that the mouse holds, and what it was set to.
  private var held: (name: String, number: Float)?

  /// Pixels that the list at hand is scrolled by.
  private var scroll: Float = 0

  private func area(_ rect: Rect) -> GuiArea {
    GuiArea(
      x: Float((rect.x * scale).rounded()), y: Float((rect.y * scale).rounded()) - scroll,
      width: Float((rect.width * scale).rounded()), height: Float((rect.height * scale).rounded()))
  }

  /// Controls on the ground of the window.
  func window(_ name: String, _ rect: Rect, hasGround: Bool = false, _ body: () -> Void) {
    if gui_begin_window(name, area(rect), hasGround) {
      if let popup = toOpen.take() { gui_open_popup(popup) }
      body()
    }
    gui_end_window()
  }

  /// Controls over everything, for as long as the user wants them. Belongs inside a window.
  func popup(_ name: String, _ rect: Rect, _ body: () -> Void) {
    guard gui_begin_popup(name, area(rect)) else { return }
    isInPopup = true
    body()
    isInPopup = false
    gui_end_popup()
  }

  func closePopup() { gui_close_popup() }

  /// A part of a popup that scrolls.
  func list(_ name: String, _ rect: Rect, _ body: () -> Void) {
    if gui_begin_list(name, area(rect)) {
      scroll = gui_scroll()
      body()
      scroll = 0
    }
    gui_end_list()
  }

  /// Controls one below the other: their tips stand at their left.
  func column(_ body: () -> Void) {
    isInColumn = true
    body()
    isInColumn = false
  }

  /// - Returns: Whether it was pressed.
  func button(
    _ label: String, _ rect: Rect, tip: String = "", key: String = "", isMarked: Bool = false,
    isDisabled: Bool = false
  ) -> Bool {
    control(rect, tip: tip, key: key, isDisabled: isDisabled) { area in
      sheet.prepare(label)
      return gui_press(label, area.width, area.height, isMarked)
    }
  }

  /// While the mouse holds it, it stays where the mouse is, whatever its value has become meanwhile.
  ///
  /// - Parameters:
  ///   - shown: What stands on it.
  ///   - isFilled: Up to the value; a value that is not in use is not shown so.
  /// - Returns: Whether `value` is another one now.
  func slider(
    _ name: String, _ rect: Rect, value: inout Double, in range: ClosedRange<Double>, step: Double,
    shown: String,
    isFilled: Bool = true, tip: String = "", key: String = ""
  ) -> Bool {
    var number = held.flatMap { $0.name == name ? $0.number : nil } ?? Float(value)
    let steps = slide
    var isMoved = control(rect, tip: tip, key: key) { area in
      gui_slider(
        "##\(name)", area.width, area.height, &number, Float(range.lowerBound), Float(range.upperBound),
        isFilled)
    }
    defer {
      let room = rect.inset(x: Theme.unit / 2, y: 0)
      let width = min(width(of: shown) + 1, room.width)
      words(
        shown, Rect(x: room.center.x - width / 2, y: room.y, width: width, height: room.height),
        isFilled ? theme.ink : theme.quietInk)
    }
    if gui_is_held() {
      held = (name, number)
    } else if held?.name == name {
      held = nil
    }
    if isMoved { value = Double(number) }
    if gui_has_focus() {
      hasSliderFocus = true
      if steps != 0 {
        slide = 0
        value = min(max(value + Double(steps) * step, range.lowerBound), range.upperBound)
        isMoved = true
      }
    }
    return isMoved
  }

  /// A row of a list.
  func choice(_ label: String, _ rect: Rect, isChosen: Bool = false, isDisabled: Bool = false) -> Bool {
    control(rect, isDisabled: isDisabled) { area in
      sheet.prepare(label)
      return gui_choice(label, isChosen, area.width, area.height)
    }
  }

  enum Writing { case nothing, changed, done }

  /// A line to write in. Takes the focus with its popup.
  func entry(_ name: String, _ rect: Rect, text: inout String, hint: String) -> Writing {
    var bytes = Array(text.utf8.prefix(Self.longestEntry)) + [0]
    bytes += [UInt8](repeating: 0, count: Self.longestEntry + 1 - bytes.count)
    let isChanged = control(rect) { area in
      sheet.prepare(hint)
      sheet.prepare(text)
      return bytes.withUnsafeMutableBytes {
        gui_entry(
          "##\(name)", hint, area.width, $0.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(Self.longestEntry + 1))
      }
    }
    text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    sheet.prepare(text)
    return gui_entry_done() ? .done : isChanged ? .changed : .nothing
  }

  /// Bytes; a path is no longer (`PATH_MAX`).
  private static let longestEntry = 4096

  /// Red, green and blue, 0...1.
  func color(_ name: String, _ rect: Rect, _ value: inout SIMD3<Float>, tip: String = "") -> Bool {
    var parts = [value.x, value.y, value.z]
    let isChanged = control(rect, tip: tip) { area in gui_colour("##\(name)", &parts, area.width) }
    value = SIMD3(parts[0], parts[1], parts[2])
    return isChanged
  }

  /// Words that end in an ellipsis where they do not fit.
  func words(_ text: String, _ rect: Rect, _ color: Color? = nil) {
    sheet.prepare(text)
    let area = area(rect)
    let middle = area.y + ((area.height - Float(sheet.lineHeight)) / 2).rounded()
    gui_place(area.x, middle)
    gui_words(text, (color ?? theme.ink).hex, area.x + area.width)
  }

  /// Points.
  func width(of text: String) -> Double {
    sheet.prepare(text)
    return Double(gui_text_width(text)) / scale
  }

  private func control(
    _ rect: Rect, tip: String = "", key: String = "", isDisabled: Bool = false, _ make: (GuiArea) -> Bool
  ) -> Bool {
    let area = area(rect)
    gui_place(area.x, area.y)
    let number = isDisabled || isInPopup != hasPopup ? nil : count
    if number != nil { count += 1 }
    if number != nil, number == wantedFocus {
      gui_focus_next()
      (focused, wantedFocus) = (number, nil)
    }
    gui_begin_disabled(isDisabled)
    let isUsed = make(area)
    gui_end_disabled()
    if gui_has_focus() {
      hasFocus = true
      focused = number ?? focused
    }
    if !tip.isEmpty,
      gui_has_focus() && hadFocus && !hasPopup || gui_is_hovered() && hoverSeconds >= Self.tipDelay
    {
      sheet.prepare(tip)
      sheet.prepare(key)
      gui_tip(tip, key, isInColumn)
      hasTip = true
    }
    return isUsed
  }
}

extension Color {
  /// `0xRRGGBB`.
  var hex: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
