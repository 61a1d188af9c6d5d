import Typesetting

/// The keys, on a card over everything.
struct HelpOverlay {
  let keys: [(key: String, words: String)]

  func paint(with painter: Painter) {
    let bounds = painter.bounds
    painter.fill(bounds, painter.theme.ground.opacity(0.72))
    // As large as fits: rows shrink before they are cut.
    let rows = Double(keys.count) + 2.4
    let size = min(Theme.Size.body, (bounds.height - 8) / rows / 1.4, (bounds.width - 8) / 22)
    guard size >= 4 else { return }
    let row = min(size * 2, (bounds.height - 8) / rows)
    let width = min(bounds.width - 8, size * 29)
    let height = row * rows
    let card = Rect(
      x: (bounds.width - width) / 2, y: (bounds.height - height) / 2, width: width, height: height)
    painter.fill(card, painter.theme.panel, radius: 12)
    painter.fill(card, painter.theme.rule, radius: 12, line: 1)
    let inside = card.inset(x: row, y: row * 0.6)
    painter.text(
      AttributedText(painter.words[.keys], color: painter.theme.ink, weight: .bold), Theme.font(size * 1.28),
      in: Rect(x: inside.x, y: inside.y, width: inside.width, height: row), vertical: .middle)
    for (index, (key, words)) in keys.enumerated() {
      let y = inside.y + row * (Double(index) + 1.25)
      let cap = Rect(x: inside.x, y: y + row * 0.12, width: size * 5, height: row * 0.76)
      painter.fill(cap, painter.theme.rule, radius: 4)
      painter.text(
        AttributedText(key, color: painter.theme.ink), Theme.font(size * 0.86), in: cap, alignment: .center,
        vertical: .middle)
      painter.text(
        AttributedText(words, color: painter.theme.quietInk), Theme.font(size),
        in: Rect(x: cap.right + size, y: y, width: inside.right - cap.right - size, height: row),
        vertical: .middle)
    }
  }
}
