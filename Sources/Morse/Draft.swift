/// A part of the text that was read but may still change.
public enum DraftPart: Sendable, Equatable {
  /// A character, or the part of it that was received so far.
  case codeWord(CodeWord)
  /// A word ends here, according to the gaps so far.
  case wordGap
}

/// The text that was read but may still change.
struct Draft: Sendable {
  private(set) var parts: [DraftPart] = []
  /// Characters that began before this time, in seconds, are left out.
  private var begin = -Double.infinity

  mutating func clear() { parts = [] }

  /// Leaves out, from now on, the characters that began before `time`, in seconds.
  mutating func drop(before time: Double) { (begin, parts) = (time, []) }

  /// Sets the draft to the characters that wait in `writer`, followed by those of `chain`.
  mutating func update(
    _ writer: inout MessageWriter, _ chain: [Segments.ID], _ segments: Segments, _ ticks: borrowing Ticks
  ) {
    guard writer.mayBeMessage else { return clear() }
    parts = writer.draft(since: begin)
    var elements: [Element] = []
    var start = 0.0
    func endCharacter() {
      if start >= begin, let code = CodeWord(elements) { parts.append(.codeWord(code)) }
      elements = []
    }
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
