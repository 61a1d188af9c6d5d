import Graphics

/// What the window's events mean to the controls on the stage.
extension Stage {
  /// The controls want to be drawn again though nothing else has changed.
  var controlsNeedFrame: Bool { gui?.needsFrame ?? false }

  /// Notes an event for the controls.
  ///
  /// - Returns: Whether it is theirs alone.
  func takes(_ event: WindowEvent, pointerScale: Double) -> Bool {
    guard let gui else { return false }
    // Where there is no row, Tab brings up all of it.
    if case .key(.tab, .down, _) = event, !gui.hasKeyboard, desktop.isShown, desktop.hasNoRow {
      desktop.open(.more, with: gui)
      return true
    }
    // A letter that opens a popup is not written there.
    if case .character = event, !gui.hasKeyboard { return false }
    gui.feed([event], pointerScale: pointerScale)
    switch event {
    case .key(let key, _, _): return gui.hasKeyboard && (gui.isInText || Self.focusKeys.contains(key))
    case .character(let sign): return gui.hasKeyboard && (gui.isInText || sign == " ")
    // In an entry they copy and mean the entry's text.
    case .shortcut(let sign): return gui.takesText && "acvxyz".unicodeScalars.contains(sign)
    case .pointer, .button, .scroll: return gui.takesPointer(event, pointerScale: pointerScale)
    default: return false
    }
  }

  /// Keys that move among the controls, and that work the one with the focus.
  private static let focusKeys: Set<WindowEvent.Key> = [
    .escape, .left, .right, .up, .down, .enter, .space, .tab,
  ]

  func open(_ popup: DesktopControls.Popup) {
    guard let gui = try? controls() else { return }
    desktop.open(popup, with: gui)
  }

  /// What the user asked the controls for.
  func takeCommands() -> [Command] {
    desktop.takeCommands() + composeControls.takeCommands() + tuningControls.takeCommands()
  }

  /// Puts the focus on the line that messages are written in.
  func write() throws(GraphicsError) { try controls().focus(on: ComposeControls.entry) }

  /// Takes the focus from all controls.
  func leaveControls() { gui?.leave() }

  var hasPopup: Bool { gui?.hasPopup ?? false }

  /// Text that was copied from an entry, or is to be pasted into one.
  var clipboard: String {
    get { gui?.clipboard ?? "" }
    set { gui?.clipboard = newValue }
  }

  var holdsPointer: Bool { gui?.holdsPointer ?? false }

  var isWriting: Bool { gui?.takesText ?? false }
}
