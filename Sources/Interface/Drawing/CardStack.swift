import Monitor
import Typesetting

/// Cards with words over the picture, from the bottom of a rectangle upwards. A card without room is left out.
struct CardStack {
  /// The sign before the words of a card.
  enum Sign {
    case dot(Color)
    /// A ring that is filled up to the progress, 0...1.
    case ring(Double)
    /// A frame: a part of the picture.
    case frame
    /// Two bars.
    case pause
  }

  private let painter: Painter
  /// Type size in points.
  private let size: Double
  private var room: Rect

  private static let gap = Theme.unit
  /// Points; a longer line would be hard to read.
  private static let maximumWidth = 560.0

  init(in room: Rect, size: Double, _ painter: Painter) {
    (self.room, self.size, self.painter) = (room, size, painter)
    self.room.width = min(room.width, Self.maximumWidth)
  }

  /// Draws a card above the last one.
  ///
  /// - Parameters:
  ///   - color: Of `words`; `nil` is that of usual text.
  ///   - detail: Words after `words`, in a quieter colour.
  mutating func add(
    _ words: String, color: Color? = nil, weight: AttributedText.Weight = .regular, detail: String? = nil,
    _ sign: Sign
  ) {
    var text = AttributedText(words, color: color ?? painter.theme.ink, weight: weight)
    if let detail { text.append("   " + detail, color: painter.theme.quietInk) }
    let card = painter.card(text, size: size, in: room, sign)
    room.height = max(0, card.y - Self.gap - room.y)
  }

  /// The card of simulated pictures.
  mutating func addDemo(detail: String? = nil) {
    let color = painter.theme.warning
    add(painter.words.translate("DEMO"), color: color, weight: .bold, detail: detail, .dot(color))
  }

  mutating func add(_ notice: Notice) { add(notice.text, .dot(notice.weight.color(painter.theme))) }
}

extension Painter {
  /// Words on a card, with a sign before them.
  ///
  /// - Parameter rect: The room; the card is at its bottom, as high as needed.
  /// - Returns: The card.
  @discardableResult
  func card(_ words: AttributedText, size: Double, in rect: Rect, _ sign: CardStack.Sign) -> Rect {
    let font = Theme.font(size, lineSpacing: 1.1)
    let padding = size * 0.75
    let side = size * 1.3
    let width = rect.width - 2 * padding - side - padding * 0.75
    let height = rect.height - 2 * padding
    guard width > size * 3, height > size else { return Rect(x: rect.x, y: rect.bottom, width: 0, height: 0) }
    let lines = measure(words, font, width: width, height: height)
    let card = Rect(
      x: rect.x, y: rect.bottom - lines.y - 2 * padding,
      width: lines.x.rounded(.up) + 2 * padding + side + padding * 0.75, height: lines.y + 2 * padding)
    self.card(card, theme.panel.opacity(0.94))
    draw(
      sign,
      in: Rect(x: card.x + padding, y: card.y + padding + (size * 1.28 - side) / 2, width: side, height: side)
    )
    text(
      words, font,
      in: Rect(x: card.x + padding * 1.75 + side, y: card.y + padding, width: width, height: height))
    return card
  }

  private func draw(_ sign: CardStack.Sign, in square: Rect) {
    switch sign {
    case .dot(let color): dot(in: square, color)
    case .ring(let progress): ring(in: square, progress: progress, theme.lamp)
    case .frame:
      fill(square.inset(x: square.width * 0.14, y: square.height * 0.22), theme.ink, radius: 1, line: 1.5)
    case .pause:
      for x in [0.2, 0.56] {
        fill(
          Rect(
            x: square.x + square.width * x, y: square.y + square.height * 0.16, width: square.width * 0.24,
            height: square.height * 0.68),
          theme.ink, radius: 1)
      }
    }
  }
}
