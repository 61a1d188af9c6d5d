import Graphics

/// Passes events of the window to the entry of messages: on the desktop to the bar, on a kiosk to its keys.
extension MonitorWindow {
  /// An animation is drawn sixty times per second.
  func timeoutForAnimation(_ timeout: Double?) -> Double? {
    bar.isMoving() ? min(timeout ?? 1, 1 / 60.0) : timeout
  }

  func showBar(_ isShown: Bool) {
    guard scene == .desktop else { return }
    bar.set(isOpen: isShown)
    guard isShown else { return stage.leaveControls() }
    // Without controls there is no entry to type in.
    try? stage.focusMessageEntry()
  }

  /// - Returns: `nil` if the event is for other parts.
  func sendingTakes(_ event: WindowEvent) -> [Command]? {
    switch scene {
    case .desktop: barTakes(event)
    case .kiosk where invitesToSend: keysTake(event)
    default: nil
    }
  }

  /// Escape first stops a message, and then closes the bar.
  private func barTakes(_ event: WindowEvent) -> [Command]? {
    guard case .key(.escape, .down, _) = event else { return nil }
    if compose.sending != nil { return [.stopSending] }
    guard bar.isOpen, !stage.hasPopup else { return nil }
    showBar(false)
    return []
  }

  private func keysTake(_ event: WindowEvent) -> [Command]? {
    let isSending = compose.sending != nil
    switch event {
    case .button(.left, .down, _):
      if case .kiosk(let drawn)? = stage.drawn, let place = scenePoint,
        drawn.layout.invitation.contains(place)
      {
        visit.open()
        return []
      }
      guard visit.isOpen || isSending, let key = keyUnderPointer else { return nil }
      visit.touch(key)
      return []
    case .button(.left, .up, _):
      guard visit.pressed != nil else { return nil }
      let command = visit.release(at: keyUnderPointer, messages: Wording(language).kioskMessages)
      return [command].compactMap(\.self)
    case .pointerLeft:
      visit.touch(nil)
      return nil
    default: return nil
    }
  }

  private var keyUnderPointer: KioskKeyboard.Key? {
    guard case .kioskSending(let drawn)? = stage.drawn else { return nil }
    return scenePoint.flatMap { drawn.keyboard.key(at: $0) }
  }
}
