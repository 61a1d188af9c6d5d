/// Attributed text in Pango's form: one string, and byte ranges with their styles.
struct FlatText {
  struct Span {
    var bytes: Range<Int>
    var color: Color
    var weight: AttributedText.Weight
  }

  private(set) var text = ""
  private(set) var spans: [Span] = []
  /// Whether text before or after was left out.
  private(set) var isCut = false
  /// The beginning of the first paragraph, if it was left out. It determines the paragraph's direction.
  private(set) var omittedOpening: String?

  /// Takes at most `byteLimit` bytes of `attributed`, in whole characters, from the end that is kept.
  init(_ attributed: AttributedText, keeping end: TextBox.Overflow, byteLimit: Int) {
    var pieces: [AttributedText.Run] = []
    var room = byteLimit
    for run in end == .keepOldest ? attributed.runs : attributed.runs.reversed() {
      var piece = run
      if run.text.utf8.count > room {
        piece.text = run.text.wholeCharacters(within: room, keeping: end)
        isCut = true
      }
      room -= piece.text.utf8.count
      pieces.append(piece)
      if isCut { break }
    }
    if end == .keepNewest {
      pieces.reverse()
      if isCut {
        let leftOut = attributed.plain.utf8.dropLast(byteLimit - room)
        omittedOpening = String(Substring(leftOut).lastParagraph.unicodeScalars.prefix(64))
      }
    }
    for piece in pieces {
      // C strings end at a zero byte, so the replacement character stands for it.
      append(piece.text.replacing("\0", with: "\u{FFFD}"), color: piece.color, weight: piece.weight)
    }
  }

  init() {}

  mutating func append(_ piece: String, color: Color, weight: AttributedText.Weight) {
    let start = text.utf8.count
    text += piece
    spans.append(Span(bytes: start..<text.utf8.count, color: color, weight: weight))
  }

  /// The bytes in `range`, with a mark before or after them in the style of the text beside it.
  func cut(_ range: Range<Int>, before: String = "", after: String = "") -> FlatText {
    var cut = FlatText()
    cut.isCut = true
    let kept = spans.filter { $0.bytes.overlaps(range) }
    for (index, span) in kept.enumerated() {
      let bytes = span.bytes.clamped(to: range)
      let piece = (index == 0 ? before : "") + self[bytes] + (index == kept.count - 1 ? after : "")
      cut.append(piece, color: span.color, weight: span.weight)
    }
    if kept.isEmpty, let style = spans.last {
      cut.append(before + after, color: style.color, weight: style.weight)
    }
    return cut
  }

  /// The hyphens and first letters of command-line options such as `--camera`, inside which no line may end.
  var optionPrefixes: [Range<Int>] {
    let bytes = Array(text.utf8)
    return bytes.indices.dropLast(2).compactMap { start in
      let isOption =
        bytes[start] == UInt8(ascii: "-") && bytes[start + 1] == UInt8(ascii: "-")
        && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[start + 2])
      return isOption ? start..<start + 3 : nil
    }
  }

  subscript(bytes: Range<Int>) -> Substring {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)
    return text[start..<utf8.index(start, offsetBy: bytes.count)]
  }
}

extension Substring {
  fileprivate var lastParagraph: Substring {
    guard let lineBreak = lastIndex(where: \.isNewline) else { return self }
    return self[index(after: lineBreak)...]
  }
}

extension String {
  /// At most `count` bytes, in whole characters, from the end that is kept.
  fileprivate func wholeCharacters(within count: Int, keeping end: TextBox.Overflow) -> String {
    switch end {
    case .keepOldest:
      let limit = utf8.index(startIndex, offsetBy: count)
      // `limit` may lie inside a character; then that character does not fit.
      return String(self[..<boundary(notAfter: limit)])
    case .keepNewest:
      let limit = utf8.index(endIndex, offsetBy: -count)
      let before = boundary(notAfter: limit)
      return String(self[(before == limit ? before : index(after: before))...])
    }
  }

  private func boundary(notAfter limit: Index) -> Index {
    limit == endIndex ? limit : index(before: index(after: limit))
  }
}
