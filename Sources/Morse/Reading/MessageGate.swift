/// Decides whether a keyed light carries text. Its lengths must fit Morse better than random lengths, and a light that repeats
/// one mark and one pause only blinks.
struct MessageGate: Sendable {
  /// A segment of light or dark.
  struct Segment: Sendable {
    var isLit: Bool
    /// In units.
    var length: Double
    var seconds: Double
    /// How much likelier the length is in Morse than at random, in nats.
    var regularity: Double
    /// How far the light wandered within the segment, beyond its noise, as a share of the step. Most keyed lights are steady.
    var wander = 0.0
    /// How much more it wandered with its edges, as a share of the step.
    var softness = 0.0
    /// Evidence against a light that only drifts, in nats: how sharp the edges are.
    var againstDrift = 0.0
    /// Its length in frames.
    var frames = Double.infinity
    /// ``regularity`` before weighting. The weight is less if the light hardly shows the segment.
    var unweightedRegularity: Double?
    /// How much the length counts, 0...1.
    var weight = 1.0
  }

  /// The recent evidence for and against Morse.
  private(set) var recentEvidence = RecentEvidence()

  /// The evidence for Morse since it was last against it, in nats.
  private(set) var evidence = 0.0
  private(set) var isOpen = false
  /// The part of the evidence, in nats, that would be lost if soft edges counted as wander.
  private(set) var evidenceOfSoftEdges = 0.0
  /// Whether the marks and pauses have ever changed their lengths as in text.
  private(set) var hasVaried = false
  /// Detects blinking in the light since the last long pause.
  private var blinkDetector = BlinkDetector()
  private var otherSources = OtherSources()

  /// Evidence, in nats, above which the gate opens.
  private static let openingEvidence = 14.0
  /// By how many nats Morse must be likelier than every other source.
  private static let requiredLead = 4.0
  /// Upper limit of the evidence, in nats, so that later evidence against Morse can take effect.
  private static let highestEvidence = 30.0
  /// Lower limit of the evidence, in nats.
  private static let lowestEvidence = -8.0
  /// Wander within a segment, as a share of the step, that takes one nat from the evidence.
  private static let wanderPerNat = 0.075
  /// Nats that a code word without a sign takes from the evidence.
  private static let unknownCodeCost = 10.0
  /// Nats that a character takes from the evidence if its margin is ``unsureMargin``.
  private static let ambiguityCost = 3.0
  /// Margin (a probability) from which a character counts fully. Nine in ten characters of a message exceed it, and one in ten
  /// characters read from noise.
  private static let sureMargin = 0.9
  /// Margin below which noise is the likelier cause. Lengths that fit well then count against Morse.
  private static let unsureMargin = 0.63

  /// - Parameters:
  ///   - segments: The marks of a character and the gaps between them.
  ///   - isKnown: Whether the code word stands for a sign.
  ///   - margin: The probability that the code word was sent, if either it or its nearest rival was (``CharacterConfidence``).
  ///   - gain: How much likelier the code word is after the preceding text than by its elements alone, in nats. It is less if
  ///     the light hardly shows lengths.
  mutating func take(_ segments: [Segment], isKnown: Bool = true, margin: Double = 1, gain: Double = 0) {
    if !isKnown {
      evidence -= Self.unknownCodeCost
      recentEvidence.addUnknownCode(Self.unknownCodeCost)
    }
    let certainty = min(1, (margin - Self.unsureMargin) / (Self.sureMargin - Self.unsureMargin))
    evidence += gain - Self.ambiguityCost * (1 - certainty)
    for segment in segments {
      let surprise = Self.surprise(of: segment.wander, segment)
      evidenceOfSoftEdges += Self.surprise(of: segment.wander + segment.softness, segment) - surprise
      recentEvidence.take(segment, unsteadiness: surprise)
      // A length that the light repeated when it blinked fits blinking as well as Morse.
      let support = blinkDetector.repeatsBlinking(segment) ? 0 : certainty * segment.regularity
      let regularity = segment.regularity > 0 ? support : segment.regularity
      evidence = min(Self.highestEvidence, max(Self.lowestEvidence, evidence + regularity - surprise))
      blinkDetector.take(segment)
      otherSources.take(segment)
      hasVaried = hasVaried || blinkDetector.isText
    }
    otherSources.take(gain: gain)
    if isBlinking {
      isOpen = false
      // Blinking may fit Morse well, so none of its evidence counts for the light that follows.
      evidence = min(evidence, 0)
    } else if isRefuted || isOfOtherSource {
      isOpen = false
    } else if evidence > Self.openingEvidence, blinkDetector.isText,
      otherSources.morseLead > Self.requiredLead
    {
      isOpen = true
      blinkDetector.forgetBlinking()
    }
  }

  /// Nats that wander within a segment takes from the evidence. A lamp whose level wanders, as under auto exposure, still has
  /// sharp edges.
  private static func surprise(of wander: Double, _ segment: Segment) -> Double {
    let unsteadiness = wander / wanderPerNat
    return max(0, min(6, unsteadiness * unsteadiness) - max(0, segment.againstDrift))
  }

  /// Whether the evidence is against Morse.
  var isRefuted: Bool { evidence < -3 }

  /// Whether another source explains the light better.
  var isOfOtherSource: Bool { otherSources.morseLead < -Self.requiredLead }

  /// The other source, if it is certain.
  var otherSource: OtherSources.Source? { isOfOtherSource ? otherSources.likeliest : nil }

  /// Whether the light repeats one mark and one pause.
  var isBlinking: Bool { blinkDetector.isBlinking }

  /// Whether the light has repeated one mark and one pause since the gate was last open.
  var hasBlinked: Bool { blinkDetector.hasBlinked }

  /// Copies from `other` how the light blinks.
  mutating func remember(blinkingOf other: MessageGate) {
    blinkDetector = other.blinkDetector
    blinkDetector.reset()
  }

  /// Takes a pause that is too long for a message.
  mutating func pause() {
    blinkDetector.reset()
  }
}

/// Distinguishes text from a light that repeats one mark and one pause, by how often a length equals that of the last segment
/// of its kind. In text this is every second time, in a light that blinks nearly always.
///
/// Lengths are in seconds, because the same blinking may be read at different speeds.
private struct BlinkDetector: Sendable {
  /// Seconds of the last mark and of the last pause.
  private var mark: Double?
  private var pause: Double?
  /// The mark and the pause that the light repeated when it blinked. A turn signal continues with them after a car has hidden
  /// it.
  private var blinkMark: Double?
  private var blinkPause: Double?
  /// Marks since the last pause that was longer than others; `nil` before the first such pause.
  private var marks: Int?
  /// The shortest pause, in seconds.
  private var shortestPause = Double.infinity
  /// Evidence for text and against blinking, in nats. It is limited to `lowestEvidence...highestEvidence`, because a light that
  /// has blinked for long may begin to send.
  private var nats = 0.0

  /// Nats for a length equal to the last one of its kind, and for a different one.
  private static let evidenceOfEqualLength = -0.5
  private static let evidenceOfDifferentLength = 2.2
  /// Lengths of one kind differ by less than this factor: a dash is at least 1.9 dots.
  private static let equalFactor = 1.35
  private static let highestEvidence = 4.0
  private static let lowestEvidence = -8.0
  /// The most marks from one longer pause to the next in text: no code word has more. A longer pause is more than
  /// `longerPauseFactor` times the shortest one. A turn signal whose pauses are sometimes hidden by cars has no longer pauses.
  private static let largestMarkCount = 10
  private static let longerPauseFactor = 1.3

  mutating func take(_ segment: MessageGate.Segment) {
    let isEqual = isEqual(segment, segment.isLit ? mark : pause) || repeatsBlinking(segment)
    if segment.isLit ? mark != nil : pause != nil {
      nats = min(
        Self.highestEvidence,
        max(
          Self.lowestEvidence, nats + (isEqual ? Self.evidenceOfEqualLength : Self.evidenceOfDifferentLength))
      )
    }
    if segment.isLit {
      mark = segment.seconds
      marks = marks.map { $0 + 1 }
    } else {
      pause = segment.seconds
      if segment.seconds > Self.longerPauseFactor * shortestPause { marks = 0 }
      shortestPause = min(shortestPause, segment.seconds)
    }
    guard isEqual, isBlinking else { return }
    if segment.isLit { blinkMark = segment.seconds } else { blinkPause = segment.seconds }
  }

  private func isEqual(_ segment: MessageGate.Segment, _ seconds: Double?) -> Bool {
    seconds.map { max(segment.seconds / $0, $0 / segment.seconds) < Self.equalFactor } ?? false
  }

  /// Whether `segment` equals the mark or the pause that the light repeated when it blinked.
  func repeatsBlinking(_ segment: MessageGate.Segment) -> Bool {
    isEqual(segment, segment.isLit ? blinkMark : blinkPause)
  }

  var hasBlinked: Bool { blinkMark != nil || blinkPause != nil }

  mutating func forgetBlinking() { (blinkMark, blinkPause) = (nil, nil) }

  /// Starts again after a pause, but keeps how the light blinked.
  mutating func reset() {
    (mark, pause, nats) = (nil, nil, 0)
    (marks, shortestPause) = (nil, .infinity)
  }

  var isText: Bool { nats > 2 && marks ?? .max <= Self.largestMarkCount }

  /// True after six marks and pauses equal to the first. In text it takes nine, because the error sign is eight dots.
  var isBlinking: Bool { nats < -5 }
}
