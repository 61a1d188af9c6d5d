extension MessageGate {
  /// Why the gate is open or closed: what lately spoke for and against Morse, in nats. Of the last 48 stretches or so.
  struct Grounds: Sendable {
    /// Lengths that fit Morse, and lengths that do not.
    private(set) var support = 0.0
    private(set) var irregularity = 0.0
    /// Light that was not steady where it should be.
    private(set) var wander = 0.0
    /// Code words that stand for nothing.
    private(set) var nonsense = 0.0
    /// Stretches in all.
    private(set) var count = 0
    /// Marks in a row that are all dots, or all dashes.
    private var alike = 0
    private var isLong = false

    private static let memory = 1 - 1 / 48.0

    mutating func take(_ stretch: Stretch, unsteadiness: Double) {
      support = support * Self.memory + max(0, stretch.regularity)
      irregularity = irregularity * Self.memory + max(0, -stretch.regularity)
      wander = wander * Self.memory + unsteadiness
      nonsense *= Self.memory
      count += 1
      guard stretch.isLit else { return }
      alike = (stretch.length > 1.9) == isLong ? alike + 1 : 1
      isLong = stretch.length > 1.9
    }

    mutating func takeNonsense(_ nats: Double) { nonsense += nats }

    var total: Double { support + irregularity + wander + nonsense }

    /// What speaks against Morse over what speaks for it, but for light that is not steady: about 0.05 in clean text, 0.3 where a hand varies by
    /// a fifth.
    var doubt: Double { (irregularity + nonsense) / max(support, 1e-9) }

    /// So many marks without a dot or without a dash are no text.
    var isMonotonous: Bool { alike > 100 }
  }
}
