import Typesetting

/// The keys, on a card over everything, on several pages where the window is small.
struct HelpOverlay {
  let keys: [(key: String, words: String)]
  var page = 0

  /// How so many keys lie in a window. Pure.
  struct Arrangement: Equatable {
    /// Of type, in points.
    var size: Double
    var columns: Int
    /// Keys one below the other.
    var rows: Int
    var pages: Int

    /// Smaller type is not read.
    static let leastSize = 9.0
    /// What stands above and below the keys, in rows.
    static let heading = 2.4
    /// Of a column, in heights of type: a key and the longest words.
    static let width = 22.0

    init(of count: Int, in bounds: Rect) {
      let room = Point(max(1, bounds.width - 8), max(1, bounds.height - 8))
      for columns in 1...2 {
        let rows = (count + columns - 1) / columns
        // As large as fits: rows shrink before they are cut.
        let size = min(
          Theme.Size.body, room.y / (Double(rows) + Self.heading) / 1.4,
          room.x / (Self.width * Double(columns)))
        guard size < Self.leastSize else {
          self = Arrangement(size: size, columns: columns, rows: rows, pages: 1)
          return
        }
      }
      let size = min(Self.leastSize, max(6, room.x / Self.width))
      let rows = max(1, Int(min(room.y / (size * 1.4) - Self.heading, Double(max(1, count)))))
      self = Arrangement(size: size, columns: 1, rows: rows, pages: max(1, (count + rows - 1) / rows))
    }

    private init(size: Double, columns: Int, rows: Int, pages: Int) {
      (self.size, self.columns, self.rows, self.pages) = (size, columns, rows, pages)
    }
  }

  func paint(with painter: Painter) {
    let bounds = painter.bounds
    let arrangement = Arrangement(of: keys.count, in: bounds)
    let size = arrangement.size
    painter.fill(bounds, painter.theme.ground.opacity(0.72))
    let rows = Double(arrangement.rows) + Arrangement.heading
    let row = min(size * 2, max(1, bounds.height - 8) / rows)
    let width = min(bounds.width - 8, size * 29 * Double(arrangement.columns))
    let height = row * rows
    let card = Rect(
      x: (bounds.width - width) / 2, y: (bounds.height - height) / 2, width: width, height: height)
    painter.fill(card, painter.theme.panel, radius: 12)
    painter.fill(card, painter.theme.rule, radius: 12, line: 1)
    let inside = card.inset(x: row, y: row * 0.6)
    let page = min(max(page, 0), arrangement.pages - 1)
    var heading = AttributedText(painter.words[.keys], color: painter.theme.ink, weight: .bold)
    if arrangement.pages > 1 {
      heading.append("   \(page + 1) / \(arrangement.pages)", color: painter.theme.quietInk)
    }
    painter.text(
      heading, Theme.font(size * 1.28), in: Rect(x: inside.x, y: inside.y, width: inside.width, height: row),
      vertical: .middle)
    let column = inside.width / Double(arrangement.columns)
    let first = page * arrangement.rows
    let shown = arrangement.pages > 1 ? keys.dropFirst(first).prefix(arrangement.rows) : keys[...]
    for (index, (key, words)) in shown.enumerated() {
      let x = inside.x + column * Double(index / arrangement.rows)
      let y = inside.y + row * (Double(index % arrangement.rows) + 1.25)
      let cap = Rect(x: x, y: y + row * 0.12, width: size * 5, height: row * 0.76)
      painter.fill(cap, painter.theme.rule, radius: 4)
      painter.text(
        AttributedText(key, color: painter.theme.ink), Theme.font(size * 0.86), in: cap, alignment: .center,
        vertical: .middle)
      painter.text(
        AttributedText(words, color: painter.theme.quietInk), Theme.font(size),
        in: Rect(x: cap.right + size, y: y, width: x + column - cap.right - size, height: row),
        vertical: .middle)
    }
  }
}
