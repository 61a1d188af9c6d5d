import Localization
import Morse
import Typesetting

/// The scene of a kiosk while a visitor types, or while the message is sent.
struct KioskSendingScene {
  let keyboard: KioskKeyboard
  private let visit: KioskVisit
  private let compose: Compose
  private let message: ComposedMessage
  /// Characters without a code word in the present text, or in the last one. A kiosk leaves them out without a question.
  let leftOut: [String]

  init(_ visit: KioskVisit, _ compose: Compose, size: Point, alphabet: String, language: Language) {
    (self.visit, self.compose) = (visit, compose)
    keyboard = KioskKeyboard(
      size, page: visit.page, isSending: compose.sending != nil, language: language)
    message = ComposedMessage(visit.text, alphabet: alphabet, timing: compose.timing)
    let shown =
      visit.text.isEmpty
      ? visit.sent.map { ComposedMessage($0, alphabet: alphabet, timing: compose.timing) } : message
    leftOut = if case .noCodeWord(let signs) = shown?.obstacle { signs } else { [] }
  }

  func paint(with painter: Painter) {
    let theme = painter.theme
    if compose.lamp.isWindow {
      painter.lamp(in: keyboard.lamp, glow: compose.glow, compose.light)
    } else {
      painter.lamp(in: keyboard.lamp, glow: compose.sending == nil ? 0 : 0.4, theme.lamp)
    }
    paintLine(painter)
    for (key, rect) in keyboard.places { paint(key, in: rect, painter) }
  }

  /// Whether the code words have the whole width, below the line.
  private var isTall: Bool { keyboard.strip.x < keyboard.line.x }

  /// The fault of the last message, until another one is written.
  private var fault: String? {
    visit.sent != nil && (visit.text.isEmpty || visit.text == visit.sent) ? compose.fault : nil
  }

  private func paintLine(_ painter: Painter) {
    let theme = painter.theme
    let font = Theme.font(keyboard.lineSize)
    let strip = paintLeftOut(painter)
    if let sending = compose.sending {
      let words = painter.words.figures(message, sending)
      var line = AttributedText(words.0, color: theme.ink, weight: .bold)
      line.append("   " + words.1, color: theme.quietInk)
      painter.text(line, font, in: keyboard.line, vertical: .middle)
      paint(
        CodeStrip(characters: sending.characters, number: sending.number),
        maximum: min(strip.height, keyboard.line.height * 2.2) / 10, in: strip, painter)
      return
    }
    if visit.text.isEmpty {
      let words =
        fault ?? painter.words.translate(visit.sent == nil ? "Write, or choose one" : "Sent. Another one?")
      var room = keyboard.line
      // The room of the code words is free. On an upright screen only a fault needs it.
      if !isTall || fault != nil { room.height = strip.bottom - room.y }
      painter.text(
        words, fault == nil ? theme.quietInk : theme.error,
        size: keyboard.lineSize * (fault == nil ? 0.8 : 0.5), lineSpacing: 1.1, in: room, vertical: .middle)
      return
    }
    // The end of a long line is shown.
    painter.text(
      AttributedText(visit.text, color: theme.ink, weight: .bold), font, in: keyboard.line, vertical: .middle,
      overflow: .keepNewest)
    if let fault {
      painter.text(
        fault, theme.error, size: min(keyboard.lineSize * 0.5, strip.height * 0.3), lineSpacing: 1.1,
        in: strip, vertical: .middle)
      return
    }
    paint(
      CodeStrip(characters: message.keying.characters, number: nil),
      maximum: strip.height / 12, in: strip, painter)
  }

  /// - Returns: The remaining room for code words.
  private func paintLeftOut(_ painter: Painter) -> Rect {
    guard !leftOut.isEmpty else { return keyboard.strip }
    let (strip, place) = keyboard.strip.cutBottom(keyboard.strip.height * 0.3)
    painter.text(
      painter.words.translate("No code word for \(EncodingError.listed(leftOut)): left out"),
      painter.theme.warning, size: min(place.height * 0.7, keyboard.lineSize * 0.5), in: place,
      vertical: .middle)
    return strip
  }

  /// Draws a strip in the middle of its place, as large as it fits.
  private func paint(_ strip: CodeStrip, maximum: Double, in place: Rect, _ painter: Painter) {
    // While typing, the whole text is shown; while sending, the present character matters.
    let legible = isTall && compose.sending != nil ? 7 : CodeStrip.legibleCount
    let unit = strip.unit(fitting: place.width, maximum: maximum, legible: legible)
    let height = min(place.height, unit * 10)
    strip.paint(
      in: Rect(x: place.x, y: place.center.y - height / 2, width: place.width, height: height), unit: unit,
      with: painter)
  }

  private func paint(_ key: KioskKeyboard.Key, in rect: Rect, _ painter: Painter) {
    let theme = painter.theme
    let isPressed = visit.pressed == key
    let isMain = key == .send || key == .stop
    let canBePressed = key != .send || message.canBeSent
    let ground = isMain && canBePressed ? theme.raised.mixed(with: theme.lamp, 0.25) : theme.raised
    painter.button(rect, isPressed ? ground.mixed(with: theme.ink, 0.25) : ground, radius: rect.height * 0.14)
    let label = painter.words.key(key, page: visit.page)
    let isSign = if case .sign = key { true } else { false }
    let size = rect.height * (isSign ? 0.5 : 0.36)
    let inside = rect.inset(x: rect.height * 0.12, y: 0)
    let ink = canBePressed ? theme.ink : theme.faintInk
    // Long words are smaller instead of cut.
    let words = AttributedText(label, color: ink, weight: isMain ? .bold : .regular)
    let width = painter.measure(words, Theme.font(size), width: 10_000, height: rect.height).x
    let fitting = min(size, size * inside.width / max(width, 1) * 0.95)
    painter.text(words, Theme.font(max(1, fitting)), in: inside, alignment: .center, vertical: .middle)
  }
}

extension Wording {
  /// The label of a key.
  func key(_ key: KioskKeyboard.Key, page: KioskKeyboard.Page) -> String {
    switch key {
    case .sign(let sign): sign
    case .space: translate("Space")
    case .delete: "⌫"
    case .page:
      page == .figures
        ? "ABC" : "123 " + (language.nationalLetters.isEmpty ? "?" : language.nationalLetters.prefix(2))
    case .send: translate("Send")
    case .stop: translate("Stop")
    case .close: "✕"
    case .message(let place): kioskMessages[place]
    }
  }

  /// The ready-made messages.
  var kioskMessages: [String] { [translate("HELLO"), translate("GOOD DAY"), translate("THANK YOU")] }
}
