/// Decides whether a keyed light says anything: lengths must fit Morse better than they fit nothing, and a light that
/// repeats one mark and one pause only blinks.
struct MessageGate: Sendable {
  /// A stretch of light or dark.
  struct Stretch: Sendable {
    var isLit: Bool
    /// In units.
    var length: Double
    var seconds: Double
    /// How much likelier the length is in Morse than in nothing, in nats.
    var regularity: Double
    /// How far the light wandered within it, beyond its noise, as a share of the step: a keyed light does not.
    var wander = 0.0
    /// Its length in frames.
    var frames = Double.infinity
    /// As ``regularity``, before what the light tells little of is weighed less.
    var surplus: Double?
    /// How much the length counts, 0...1.
    var weight = 1.0
  }

  /// What lately spoke for and against Morse, in nats; old stretches are forgotten.
  private(set) var grounds = Grounds()

  /// Nats by which the lengths since the last doubt speak for Morse.
  private(set) var evidence = 0.0
  private(set) var isOpen = false
  /// Of the light since the last long pause.
  private var variety = Variety()
  private var others = OtherSources()

  /// Evidence at which text is believed.
  private static let enough = 14.0
  /// So many nats likelier than every other source is what is believed.
  private static let likelier = 4.0
  /// More than this is not saved up against later doubts.
  private static let most = 30.0
  /// Doubts beyond this are forgotten.
  private static let least = -8.0
  /// A light that wanders so far while it should be steady, as a share of the step, takes one nat from the evidence.
  private static let steady = 0.075
  /// What a code word without a sign takes from the evidence.
  private static let nonsense = 10.0
  /// What a character that might as well be another takes from it.
  private static let ambiguity = 3.0
  /// Of a message's characters nine in ten are surer than this; of what noise looks like, one in ten.
  private static let sure = 0.9
  /// Below this, noise is the likelier reason, and the more so the better the lengths fit.
  private static let unsure = 0.63

  /// - Parameters:
  ///   - stretches: The marks of a character and the gaps between them.
  ///   - isKnown: Whether its code word stands for a sign.
  ///   - margin: The probability that the code word was sent, if it or its nearest rival was (``Sureness``).
  ///   - gain: How much more probable the text before makes the code word than its elements alone, in nats.
  mutating func take(_ stretches: [Stretch], isKnown: Bool = true, margin: Double = 1, gain: Double = 0) {
    if !isKnown {
      evidence -= Self.nonsense
      grounds.takeNonsense(Self.nonsense)
    }
    let sureness = min(1, (margin - Self.unsure) / (Self.sure - Self.unsure))
    evidence += gain - Self.ambiguity * (1 - sureness)
    for stretch in stretches {
      let unsteadiness = stretch.wander / Self.steady
      let surprise = min(6, unsteadiness * unsteadiness)
      grounds.take(stretch, unsteadiness: surprise)
      // What a light that has blinked repeats again fits blinking as well as Morse.
      let support = variety.isOfBlinking(stretch) ? 0 : sureness * stretch.regularity
      let regularity = stretch.regularity > 0 ? support : stretch.regularity
      evidence = min(Self.most, max(Self.least, evidence + regularity - surprise))
      variety.take(stretch)
      others.take(stretch)
    }
    others.take(gain: gain)
    if isBlinking {
      isOpen = false
      // However evenly it does: nothing is saved up for what comes next.
      evidence = min(evidence, 0)
    } else if isDispelled || others.lead < -Self.likelier {
      isOpen = false
    } else if evidence > Self.enough, variety.isText, others.lead > Self.likelier {
      isOpen = true
      variety.forgetBlinking()
    }
  }

  /// Whether the light has just shown that it says nothing.
  var isDispelled: Bool { evidence < -3 }

  /// Whether another source explains the light better.
  var isOfOtherSource: Bool { others.lead < -Self.likelier }

  /// What it is, where that is certain.
  var otherSource: OtherSources.Source? { isOfOtherSource ? others.likeliest : nil }

  /// Whether the light repeats one mark and one pause.
  var isBlinking: Bool { variety.isBlinking }

  /// Whether it has, and has said nothing since.
  var hasBlinked: Bool { variety.hasBlinked }

  /// Begins with what is known of how the light blinks.
  mutating func remember(blinkingOf other: MessageGate) {
    variety = other.variety
    variety.beginAnew()
  }

  /// A pause too long to be part of a message.
  mutating func pause() {
    variety.beginAnew()
    if !isOpen { evidence = min(evidence, 0) }
  }
}

/// Tells text from a light that repeats one mark and one pause, by how often a length is that of the last stretch of its
/// kind: in text every other time, in a light that blinks nearly always.
///
/// In seconds: the same blinking may be read at one speed after the other.
private struct Variety: Sendable {
  /// Seconds of the last mark and of the last pause.
  private var mark: Double?
  private var pause: Double?
  /// The mark and the pause that it repeated when it blinked: a turn signal goes on with them after every car that hides it.
  private var blinkMark: Double?
  private var blinkPause: Double?
  /// Marks since the last pause that was longer than others, once there was one, and the shortest pause.
  private var marks: Int?
  private var shortestPause = Double.infinity
  /// Nats for text and against blinking. What came long ago does not count: no more is saved up than `most`, nor less than
  /// `least`, as whoever has blinked for long may begin to send.
  private var nats = 0.0

  private static let alike = -0.5
  private static let different = 2.2
  /// Lengths of one kind differ by less than this factor: a dash is at least 1.9 dots.
  private static let factor = 1.35
  private static let most = 4.0
  private static let least = -8.0
  /// No code word has more marks: in text comes a pause so many times as long as the shortest before. A turn signal of which
  /// cars hide some pauses has none.
  private static let mostMarks = 10
  private static let longer = 1.3

  mutating func take(_ stretch: MessageGate.Stretch) {
    let isAlike = isAlike(stretch, stretch.isLit ? mark : pause) || isOfBlinking(stretch)
    if stretch.isLit ? mark != nil : pause != nil {
      nats = min(Self.most, max(Self.least, nats + (isAlike ? Self.alike : Self.different)))
    }
    if stretch.isLit {
      mark = stretch.seconds
      marks = marks.map { $0 + 1 }
    } else {
      pause = stretch.seconds
      if stretch.seconds > Self.longer * shortestPause { marks = 0 }
      shortestPause = min(shortestPause, stretch.seconds)
    }
    guard isAlike, isBlinking else { return }
    if stretch.isLit { blinkMark = stretch.seconds } else { blinkPause = stretch.seconds }
  }

  private func isAlike(_ stretch: MessageGate.Stretch, _ seconds: Double?) -> Bool {
    seconds.map { max(stretch.seconds / $0, $0 / stretch.seconds) < Self.factor } ?? false
  }

  /// Whether it is the mark or the pause that the light repeated when it blinked.
  func isOfBlinking(_ stretch: MessageGate.Stretch) -> Bool {
    isAlike(stretch, stretch.isLit ? blinkMark : blinkPause)
  }

  var hasBlinked: Bool { blinkMark != nil || blinkPause != nil }

  mutating func forgetBlinking() { (blinkMark, blinkPause) = (nil, nil) }

  /// A pause has parted what comes next from what came before.
  mutating func beginAnew() {
    (mark, pause, nats) = (nil, nil, 0)
    (marks, shortestPause) = (nil, .infinity)
  }

  var isText: Bool { nats > 2 && marks ?? .max <= Self.mostMarks }

  /// Six marks and pauses like the first, or nine amid text, where the sign of an error is eight dots.
  var isBlinking: Bool { nats < -5 }
}
