import Monitor
import Morse
import Typesetting

/// A card about a character: its code in dots and dashes, its confidence, and the alternative reading.
struct CharacterCard {
  let characters: [Transcript.Character]

  private static let padding = 12.0
  /// Points between the card and the character.
  private static let distance = 10.0

  /// - Parameter mark: The place under the pointer; the card is above it, or below if there is no room.
  func paint(beside mark: Rect, _ color: Color, with painter: Painter) {
    guard !characters.isEmpty else { return }
    var heading = AttributedText(characters.map(\.sign).joined(), color: painter.theme.ink, weight: .bold)
    let headingFont = Theme.font(Theme.Size.lead)
    let hasFont = painter.hasFont(for: heading, headingFont, in: painter.bounds)
    // Without a font, only the dots and dashes are drawn, not the box of a missing character.
    if !hasFont { heading = AttributedText(" ", color: painter.theme.ink) }
    let words = AttributedText(
      Self.words(characters, painter.words, hasFont: hasFont), color: painter.theme.quietInk)
    let font = Theme.font(Theme.Size.control, lineSpacing: 1.2)
    let window = painter.bounds.inset(4)
    let maximum = max(1, min(280, window.width - 2 * Self.padding))
    let headingSize = painter.measure(heading, headingFont, width: maximum, height: 40)
    let wordsSize = painter.measure(words, font, width: maximum, height: 96)
    let codeWidth = KeyingStrip.width(of: characters.map(\.code))
    let gap = 12.0
    let width = max(headingSize.x + gap + codeWidth, wordsSize.x).rounded(.up) + 1 + 2 * Self.padding
    let height = headingSize.y + 4 + wordsSize.y + 2 * Self.padding
    var card = Rect(
      x: mark.center.x - width / 2, y: mark.y - Self.distance - height, width: width, height: height)
    if card.y < window.y { card.y = mark.bottom + Self.distance }
    card.x = max(window.x, min(card.x, window.right - width))
    card.y = max(window.y, min(card.y, window.bottom - height))
    painter.card(card, painter.theme.panel)
    let inside = card.inset(Self.padding)
    let (top, below) = inside.cutTop(headingSize.y)
    painter.text(heading, headingFont, in: top)
    KeyingStrip(codes: characters.map(\.code)).paint(
      at: Point(top.x + headingSize.x + gap, top.center.y), color, with: painter)
    painter.text(words, font, in: below.cutTop(4).rest.inset(x: 0, y: -1))
  }

  static func words(
    _ characters: [Transcript.Character], _ wording: Wording = Wording(), hasFont: Bool = true
  ) -> String {
    let sure = characters.map(\.confidence).min() ?? 0
    var words = wording.translate("\(wording.percent(sure)) sure")
    if let speed = characters.last.flatMap({ wording.speed($0.wordsPerMinute) }) { words += "   \(speed)" }
    if !hasFont { words += "\n" + wording.translate(Wording.withoutFont(characters)) }
    if characters.allSatisfy(\.isOwn) { words += "\n" + wording.translate("own signal") }
    let others = characters.compactMap(\.alternative?.text).filter { !$0.isEmpty }
    if !others.isEmpty { words += "\n" + wording.translate("or \(others.joined(separator: ", "))") }
    return words
  }
}
