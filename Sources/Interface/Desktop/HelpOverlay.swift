import Typesetting

/// The list of keys on a card above everything; a small window has several pages of it.
struct HelpOverlay {
  let keys: [(key: String, words: String)]
  var page = 0

  /// The arrangement of the keys in a window. A pure value.
  struct Arrangement: Equatable {
    /// Type size in points.
    var size: Double
    var columns: Int
    /// Keys in a column.
    var rows: Int
    /// Lines per key: at the smallest type size, words may need several.
    var lines = 1
    var pages: Int

    /// Keys in a column at most.
    static let longestColumn = 16
    /// Points. If all keys need smaller type, there are several pages. Only a narrow window has smaller type on its pages.
    static let minimumSize = 9.0
    /// Rows above and below the keys.
    static let heading = 2.4
    /// Widths beside the words, in units of the type size: a key with a gap, and the card's margins.
    static let keyWidth = 7.0
    static let margins = 4.0

    /// - Parameter words: The width of the longest words, in units of the type size.
    init(of count: Int, in bounds: Rect, words: Double) {
      let room = Point(max(1, bounds.width - 8), max(1, bounds.height - 8))
      let whole = (1...2).map { columns in
        let rows = (count + columns - 1) / columns
        // As large as fits; the type becomes smaller before rows are left out.
        let size = min(
          Theme.Size.body, room.y / (Double(rows) + Self.heading) / 1.4,
          room.x / Self.width(columns, words: words))
        return Arrangement(size: size, columns: columns, rows: rows, pages: 1)
      }
      let (one, two) = (whole[0], whole[1])
      let best = two.size > one.size || two.size == one.size && count > Self.longestColumn ? two : one
      if best.size >= Self.minimumSize {
        self = best
        return
      }
      let size = min(Self.minimumSize, max(6, room.x / Self.width(1, words: words / 3)))
      // A line ends before a word that does not fit.
      let wordsRoom = max(1, room.x / size - Self.margins - Self.keyWidth)
      let lines = words <= wordsRoom ? 1 : Int((words / wordsRoom * 1.25).rounded(.up))
      let all = room.y / (size * 1.4) - Self.heading
      let rows = max(1, Int(min(all / Double(lines), Double(max(1, count)))))
      self = Arrangement(
        size: size, columns: 1, rows: rows, lines: lines, pages: max(1, (count + rows - 1) / rows))
    }

    private init(size: Double, columns: Int, rows: Int, lines: Int = 1, pages: Int) {
      (self.size, self.columns, self.rows) = (size, columns, rows)
      (self.lines, self.pages) = (lines, pages)
    }

    /// The least width of a card with this number of columns, in units of the type size.
    static func width(_ columns: Int, words: Double) -> Double {
      (keyWidth + words + 1) * Double(columns) + margins
    }
  }

  /// All words in one box, for measuring.
  private var words: TextBox {
    TextBox(
      AttributedText(keys.map(\.words).joined(separator: "\n"), color: .white), width: 4096, height: 4096,
      font: Theme.font(Theme.Size.body))
  }

  /// - Parameter measures: The typeset ``words``.
  private func places(in bounds: Rect, _ measures: TextPicture?) -> Places {
    Places(of: keys.count, in: bounds, words: Double(measures?.lines.width ?? 0) / Theme.Size.body)
  }

  func places(in bounds: Rect) -> Places { places(in: bounds, try? Typesetter().set(words)) }

  /// The places of all parts. A pure value.
  struct Places {
    let arrangement: Arrangement
    let card: Rect
    let inside: Rect
    let row: Double

    init(of count: Int, in bounds: Rect, words: Double) {
      arrangement = Arrangement(of: count, in: bounds, words: words)
      let (size, columns) = (arrangement.size, arrangement.columns)
      let rows = Double(arrangement.rows * arrangement.lines) + Arrangement.heading
      row = min(size * 2, max(1, bounds.height - 8) / rows)
      let width = min(
        bounds.width - 8, size * max(29 * Double(columns), Arrangement.width(columns, words: words)))
      let height = row * rows
      card = Rect(
        x: (bounds.width - width) / 2, y: (bounds.height - height) / 2, width: width, height: height)
      inside = card.inset(x: row, y: row * 0.6)
    }

    /// The places of a key, its cap, and its words.
    func key(_ index: Int) -> (cap: Rect, key: Rect, words: Rect) {
      let column = inside.width / Double(arrangement.columns)
      let lines = Double(arrangement.lines)
      let line = Rect(
        x: inside.x + column * Double(index / arrangement.rows),
        y: inside.y + row * (Double(index % arrangement.rows) * lines + 1.25), width: column,
        height: row * lines)
      let (left, words) = line.cutLeft(arrangement.size * Arrangement.keyWidth)
      let key = left.cutRight(arrangement.size).rest
      return (key.inset(x: 0, y: (line.height - row * 0.76) / 2), key, words)
    }
  }

  func paint(with painter: Painter) {
    let bounds = painter.bounds
    let places = places(in: bounds, painter.textures.entry(for: words)?.measures)
    let (arrangement, inside) = (places.arrangement, places.inside)
    let size = arrangement.size
    painter.fill(bounds, painter.theme.ground.opacity(0.72))
    painter.card(places.card, painter.theme.panel, radius: 12)
    let page = min(max(page, 0), arrangement.pages - 1)
    var heading = AttributedText(painter.words.translate("Keys"), color: painter.theme.ink, weight: .bold)
    if arrangement.pages > 1 {
      heading.append("   \(page + 1) / \(arrangement.pages)", color: painter.theme.quietInk)
    }
    painter.text(
      heading, Theme.font(size * 1.28),
      in: Rect(x: inside.x, y: inside.y, width: inside.width, height: places.row), vertical: .middle)
    let first = page * arrangement.rows
    let shown = arrangement.pages > 1 ? keys.dropFirst(first).prefix(arrangement.rows) : keys[...]
    for (index, (key, words)) in shown.enumerated() {
      let place = places.key(index)
      painter.button(
        place.cap, painter.theme.framesButtons ? painter.theme.raised : painter.theme.rule, radius: 4)
      // The text gets the whole line, because the cap may be lower than the type.
      painter.text(
        key, painter.theme.ink, size: size * 0.86, in: place.key, alignment: .center, vertical: .middle)
      painter.text(words, painter.theme.quietInk, size: size, in: place.words, vertical: .middle)
    }
  }
}
