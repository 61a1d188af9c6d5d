import CPango

/// A text cut, if it must be, so that its lines fit a box.
///
/// Pango 1.50 does this at the end of a text only, and not when the last visible line is a whole paragraph; at the
/// start of several lines it does not work at all (GNOME/pango#120). So the cut is made here, for both ends alike:
/// lay everything out, keep the lines that fit, put an ellipsis at the cut, and take away words until the lines fit
/// with it.
///
/// This ends soon: once the words taken away are as wide as the ellipsis, every line breaks where it did before.
struct FittedText: ~Copyable {
  let layout: TextLayout
  let flat: FlatText
  /// Bytes handed to Pango, all rounds together.
  let laidOutBytes: Int

  init(_ flat: FlatText, box: TextBox, width: Int, height: Int, context: OpaquePointer) {
    // Half a pixel of descent is nothing to cut a line for.
    let room = height * Int(PANGO_SCALE) + Int(PANGO_SCALE) / 2
    var laidOut = 0
    func lay(_ text: FlatText) -> TextLayout {
      laidOut += text.text.utf8.count
      return TextLayout(text, box: box, width: width, context: context)
    }

    let whole = lay(flat)
    if whole.lines.fit(room) && !flat.isCut {
      layout = whole
      self.flat = flat
      laidOutBytes = laidOut
      return
    }

    var cut = Cut(of: flat, lines: whole.lines, room: room, keeping: box.overflow)
    if let opening = cut.openingLeftOut { cut.isRightToLeft = lay(opening).lines[0].isRightToLeft }
    while true {
      let attempt = lay(cut.text)
      if cut.marksDirection(unlike: attempt.lines[0]) { continue }
      if attempt.lines.fit(room) || cut.isEmpty {
        layout = attempt
        self.flat = cut.text
        laidOutBytes = laidOut
        return
      }
      cut.takeAway(from: attempt.lines, room: room)
    }
  }
}

/// Where a text is cut, and the mark put there.
private struct Cut {
  let whole: FlatText
  let end: TextBox.Overflow
  /// The bytes of `whole` that stay.
  var range: Range<Int>
  /// The direction of the paragraph that is cut.
  var isRightToLeft: Bool
  var directionMark = ""

  init(of whole: FlatText, lines: [TextLayout.Line], room: Int, keeping end: TextBox.Overflow) {
    self.whole = whole
    self.end = end
    let count = whole.text.utf8.count
    switch end {
    case .keepNewest:
      var line = lines.firstKept(room)
      // A last line alone may hold a letter only; then its room is filled with the words before.
      if line.bytes == lines[lines.count - 1].bytes, lines.count > 1 { line = lines[lines.count - 2] }
      range = line.bytes.lowerBound..<count
      isRightToLeft = line.isRightToLeft
    case .keepOldest:
      let line = lines.lastKept(room)
      range = 0..<whole.endOfWord(before: line.bytes.upperBound)
      isRightToLeft = lines[0].isRightToLeft
    }
  }

  var isEmpty: Bool { range.isEmpty }

  private var markBefore: String {
    let isWordStart = whole[0..<range.lowerBound].last?.isWhitespace ?? false
    // A no-break space and a word joiner: the ellipsis never stands on a line alone.
    return directionMark + (isWordStart ? "…\u{A0}" : "…\u{2060}")
  }

  var text: FlatText {
    switch end {
    case .keepNewest: whole.cut(range, before: markBefore)
    case .keepOldest: whole.cut(range, after: "…")
    }
  }

  /// Where the cut paragraph's own beginning was left out before layout: that beginning.
  var openingLeftOut: FlatText? {
    guard end == .keepNewest, let opening = whole.openingLeftOut,
      !whole[0..<range.lowerBound].contains(where: \.isNewline)
    else { return nil }
    var flat = FlatText()
    flat.append(opening, color: .white, weight: .regular)
    return flat
  }

  /// What is left of a paragraph may begin in the other script; a mark of the paragraph's direction then keeps
  /// its lines on their side.
  mutating func marksDirection(unlike first: TextLayout.Line) -> Bool {
    guard end == .keepNewest, directionMark.isEmpty, first.isRightToLeft != isRightToLeft else {
      return false
    }
    directionMark = isRightToLeft ? "\u{200F}" : "\u{200E}"
    return true
  }

  /// One word less, or one character where the line beside the cut has no word to spare.
  mutating func takeAway(from lines: [TextLayout.Line], room: Int) {
    switch end {
    case .keepNewest:
      let line = lines[0].bytes.upperBound - markBefore.utf8.count
      range = whole.nextStart(after: range.lowerBound, within: max(1, line))..<range.upperBound
    case .keepOldest:
      let line = lines.lastKept(room).bytes.lowerBound
      range = 0..<whole.previousEnd(before: range.upperBound, downTo: line)
    }
  }
}

extension [TextLayout.Line] {
  fileprivate func fit(_ room: Int) -> Bool {
    count <= 1 || self[count - 1].bottom - self[0].top <= room
  }

  /// The first of the last lines that fit; at least the last line.
  fileprivate func firstKept(_ room: Int) -> TextLayout.Line {
    let bottom = self[count - 1].bottom
    return first { bottom - $0.top <= room } ?? self[count - 1]
  }

  /// The last of the first lines that fit; at least the first line.
  fileprivate func lastKept(_ room: Int) -> TextLayout.Line {
    let top = self[0].top
    return last { $0.bottom - top <= room } ?? self[0]
  }
}

extension FlatText {
  /// Where the text can begin after `start`: at the next word, or at the next character when no word begins within
  /// `length` bytes.
  fileprivate func nextStart(after start: Int, within length: Int) -> Int {
    let all = self[start..<text.utf8.count]
    let line = all.utf8.prefix(length)
    if let space = all[..<line.endIndex].firstIndex(where: \.isWhitespace),
      let word = all[space...].firstIndex(where: { !$0.isWhitespace })
    {
      return start + all.utf8.distance(from: all.startIndex, to: word)
    }
    return start + (all.first?.utf8.count ?? 0)
  }

  /// Where the text can end before `end`: at the end of a word, or one character earlier when no word ends after
  /// byte `line`.
  fileprivate func previousEnd(before end: Int, downTo line: Int) -> Int {
    let start = min(line, end)
    let all = self[start..<end]
    if let space = all.lastIndex(where: \.isWhitespace), space > all.startIndex {
      return endOfWord(before: start + all.utf8.distance(from: all.startIndex, to: space))
    }
    return end - (self[0..<end].last?.utf8.count ?? 0)
  }

  /// `end` without the white space before it.
  fileprivate func endOfWord(before end: Int) -> Int {
    let space = self[0..<end].reversed().prefix { $0.isWhitespace }
    return end - space.reduce(0) { $0 + $1.utf8.count }
  }
}
