/// The state of the reading of a light.
struct ReadingProgress: Sendable {
  /// Whether the message gate is open.
  var isOpen: Bool
  var recentEvidence: MessageGate.RecentEvidence
  /// The mean margin of the last characters (``CharacterConfidence``).
  var meanMargin: Double
  /// The step from dark to lit divided by the noise of a frame; 0 if unknown.
  var contrastToNoise = 0.0

  /// Whether another source explains the light better than Morse, and which, if that is certain.
  var isOfOtherSource = false
  var otherSource: OtherSources.Source?

  /// Frames per dot; infinite if unknown.
  var framesPerDot = Double.infinity

  /// Segments without text after which no text is expected.
  private static let longestTextless = 60

  /// The least evidence, in nats, for a decision for or against Morse.
  private static let minimumEvidence = 8.0

  /// The most counter-evidence of readable text, and the least of unreadable light. If dots are hardly longer than a frame,
  /// lengths are blurred, and a reading can explain much that was not sent.
  private var limits: (good: Double, bad: Double) { hasShortDots ? (0.25, 0.3) : (0.33, 0.45) }
  private var hasShortDots: Bool { framesPerDot < 1.15 }

  /// Whether the lengths are those of Morse, and the characters are hardly uncertain.
  var isGood: Bool {
    isOpen && recentEvidence.counterEvidence < limits.good && !recentEvidence.isMonotonous
      && meanMargin > (hasShortDots ? 0.92 : 0.75)
  }

  /// Whether there is enough evidence that the light is not Morse, or cannot be read.
  var isBad: Bool {
    guard recentEvidence.total > Self.minimumEvidence else { return false }
    if !isOpen, recentEvidence.count > Self.longestTextless { return true }
    return isOfOtherSource || recentEvidence.counterEvidence > limits.bad || recentEvidence.isMonotonous
      || isOpen && meanMargin < 0.65
      || !isOpen && recentEvidence.wander > recentEvidence.support
  }
}
