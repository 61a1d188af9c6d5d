import Typesetting

/// DejaVu is the only font that is always installed with Aldis.
let mono = TextBox.Font(family: "DejaVu Sans Mono", size: 10)
let sans = TextBox.Font(family: "DejaVu Sans", size: 10)

/// A box of a number of characters: a character of DejaVu Sans Mono is 0.602 em wide and 1.164 em high.
func monoBox(
  _ text: String, columns: Int, rows: Int, scale: Double = 1, overflow: TextBox.Overflow = .keepOldest
) -> TextBox {
  TextBox(
    AttributedText(text, color: .white), width: Double(columns) * 6.02 + 1, height: Double(rows) * 11.64 + 1,
    font: mono, scale: scale, overflow: overflow)
}

/// The visible text, with a normal space after the ellipsis.
func visible(
  _ text: String, columns: Int, rows: Int, overflow: TextBox.Overflow
) throws -> String {
  try Typesetter().set(monoBox(text, columns: columns, rows: rows, overflow: overflow)).visibleText
    .replacing("\u{A0}", with: " ").replacing("\u{2060}", with: "")
}

extension AttributedText {
  static func + (a: AttributedText, b: AttributedText) -> AttributedText {
    b.runs.reduce(into: a) { $0.append($1.text, color: $1.color, weight: $1.weight) }
  }
}

extension TextPicture {
  /// The share of the picture's ink (alpha) in the left half of the box.
  var inkOnTheLeft: Double {
    var left = 0
    var all = 0
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let alpha = Int(bitmap[x, y].alpha)
        all += alpha
        if ink.x + x < width / 2 { left += alpha }
      }
    }
    return all == 0 ? .nan : Double(left) / Double(all)
  }

  /// Whether the outermost five columns of ink have only a dot on the baseline.
  func hasEllipsis(onTheLeft: Bool) -> Bool {
    let columns = onTheLeft ? 0..<5 : bitmap.width - 5..<bitmap.width
    let rows = (0..<bitmap.height).filter { row in columns.contains { bitmap[$0, row].alpha > 100 } }
    return !rows.isEmpty && rows.count <= 2 && rows[0] > bitmap.height / 2
  }
}
