/// Decides whether a keyed light says anything: lengths must fit Morse better than they fit nothing, and a light that
/// repeats one mark and one pause only blinks.
struct MessageGate: Sendable {
  /// A stretch of light or dark.
  struct Stretch: Sendable {
    var isLit: Bool
    /// In units.
    var length: Double
    /// How much likelier the length is in Morse than in nothing, in nats.
    var regularity: Double
    /// How far the light wandered within it, beyond its noise, as a share of the step: a keyed light does not.
    var wander = 0.0
  }

  /// What lately spoke for and against Morse, in nats; old stretches are forgotten.
  private(set) var grounds = Grounds()

  /// Nats by which the lengths since the last doubt speak for Morse.
  private(set) var evidence = 0.0
  private(set) var isOpen = false
  /// Lengths since the last long pause.
  private var marks = Lengths()
  private var pauses = Lengths()

  /// Evidence at which text is believed.
  private static let enough = 14.0
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
  /// So many marks that are all alike, with pauses that are all alike, are a blinking light.
  private static let blinking = 7

  /// - Parameters:
  ///   - stretches: The marks of a character and the gaps between them.
  ///   - isKnown: Whether its code word stands for a sign.
  ///   - margin: The probability that the code word was sent, if it or its nearest rival was (``Sureness``).
  mutating func take(_ stretches: [Stretch], isKnown: Bool = true, margin: Double = 1) {
    if !isKnown {
      evidence -= Self.nonsense
      grounds.takeNonsense(Self.nonsense)
    }
    let sureness = min(1, (margin - Self.unsure) / (Self.sure - Self.unsure))
    evidence -= Self.ambiguity * (1 - sureness)
    for stretch in stretches {
      let unsteadiness = stretch.wander / Self.steady
      let surprise = min(6, unsteadiness * unsteadiness)
      grounds.take(stretch, unsteadiness: surprise)
      let regularity = stretch.regularity > 0 ? sureness * stretch.regularity : stretch.regularity
      evidence = min(Self.most, max(Self.least, evidence + regularity - surprise))
      if stretch.isLit { marks.append(stretch.length) } else { pauses.append(stretch.length) }
    }
    if isBlinking { hasBlinked = true }
    if isBlinking || isDispelled {
      isOpen = false
    } else if evidence > Self.enough, isVaried {
      isOpen = true
    }
  }

  /// Whether the light has just shown that it says nothing.
  var isDispelled: Bool { evidence < -3 }

  /// Whether the marks and pauses since the last long pause are all alike, and many.
  var isBlinking: Bool { !isVaried && marks.count >= Self.blinking }

  /// Whether lengths differ by more than chance; a single odd one may be a fault.
  private var isVaried: Bool { marks.oddCount + pauses.oddCount >= 2 }

  private(set) var hasBlinked = false

  /// A pause too long to be part of a message.
  mutating func pause() {
    marks = Lengths()
    pauses = Lengths()
    if !isOpen { evidence = min(evidence, 0) }
  }
}

/// Lengths of one kind of stretch.
private struct Lengths: Sendable {
  private(set) var count = 0
  /// The two shortest and the two longest.
  private var shortest = (first: Double.infinity, second: Double.infinity)
  private var longest = (first: 0.0, second: 0.0)

  mutating func append(_ length: Double) {
    count += 1
    if length < shortest.first {
      shortest = (length, shortest.first)
    } else {
      shortest.second = min(shortest.second, length)
    }
    if length > longest.first {
      longest = (length, longest.first)
    } else {
      longest.second = max(longest.second, length)
    }
  }

  /// How many are out of the ordinary, at most two: about twice as long as the shortest.
  var oddCount: Int {
    guard count >= 2 else { return 0 }
    if count >= 4, longest.second > 1.8 * shortest.second { return 2 }
    return longest.first > 1.8 * shortest.first ? (count < 4 ? 2 : 1) : 0
  }
}
