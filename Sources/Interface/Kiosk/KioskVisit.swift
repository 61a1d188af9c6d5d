/// Somebody at a kiosk: what is written on its keys, and when that was left. A value that is told of fingers and of time,
/// and answers with what is to be done.
struct KioskVisit: Hashable, Sendable {
  /// Empty while nobody writes.
  private(set) var text = ""
  /// The keys are on the screen.
  private(set) var isOpen = false
  private(set) var page = KioskKeyboard.Page.letters
  /// The key that a finger is on.
  private(set) var pressed: KioskKeyboard.Key?
  /// What was sent last: what became of it concerns this visitor.
  private(set) var sent: String?
  /// It may yet fail.
  private var isAwaited = false
  private var lastTouch: ContinuousClock.Instant?

  /// How long the keys wait for the next touch; then the next visitor finds the kiosk as it was.
  static let patience = Duration.seconds(30)
  /// A minute at 8 words a minute: the next visitor waits.
  static let longestText = 40

  /// Brings up the keys.
  mutating func open(now: ContinuousClock.Instant = .now) {
    (isOpen, lastTouch) = (true, now)
  }

  mutating func touch(_ key: KioskKeyboard.Key?, now: ContinuousClock.Instant = .now) {
    (pressed, lastTouch) = (key, now)
  }

  /// The finger has left.
  ///
  /// - Parameters:
  ///   - key: Where it was last.
  ///   - messages: Those that are ready-made.
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
      // What was stopped was not sent.
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

  /// What was sent last has failed: it stands in the line again.
  mutating func takeBack() {
    guard isAwaited, let sent else { return }
    isAwaited = false
    if text.isEmpty { text = sent }
  }

  /// Time goes by: whoever does nothing for a while has left.
  ///
  /// - Parameter isSending: What is being sent keeps the visit.
  mutating func wait(isSending: Bool, now: ContinuousClock.Instant = .now) {
    guard isOpen, let lastTouch else { return }
    if isSending || pressed != nil {
      self.lastTouch = now
    } else if now - lastTouch > Self.patience {
      self = KioskVisit()
    }
  }
}
