/// How the reading of a light goes.
struct ReadingProgress: Sendable {
  /// Whether text is believed.
  var isOpen: Bool
  var grounds: MessageGate.Grounds
  /// The mean margin of the last characters (``Sureness``).
  var certainty: Double
  /// The step from dark to lit over the noise of a frame, as far as it is known.
  var contrastToNoise = 0.0

  /// Whether something else explains the light better than Morse, and what it is, where that is certain.
  var isOfOtherSource = false
  var otherSource: OtherSources.Source?

  /// Frames of a dot, as far as it is known.
  var framesPerDot = Double.infinity

  /// After so many stretches without text there will be none.
  private static let many = 60

  /// Less than so many nats is too little to be for or against Morse.
  private static let little = 8.0

  /// How much doubt text that can be read has at most, and what cannot be read at least. Where dots are hardly longer than
  /// a frame, lengths are blurred, and much can be explained that was never sent.
  private var limits: (good: Double, bad: Double) { hasShortDots ? (0.25, 0.3) : (0.33, 0.45) }
  private var hasShortDots: Bool { framesPerDot < 1.15 }

  /// Whether the lengths are those of Morse, and the characters are hardly in doubt.
  var isGood: Bool {
    isOpen && grounds.doubt < limits.good && !grounds.isMonotonous && certainty > (hasShortDots ? 0.92 : 0.75)
  }

  /// Whether enough was seen that is not Morse, or not to be read.
  var isBad: Bool {
    guard grounds.total > Self.little else { return false }
    if !isOpen, grounds.count > Self.many { return true }
    return isOfOtherSource || grounds.doubt > limits.bad || grounds.isMonotonous || isOpen && certainty < 0.65
      || !isOpen && grounds.wander > grounds.support
  }
}
