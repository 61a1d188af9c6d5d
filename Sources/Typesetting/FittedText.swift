import CPango

/// A text whose lines fit a box; it is cut if necessary.
///
/// Pango 1.50 does this at the end of a text only, and not when the last visible line is a whole paragraph; at the
/// start of several lines it does not work at all (GNOME/pango#120). So this type cuts at both ends: it lays out the complete
/// text, keeps the lines that fit, puts an ellipsis at the cut, and removes words until the lines with the ellipsis fit.
///
/// This needs few rounds: when the removed words are as wide as the ellipsis, all lines break at their former places.
struct FittedText: ~Copyable {
  let layout: TextLayout
  let flat: FlatText
  /// Bytes passed to Pango, in all rounds.
  let laidOutBytes: Int

  init(_ flat: FlatText, box: TextBox, width: Int, height: Int, context: OpaquePointer) {
    // Half a pixel of descent is no reason to cut a line.
    let room = height * Int(PANGO_SCALE) + Int(PANGO_SCALE) / 2
    var laidOut = 0
    func layOut(_ text: FlatText) -> TextLayout {
      laidOut += text.text.utf8.count
      return TextLayout(text, box: box, width: width, context: context)
    }

    let complete = layOut(flat)
    if complete.lines.fit(room) && !flat.isCut {
      layout = complete
      self.flat = flat
      laidOutBytes = laidOut
      return
    }

    var cut = Cut(of: flat, lines: complete.lines, room: room, keeping: box.overflow)
    if let opening = cut.omittedOpening { cut.isRightToLeft = layOut(opening).lines[0].isRightToLeft }
    while true {
      let attempt = layOut(cut.text)
      if cut.addsDirectionMark(for: attempt.lines[0]) { continue }
      if attempt.lines.fit(room) || cut.isEmpty {
        layout = attempt
        self.flat = cut.text
        laidOutBytes = laidOut
        return
      }
      cut.shorten(using: attempt.lines, room: room)
    }
  }
}

/// The place where a text is cut, and the mark at that place.
private struct Cut {
  let original: FlatText
  let end: TextBox.Overflow
  /// The bytes of `original` that are kept.
  var range: Range<Int>
  /// The direction of the cut paragraph.
  var isRightToLeft: Bool
  var directionMark = ""

  init(of original: FlatText, lines: [TextLayout.Line], room: Int, keeping end: TextBox.Overflow) {
    self.original = original
    self.end = end
    let count = original.text.utf8.count
    switch end {
    case .keepNewest:
      var line = lines.firstKept(room)
      // The last line may have only one letter. Then the words before it fill the line.
      if line.bytes == lines[lines.count - 1].bytes, lines.count > 1 { line = lines[lines.count - 2] }
      range = line.bytes.lowerBound..<count
      isRightToLeft = line.isRightToLeft
    case .keepOldest:
      let line = lines.lastKept(room)
      range = 0..<original.endOfWord(before: line.bytes.upperBound)
      isRightToLeft = lines[0].isRightToLeft
    }
  }

  var isEmpty: Bool { range.isEmpty }

  private var markBefore: String {
    let isWordStart = original[0..<range.lowerBound].last?.isWhitespace ?? false
    // A no-break space or a word joiner, so that the ellipsis is never alone on a line.
    return directionMark + (isWordStart ? "…\u{A0}" : "…\u{2060}")
  }

  var text: FlatText {
    switch end {
    case .keepNewest: original.cut(range, before: markBefore)
    case .keepOldest: original.cut(range, after: "…")
    }
  }

  /// The beginning of the cut paragraph, if it was omitted before layout.
  var omittedOpening: FlatText? {
    guard end == .keepNewest, let opening = original.omittedOpening,
      !original[0..<range.lowerBound].contains(where: \.isNewline)
    else { return nil }
    var flat = FlatText()
    flat.append(opening, color: .white, weight: .regular)
    return flat
  }

  /// Adds a mark of the paragraph's direction if the kept text begins in a script of the other direction. The mark keeps the
  /// lines on their side.
  ///
  /// - Returns: Whether a mark was added.
  mutating func addsDirectionMark(for firstLine: TextLayout.Line) -> Bool {
    guard end == .keepNewest, directionMark.isEmpty, firstLine.isRightToLeft != isRightToLeft else {
      return false
    }
    directionMark = isRightToLeft ? "\u{200F}" : "\u{200E}"
    return true
  }

  /// Removes one more word where the text is cut, or one character if the line with the ellipsis has only one word.
  ///
  /// - Parameter room: The height for all lines, as in ``TextLayout/Line``.
  mutating func shorten(using lines: [TextLayout.Line], room: Int) {
    switch end {
    case .keepNewest:
      let line = lines[0].bytes.upperBound - markBefore.utf8.count
      range = original.nextStart(after: range.lowerBound, within: max(1, line))..<range.upperBound
    case .keepOldest:
      let line = lines.lastKept(room).bytes.lowerBound
      range = 0..<original.previousEnd(before: range.upperBound, downTo: line)
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
  /// The next possible beginning of the text after `start`: the next word, or the next character if no word begins within
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

  /// The next possible end of the text before `end`: the end of a word, or one character earlier if no word ends after byte
  /// `line`.
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
