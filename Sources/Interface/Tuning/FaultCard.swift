import Typesetting

/// The compiler's errors of the shaders, over the picture: the first with its line, then as many as fit.
struct FaultCard {
  private let first: Tuning.Fault
  private let others: [Tuning.Fault]

  private static let padding = 2 * Theme.unit
  private static let gap = 1.25 * Theme.unit
  /// Points; a narrower card has smaller type.
  static let narrowWidth = 300.0

  /// `nil` without faults.
  init?(_ faults: [Tuning.Fault]) {
    let faults = Self.joined(faults)
    guard let first = faults.first else { return nil }
    (self.first, others) = (first, Array(faults.dropFirst()))
  }

  /// Errors in their order. Candidates of overloads, which Mesa reports as errors of the same line, are joined with their
  /// error.
  static func joined(_ faults: [Tuning.Fault]) -> [Tuning.Fault] {
    var joined: [Tuning.Fault] = []
    var hasCandidates = false
    for fault in faults {
      if hasCandidates, let last = joined.last, last.file == fault.file, last.line == fault.line {
        let isFirst = last.message.hasSuffix("candidates are:")
        joined[joined.count - 1].message += (isFirst ? " " : "; ") + fault.message
      } else {
        joined.append(fault)
        hasCandidates = fault.message.hasSuffix("candidates are:")
      }
    }
    return joined
  }

  /// If not everything fits, the priority is: the error, the note that the last good shaders still run, the line of the file,
  /// further errors.
  ///
  /// - Returns: The card, at the top of `room`; `nil` if it does not fit.
  @discardableResult
  func paint(in room: Rect, with painter: Painter) -> Rect? {
    let padding = min(Self.padding, room.height / 8, room.width / 8)
    let size = room.width < Self.narrowWidth ? Theme.Size.caption : Theme.Size.body
    let width = min(room.width, 760) - 2 * padding
    let maximum = room.height - 2 * padding
    let font = Theme.font(size, lineSpacing: 1.2)
    guard width > 60, maximum > size else { return nil }

    func text(of fault: Tuning.Fault) -> AttributedText {
      var text = AttributedText(
        fault.file + (fault.line.map { ":\($0)" } ?? ""), color: painter.theme.error, weight: .bold)
      text.append("  " + fault.message, color: painter.theme.ink)
      return text
    }
    let heading = text(of: first)
    func rest(after shown: Int) -> AttributedText {
      AttributedText(painter.words.stillRunning(more: others.count - shown), color: painter.theme.quietInk)
    }
    let headingHeight = painter.measure(heading, font, width: width, height: min(120, maximum)).y
    var free = maximum - headingHeight
    // The height of a part if it fits, else 0.
    func take(_ height: Double) -> Double {
      guard height > 0, height + Self.gap <= free else { return 0 }
      free -= height + Self.gap
      return height
    }
    let restHeight = take(painter.measure(rest(after: 0), font, width: width, height: 60).y)
    let source = AttributedText(first.source ?? "", color: painter.theme.ink)
    let sourceFont = TextBox.Font(family: "DejaVu Sans Mono, monospace", size: size, lineSpacing: 1.2)
    let sourceRoom = width - 3 * Theme.unit
    let lines = painter.measure(source, sourceFont, width: sourceRoom, height: size * 5).y
    let sourceHeight = take(first.source == nil ? 0 : lines.rounded(.up) + 2 * Theme.unit)

    var shown: [(text: AttributedText, height: Double)] = []
    for fault in others {
      let text = text(of: fault)
      let height = take(painter.measure(text, font, width: width, height: 60).y)
      guard height > 0 else { break }
      shown.append((text, height))
    }

    let card = Rect(x: room.x, y: room.y, width: width + 2 * padding, height: maximum - free + 2 * padding)
    painter.card(card, painter.theme.panel.opacity(0.94))
    var (top, inside) = card.inset(padding).cutTop(headingHeight + 1)
    painter.text(heading, font, in: top)
    if sourceHeight > 0 {
      (top, inside) = inside.cutTop(Self.gap).rest.cutTop(sourceHeight)
      painter.fill(top, painter.theme.ground, radius: 4)
      painter.text(
        source, sourceFont, in: top.inset(x: 1.5 * Theme.unit, y: Theme.unit / 2), vertical: .middle)
    }
    for (text, height) in shown {
      (top, inside) = inside.cutTop(Self.gap).rest.cutTop(height)
      painter.text(text, font, in: Rect(x: top.x, y: top.y, width: width, height: height + 1))
    }
    if restHeight > 0 {
      // One point more than measured, because the measure is rounded.
      let place = Rect(x: inside.x, y: inside.y + Self.gap, width: width, height: restHeight + 1)
      painter.text(rest(after: shown.count), font, in: place)
    }
    return card
  }
}
