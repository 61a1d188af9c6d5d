import Graphics

/// Passes events of the window to the controls on the stage.
extension Stage {
  /// Whether the controls must be drawn again, even if nothing else has changed.
  var controlsNeedFrame: Bool { gui?.needsFrame ?? false }

  /// Passes an event to the controls.
  ///
  /// - Returns: Whether the event is for the controls only.
  func takes(_ event: WindowEvent, pointerScale: Double) -> Bool {
    guard let gui else { return false }
    // If the window has no row of controls, Tab opens the menu of all controls.
    if case .key(.tab, .down, _) = event, !gui.hasKeyboard, desktop.isShown, desktop.hasNoRow {
      desktop.open(.more, with: gui)
      return true
    }
    // A letter that opens a popup is not typed into it.
    if case .character = event, !gui.hasKeyboard { return false }
    gui.feed([event], pointerScale: pointerScale)
    switch event {
    case .key(let key, _, _): return gui.hasKeyboard && (gui.isInText || Self.focusKeys.contains(key))
    case .character(let sign): return gui.hasKeyboard && (gui.isInText || sign == " ")
    // In an entry, shortcuts apply to the entry's text.
    case .shortcut(let sign): return gui.takesText && "acvxyz".unicodeScalars.contains(sign)
    case .pointer, .button, .scroll: return gui.takesPointer(event, pointerScale: pointerScale)
    default: return false
    }
  }

  /// Keys that move the focus, and that work the control with the focus.
  private static let focusKeys: Set<WindowEvent.Key> = [
    .escape, .left, .right, .up, .down, .enter, .space, .tab,
  ]

  func open(_ popup: DesktopControls.Popup) {
    guard let gui = try? controls() else { return }
    desktop.open(popup, with: gui)
  }

  /// The commands of the controls since the last call.
  func takeCommands() -> [Command] {
    desktop.takeCommands() + composeControls.takeCommands() + tuningControls.takeCommands()
  }

  /// Puts the focus on the entry for messages.
  func focusMessageEntry() throws(GraphicsError) { try controls().focus(on: ComposeControls.entry) }

  /// Takes the focus from all controls.
  func leaveControls() { gui?.dropFocus() }

  var hasPopup: Bool { gui?.hasPopup ?? false }

  /// The clipboard of the entries.
  var clipboard: String {
    get { gui?.clipboard ?? "" }
    set { gui?.clipboard = newValue }
  }

  var holdsPointer: Bool { gui?.holdsPointer ?? false }

  var isEditingText: Bool { gui?.takesText ?? false }
}
