import Morse
import Typesetting

/// Characters above their dots and dashes, side by side: as many as fit, with the present one among them.
struct CodeStrip {
  let characters: [Keying.Character]
  /// The present character, from 1; 0 before the first. `nil` while the message is being written: then its end is shown.
  let number: Int?

  /// Gaps between characters and between words, in quarters of a dot.
  private static let gap = 10.0
  private static let wordGap = 34.0

  /// The width of the character at `place`, with the gap before it.
  private func width(_ place: Int, _ unit: Double) -> Double {
    guard place > 0 else { return ownWidth(place, unit) }
    let isFirstOfWord = characters[place - 1].word != characters[place].word
    return ownWidth(place, unit) + (isFirstOfWord ? Self.wordGap : Self.gap) * unit / 4
  }

  /// The width of the character at `place`: the larger width of its code word and its sign.
  private func ownWidth(_ place: Int, _ unit: Double) -> Double {
    let (sign, code) = (characters[place].sign, characters[place].code)
    return max(KeyingStrip.width(of: [code], unit: unit), Double(sign.count) * unit * 2.6)
  }

  /// Average number of characters that fit, of a longer message.
  static let legibleCount = 11.0

  /// Points of a dot, at most `maximum`, so that all characters fit, or `legible` of them.
  func unit(fitting width: Double, maximum: Double, legible: Double = Self.legibleCount) -> Double {
    // All widths are proportional to the unit.
    let all = characters.indices.reduce(0) { $0 + self.width($1, 1) }
    return all > 0 ? min(maximum, 0.99 * width / (all * min(1, legible / Double(characters.count)))) : maximum
  }

  /// The characters that fit.
  func shown(in width: Double, unit: Double) -> Range<Int> {
    guard !characters.isEmpty else { return 0..<0 }
    let current = min(max((number ?? characters.count) - 1, 0), characters.count - 1)
    var (low, high) = (current, current + 1)
    var room = width - self.width(current, unit)
    // While the message is sent, the following characters get twice the room of those that were sent.
    var turn = 0
    while true {
      let canGrowUp = high < characters.count && self.width(high, unit) <= room
      let canGrowDown = low > 0 && self.width(low - 1, unit) <= room
      guard canGrowUp || canGrowDown else { return low..<high }
      if canGrowUp, turn % 3 != 2 || !canGrowDown {
        room -= self.width(high, unit)
        high += 1
      } else {
        low -= 1
        room -= self.width(low, unit)
      }
      turn += 1
    }
  }

  /// - Parameter unit: Points of a dot.
  func paint(in rect: Rect, unit: Double, with painter: Painter) {
    let theme = painter.theme
    let range = shown(in: rect.width, unit: unit)
    let sign = rect.height * 0.56
    let font = Theme.font(sign * 0.78)
    var x = rect.x
    for place in range {
      let character = characters[place]
      let isNow = place + 1 == number
      let isOver = number.map { place + 1 < $0 } ?? false
      let own = ownWidth(place, unit)
      if place > range.lowerBound { x += width(place, unit) - own }
      let ink = isNow ? theme.lamp : isOver ? theme.faintInk : theme.ink
      painter.text(
        AttributedText(character.sign, color: ink, weight: isNow ? .bold : .regular), font,
        // The box is higher than the line of text, because the line is rounded up to whole pixels.
        in: Rect(x: x, y: rect.y - sign * 0.2, width: own + unit * 4, height: sign * 1.4), vertical: .middle)
      KeyingStrip(codes: [character.code], unit: unit).paint(
        at: Point(x, rect.y + sign + (rect.height - sign) / 2),
        isNow ? theme.lamp : isOver ? theme.rule : theme.quietInk, with: painter)
      x += own
    }
  }
}
