extension MessageGate {
  /// The recent evidence for and against Morse, in nats: the reasons why the gate is open or closed. The memory is about 48
  /// segments.
  struct RecentEvidence: Sendable {
    /// Evidence from lengths that fit Morse, and from lengths that do not.
    private(set) var support = 0.0
    private(set) var irregularity = 0.0
    /// Evidence from light that was not steady within a segment.
    private(set) var wander = 0.0
    /// Evidence from code words without a sign.
    private(set) var unknownCodeEvidence = 0.0
    /// Number of segments.
    private(set) var count = 0
    /// Number of marks in a row that are all dots, or all dashes.
    private var equalMarks = 0
    private var isLong = false

    private static let memory = 1 - 1 / 48.0

    mutating func take(_ segment: Segment, unsteadiness: Double) {
      support = support * Self.memory + max(0, segment.regularity)
      irregularity = irregularity * Self.memory + max(0, -segment.regularity)
      wander = wander * Self.memory + unsteadiness
      unknownCodeEvidence *= Self.memory
      count += 1
      guard segment.isLit else { return }
      // As `SenderTiming` limits it, a dash is at least 1.9 dots.
      let isDash = segment.length > 1.9
      equalMarks = isDash == isLong ? equalMarks + 1 : 1
      isLong = isDash
    }

    mutating func addUnknownCode(_ nats: Double) { unknownCodeEvidence += nats }

    var total: Double { support + irregularity + wander + unknownCodeEvidence }

    /// Evidence against Morse divided by evidence for it, without unsteady light. It is about 0.05 in clean text, and 0.3 if
    /// the sender's lengths vary by a fifth.
    var counterEvidence: Double { (irregularity + unknownCodeEvidence) / max(support, 1e-9) }

    /// Whether the marks have been all dots, or all dashes, for longer than in any text.
    var isMonotonous: Bool { equalMarks > 100 }
  }
}
