/// A part of what has been read but may still change.
public enum DraftPart: Sendable, Equatable {
  /// A character, or as much of it as was seen.
  case codeWord(CodeWord)
  /// A word ends here, as far as can be told.
  case wordGap
}

/// What has been read but may still change.
struct Draft: Sendable {
  private(set) var parts: [DraftPart] = []
  /// What began before this, in seconds, is no part of it.
  private var begin = -Double.infinity

  mutating func clear() { parts = [] }

  /// Leaves out, from now on too, what began before `time`, in seconds.
  mutating func forget(before time: Double) { (begin, parts) = (time, []) }

  /// What waits in `writer`, and what `path` reads after it.
  mutating func renew(
    _ writer: MessageWriter, _ path: Path, _ segments: Segments, _ ticks: borrowing Ticks
  ) {
    guard writer.mayBeMessage else { return clear() }
    parts = writer.draft(since: begin)
    var elements: [Element] = []
    var start = 0.0
    func endCharacter() {
      if start >= begin, let code = CodeWord(elements) { parts.append(.codeWord(code)) }
      elements = []
    }
    let chain = segments.chain(to: path.segment)
    for (before, id) in zip(chain, chain.dropFirst()) {
      let segment = segments[id]
      if segment.kind.isMark, elements.isEmpty { start = ticks.time(of: segments[before].end) }
      switch segment.kind {
      case .dot: elements.append(.dot)
      case .dash: elements.append(.dash)
      case .separator:
        endCharacter()
        let gap = Double(segment.end - segments[before].end) / Double(segment.unit)
        if writer.isWord(gap: gap) { parts.append(.wordGap) }
      case .gap, .lead: break
      }
    }
    endCharacter()
  }
}
