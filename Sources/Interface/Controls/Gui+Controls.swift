import CImGui
import Glibc
import Typesetting

/// The controls of one pass.
extension Gui {
  private func area(_ rect: Rect) -> GuiArea {
    GuiArea(
      x: Float((rect.x * scale).rounded()), y: Float((rect.y * scale).rounded()) - scroll,
      width: Float((rect.width * scale).rounded()), height: Float((rect.height * scale).rounded()))
  }

  /// Controls on the window's background.
  func window(_ name: String, _ rect: Rect, _ body: () -> Void) {
    if gui_begin_window(name, area(rect)) { body() }
    gui_end_window()
  }

  /// Controls above everything, until the user closes them. Must be inside a window.
  func popup(_ name: String, _ rect: Rect, _ body: () -> Void) {
    // Opened here, because a popup belongs to the window in which it is opened.
    if popupToOpen == name {
      gui_open_popup(name)
      popupToOpen = nil
    }
    guard gui_begin_popup(name, area(rect)) else { return }
    isInPopup = true
    body()
    isInPopup = false
    gui_end_popup()
  }

  func closePopup() { gui_close_popup() }

  /// A part that scrolls if its content, `height` points, is higher; `body` gets the room beside the scroll bar.
  func list(_ name: String, _ rect: Rect, height: Double, _ body: (Rect) -> Void) {
    if gui_begin_list(name, area(rect)) {
      scroll = gui_scroll()
      body(height > rect.height ? rect.cutRight(1.5 * Theme.unit).rest : rect)
      scroll = 0
    }
    gui_end_list()
  }

  /// Controls in a column: their tips are to the left of the column.
  func column(_ rect: Rect, _ body: () -> Void) {
    columnLeft = area(rect).x
    body()
    columnLeft = nil
  }

  /// - Returns: Whether it was pressed.
  func button(
    _ label: String, _ rect: Rect, tip: String = "", key: String = "", isMarked: Bool = false,
    isDisabled: Bool = false
  ) -> Bool {
    control(rect, tip: tip, key: key, isDisabled: isDisabled) { area in
      atlas.prepare(label)
      return gui_button(label, area.width, area.height, isMarked)
    }
  }

  /// A button for a command, whose key its tip shows.
  ///
  /// - Returns: The command if it was pressed, else nothing.
  func button(
    _ command: Command, _ label: String, _ rect: Rect, _ words: Wording, tip: String, isMarked: Bool = false,
    isDisabled: Bool = false
  ) -> [Command] {
    let isPressed = button(
      label, rect, tip: tip, key: words.key(command), isMarked: isMarked, isDisabled: isDisabled)
    return isPressed ? [command] : []
  }

  /// A slider. While the mouse drags the slider, it shows the mouse's value, even if `value` changes.
  ///
  /// - Parameters:
  ///   - shown: The label.
  ///   - isFilled: Whether the slider is filled up to the value; `false` if the value is not in use.
  /// - Returns: Whether `value` has changed.
  func slider(
    _ name: String, _ rect: Rect, value: inout Double, in range: ClosedRange<Double>, step: Double,
    shown: String,
    isFilled: Bool = true, tip: String = "", key: String = ""
  ) -> Bool {
    var number = heldSlider.flatMap { $0.name == name ? $0.number : nil } ?? Float(value)
    let steps = sliderSteps
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
      heldSlider = (name, number)
    } else if heldSlider?.name == name {
      heldSlider = nil
    }
    if isMoved { value = Double(number) }
    if gui_has_focus() {
      hasSliderFocus = true
      if steps != 0 {
        sliderSteps = 0
        value = min(max(value + Double(steps) * step, range.lowerBound), range.upperBound)
        isMoved = true
      }
    }
    return isMoved
  }

  /// A button that shows the choice, and opens a popup to change it.
  func picker(_ name: String, _ chosen: String, _ rect: Rect, tip: String = "", key: String = "") -> Bool {
    let isPressed = button("##\(name)", rect, tip: tip, key: key)
    let (label, arrow) = rect.inset(x: Theme.unit, y: 0).cutRight(12)
    words(chosen, label.cutRight(Theme.unit / 2).rest)
    words("▾", arrow, theme.quietInk)
    return isPressed
  }

  /// A row of a list.
  func choice(_ label: String, _ rect: Rect, isChosen: Bool = false, isDisabled: Bool = false) -> Bool {
    control(rect, isDisabled: isDisabled) { area in
      atlas.prepare(label)
      return gui_choice(label, isChosen, area.width, area.height)
    }
  }

  enum EntryResult {
    case nothing, changed, done
    /// A paste was refused because it is too long.
    case refused
  }

  /// A text entry. It gets the focus when its popup opens.
  ///
  /// - Parameters:
  ///   - isReplaced: Whether `text` was set by the program.
  ///   - earlier: Replaces the text by an earlier or a later one, `steps` from the present one.
  func entry(
    _ name: String, _ rect: Rect, text: inout String, hint: String, isReplaced: Bool = false,
    earlier: (Int, String) -> String? = { _, _ in nil }
  ) -> EntryResult {
    if entryToFocus == name {
      entryToFocus = nil
      wantedFocus = controlCount
    }
    let line = lineSteps != 0 && writtenIn == name ? earlier(takeLineSteps(), text) : nil
    let other = line ?? (isReplaced ? text : nil)
    if let other { atlas.prepare(other) }
    var bytes = Array(text.utf8.prefix(Self.longestEntry)) + [0]
    bytes += [UInt8](repeating: 0, count: Self.longestEntry + 1 - bytes.count)
    let isChanged = control(rect) { area in
      atlas.prepare(hint)
      atlas.prepare(text)
      return bytes.withUnsafeMutableBytes {
        gui_entry(
          "##\(name)", hint, area.width, $0.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32(Self.longestEntry + 1), other)
      }
    }
    if gui_is_edited() { writtenIn = name }
    let isRefused =
      isPasting && gui_is_edited() && !isChanged
      && text.utf8.count + strlen(gui_clipboard()) > Self.longestEntry
    text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    atlas.prepare(text)
    return gui_entry_done() ? .done : isChanged ? .changed : isRefused ? .refused : .nothing
  }

  /// Bytes: `PATH_MAX`, the longest path.
  private static let longestEntry = 4096

  /// Red, green and blue, 0...1.
  func color(_ name: String, _ rect: Rect, _ value: inout SIMD3<Float>, tip: String = "") -> Bool {
    var parts = [value.x, value.y, value.z]
    let isChanged = control(rect, tip: tip) { area in gui_colour("##\(name)", &parts, area.width) }
    value = SIMD3(parts[0], parts[1], parts[2])
    return isChanged
  }

  /// Words that end in an ellipsis if they do not fit.
  func words(_ text: String, _ rect: Rect, _ color: Color? = nil) {
    atlas.prepare(text)
    let area = area(rect)
    let middle = area.y + ((area.height - Float(atlas.lineHeight)) / 2).rounded()
    gui_place(area.x, middle)
    gui_words(text, (color ?? theme.ink).hex, area.x + area.width)
  }

  /// Points.
  func width(of text: String) -> Double {
    atlas.prepare(text)
    return Double(gui_text_width(text)) / scale
  }

  private func control(
    _ rect: Rect, tip: String = "", key: String = "", isDisabled: Bool = false, _ make: (GuiArea) -> Bool
  ) -> Bool {
    let area = area(rect)
    gui_place(area.x, area.y)
    let number = isDisabled || isInPopup != hasPopup ? nil : controlCount
    if number != nil { controlCount += 1 }
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
      atlas.prepare(tip)
      atlas.prepare(key)
      if var left = columnLeft { gui_tip(tip, key, &left) } else { gui_tip(tip, key, nil) }
      hasTip = true
    }
    return isUsed
  }
}
