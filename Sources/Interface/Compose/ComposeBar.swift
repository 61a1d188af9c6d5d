import Typesetting

/// Draws the bar for messages, except its controls.
struct ComposeBar {
  let layout: ComposeLayout
  let compose: Compose
  let message: ComposedMessage
  let problem: (words: String, isFault: Bool)?
  let offersLamp: Bool

  /// Points of a dot.
  private static let unit = 4.0

  func paint(with painter: Painter) {
    let theme = painter.theme
    painter.fill(layout.bar, theme.panel)
    painter.fill(Rect(x: 0, y: layout.bar.y, width: layout.bar.width, height: 1), theme.rule)
    paintLamp(painter)
    guard layout.card.isEmpty else {
      paintLine(painter)
      paintCard(painter)
      return
    }
    let sending = compose.sending
    if let problem {
      paint(problem.words, problem.isFault ? theme.error : theme.warning, painter)
    } else if let sending {
      CodeStrip(characters: sending.characters, number: sending.number)
        .paint(in: layout.strip, unit: Self.unit, with: painter)
    } else if message.canBeSent {
      CodeStrip(characters: message.keying.characters, number: nil)
        .paint(in: layout.strip, unit: Self.unit, with: painter)
    } else {
      painter.text(
        painter.words.translate("Code words appear here. ↑ brings back what was sent, Esc closes."),
        theme.faintInk, size: Theme.Size.control, in: layout.strip, vertical: .middle)
    }
    guard sending != nil || message.canBeSent, problem == nil else { return }
    let (count, time) = painter.words.figures(message, sending)
    let (upper, lower) = layout.figures.cutTop(layout.figures.height / 2)
    painter.text(count, theme.ink, size: Theme.Size.body, in: upper, alignment: .trailing, vertical: .middle)
    painter.text(
      time, theme.quietInk, size: Theme.Size.control, in: lower, alignment: .trailing, vertical: .middle)
  }

  private func paint(_ words: String, _ color: Color, _ painter: Painter) {
    let (sign, rest) = layout.problem.cutLeft(2.5 * Theme.unit)
    painter.dot(in: Rect(x: sign.x, y: sign.center.y - 10, width: 16, height: 20).fitted(1), color)
    painter.text(
      AttributedText(words, color: painter.theme.ink), Self.font(Theme.Size.control), in: rest,
      vertical: .middle)
  }

  private func paintLamp(_ painter: Painter) {
    if compose.lamp.isWindow {
      // The lamp is the brightest part of the bar.
      painter.lamp(in: layout.lamp.inset(-2), glow: compose.glow, compose.light)
    } else {
      let share = compose.sending.map { Double($0.number) / Double(max(1, $0.characters.count)) } ?? 0
      painter.ring(in: layout.lamp.inset(layout.lamp.width * 0.16), progress: share, painter.theme.lamp)
    }
  }

  /// The progress of the message, as a line along the edge of a low bar.
  private func paintLine(_ painter: Painter) {
    guard let sending = compose.sending else { return }
    let share = Double(sending.number) / Double(max(1, sending.characters.count))
    painter.fill(
      Rect(x: 0, y: layout.bar.y, width: layout.bar.width * share, height: 2), painter.theme.lamp)
  }

  /// The problem of the message, on a card above a low bar.
  private func paintCard(_ painter: Painter) {
    guard let problem else { return }
    let theme = painter.theme
    let words = AttributedText(problem.words, color: theme.ink)
    var room = layout.problem
    if !offersLamp { room.height = layout.offer.bottom - room.y }
    let size = Self.size(of: words, in: room, with: painter)
    let height = painter.measure(words, Self.font(size), width: room.width, height: room.height).y
    let (_, lines) = room.cutBottom(height + 1)
    let (_, card) = layout.card.cutBottom(layout.card.bottom - lines.y + ComposeLayout.cardPadding)
    painter.fill(card, theme.panel)
    painter.fill(card.cutTop(2).top, problem.isFault ? theme.error : theme.warning)
    painter.text(words, Self.font(size), in: lines)
  }

  static func font(_ size: Double) -> TextBox.Font { Theme.font(size, lineSpacing: 1.15) }

  /// The type size of the words on the card: smaller if they would be cut.
  static func size(of words: AttributedText, in room: Rect, with painter: Painter) -> Double {
    stride(from: Theme.Size.control, through: HelpOverlay.Arrangement.minimumSize, by: -1).first {
      painter.measure(words, font($0), width: room.width, height: 2000).y <= room.height
    } ?? HelpOverlay.Arrangement.minimumSize
  }
}

extension Painter {
  /// Draws the whole window as the lamp.
  func lampFillingWindow(_ compose: Compose) {
    guard compose.fillsWindow else { return }
    fill(bounds, compose.isLit ? compose.light : .black)
    // The words are so faint that a receiver does not read them as light.
    guard !compose.isLit else { return }
    text(
      words.translate("Esc stops"), Color(0x3A3A3A), size: Theme.Size.body, in: bounds.inset(2 * Theme.unit),
      alignment: .center, vertical: .bottom)
  }
}
