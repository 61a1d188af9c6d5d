/// A visitor at a kiosk: the typed text, and the time of the last touch. A value: it gets touches and times, and returns
/// commands.
struct KioskVisit: Hashable, Sendable {
  /// The typed text.
  private(set) var text = ""
  /// Whether the keys are on the screen.
  private(set) var isOpen = false
  private(set) var page = KioskKeyboard.Page.letters
  /// The key that a finger is on.
  private(set) var pressed: KioskKeyboard.Key?
  /// The message that was sent last: its outcome is shown to this visitor.
  private(set) var sent: String?
  /// Whether the message ``sent`` may still fail.
  private var isAwaited = false
  private var lastTouch: ContinuousClock.Instant?

  /// Time without a touch that ends the visit.
  static let timeout = Duration.seconds(30)
  /// Characters: a minute at 8 words per minute, because the next visitor waits.
  static let longestText = 40

  /// Opens the keys.
  mutating func open(now: ContinuousClock.Instant = .now) {
    (isOpen, lastTouch) = (true, now)
  }

  mutating func touch(_ key: KioskKeyboard.Key?, now: ContinuousClock.Instant = .now) {
    (pressed, lastTouch) = (key, now)
  }

  /// Handles the release of a touch.
  ///
  /// - Parameters:
  ///   - key: The last key under the finger.
  ///   - messages: The ready-made messages.
  mutating func release(
    at key: KioskKeyboard.Key?, messages: [String], now: ContinuousClock.Instant = .now
  ) -> Command? {
    defer { pressed = nil }
    lastTouch = now
    guard let key, key == pressed else { return nil }
    switch key {
    case .sign(let sign): write(sign)
    case .space: if !text.isEmpty, !text.hasSuffix(" ") { write(" ") }
    case .delete: text = String(text.dropLast())
    case .page: page = page == .letters ? .figures : .letters
    case .close: self = KioskVisit()
    case .stop:
      // A stopped message does not count as sent.
      (sent, isAwaited) = (nil, false)
      return .stopSending
    case .message(let place): if messages.indices.contains(place) { return send(messages[place]) }
    case .send: return send(text)
    }
    return nil
  }

  private mutating func write(_ sign: String) {
    if text.count < Self.longestText { text += sign }
  }

  private mutating func send(_ message: String) -> Command? {
    guard message.contains(where: { !$0.isWhitespace }) else { return nil }
    (text, page, sent, isAwaited) = ("", .letters, message, true)
    return .send(message, leavesOut: true)
  }

  /// Puts the last message back, because it has failed.
  mutating func restoreFailedMessage() {
    guard isAwaited, let sent else { return }
    isAwaited = false
    if text.isEmpty { text = sent }
  }

  /// Ends the visit after a while without a touch.
  ///
  /// - Parameter isSending: Whether a message is being sent, which keeps the visit.
  mutating func endIfIdle(isSending: Bool, now: ContinuousClock.Instant = .now) {
    guard isOpen, let lastTouch else { return }
    if isSending || pressed != nil {
      self.lastTouch = now
    } else if now - lastTouch > Self.timeout {
      self = KioskVisit()
    }
  }
}
