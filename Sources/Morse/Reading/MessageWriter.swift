import Foundation

/// Puts words together from characters and the gaps between them, and reports them once the message gate is open.
struct MessageWriter: Sendable {
  /// A certain character, and the gap after it.
  private struct Entry: Sendable {
    var character: DecodedCharacter
    /// The step from dark to lit.
    var step: Double
    /// Dark after it, in units; `nil` while the dark lasts.
    var gap: Double?
    /// Whether the gate was open when it was read.
    var wasGateOpen: Bool
    /// Whether it was taken for a group of flashes since.
    var isOfFlashes = false
  }

  private var entries: [Entry] = [] { didSet { decided = nil } }
  /// ``wordEnds()`` of these entries; `nil` if it is not computed yet.
  private var decided: WordEnds?
  private var gapClassifier = GapClassifier()
  private let letters: CodeLetters
  /// The language model of the reported text.
  private var reportedText = TextModel()
  /// The language model of all text that was read, reported or not.
  private var readText = TextModel(expectsRepetition: false)
  private var gate = MessageGate()
  private let pace: Decoder.Pace
  /// End of the last reported character, in seconds, while its word may continue.
  private var openWordEnd: Double?
  /// The gap after that character, in units. It is kept until the text that follows decides whether the gap separates words.
  private var openGap: Double? { didSet { decided = nil } }
  private var hasReported = false
  private var isUncertain = false
  /// The mean margin of the last characters.
  private var meanMargin = 1.0

  /// The most characters that are reported at the end without certainty: if marks and pauses have changed as in text, and if
  /// not. MEET ME AT SIX has eleven. Longer texts are certain, and some random lengths look like text for longer.
  private static let longestUncertain = 12
  private static let longestUnvaried = 3
  /// The most evidence, in nats, that the marks of these characters are equal (e^3 is 20): seven dots have more.
  private static let mostEvidenceOfEqualMarks = 3.0
  /// Characters that are kept when the evidence is against Morse, because they may begin a message.
  private static let keptWhenRefuted = 12
  /// The same for characters from groups of flashes, when a message begins. The message may begin with equal letters, which
  /// look like such groups, but hardly with more than six.
  private static let keptOfFlashes = 6

  /// When the last reported character ended, in seconds.
  private(set) var reportedUntil = -Double.infinity

  init(_ letters: CodeLetters, pace: Decoder.Pace) {
    self.letters = letters
    self.pace = pace
  }

  /// Start of the first character that waits to be reported, in seconds.
  var waitingSince: Double? { entries.first?.character.start }

  /// Drops the waiting characters, because they will be read again.
  mutating func dropUnreported() {
    entries = []
    guard !gate.isOpen else { return }
    let before = self
    self = MessageWriter(letters, pace: pace)
    (hasReported, reportedUntil, openWordEnd, openGap) =
      (before.hasReported, before.reportedUntil, before.openWordEnd, before.openGap)
    gate.remember(blinkingOf: before.gate)
  }

  /// Dark between characters and between words, in units.
  var gaps: (character: Double, word: Double) { (gapClassifier.character, gapClassifier.word) }

  /// Units of dark after which a word is complete, and its certain characters may be reported.
  var longestSilence: Double { gapClassifier.hasLearnedSpacing ? max(7, 1.2 * gapClassifier.character) : 22 }

  /// The number of characters that wait, because the following gaps and text decide the kind of the gap before. With the pace
  /// `live`, once the sender's gaps are known, characters wait only while the kind is uncertain.
  private var backlog: Int {
    switch pace {
    case .live: gapClassifier.hasLearnedSpacing ? 12 : 3
    case .recording: 24
    }
  }

  /// Whether the message gate is open.
  var isGateOpen: Bool { gate.isOpen }

  /// Whether the gate is open, or may open for the waiting characters.
  var mayBeMessage: Bool { gate.isOpen || gate.evidence >= 0 && !gate.isBlinking }

  /// The state of the reading, for the diagnosis.
  var progress: ReadingProgress {
    var progress = ReadingProgress(
      isOpen: gate.isOpen, recentEvidence: gate.recentEvidence, meanMargin: meanMargin)
    progress.isOfOtherSource = gate.isOfOtherSource
    progress.otherSource = gate.otherSource
    return progress
  }

  /// The waiting characters that began at `begin`, in seconds, or later.
  mutating func draft(since begin: Double) -> [DraftPart] {
    zip(entries, wordEnds().ends.suffix(entries.count)).filter { $0.0.character.start >= begin }.flatMap {
      entry, isLast -> [DraftPart] in
      isLast ? [.codeWord(entry.character.code), .wordGap] : [.codeWord(entry.character.code)]
    }
  }

  /// Whether dark of `gap` units separates words.
  func isWord(gap: Double) -> Bool { gapClassifier.isWord(gap) }

  /// - Parameter margin: See ``CharacterConfidence``. Only the margins decide whether there is a message.
  mutating func append(
    _ character: DecodedCharacter, _ segments: [MessageGate.Segment], margin: Double, step: Double,
    _ report: (DecoderEvent) -> Void
  ) {
    // Characters far fainter than this one were noise.
    if !gate.isOpen { entries.removeAll { $0.step < LampLevels.minimumStepShare * step } }
    if entries.isEmpty, openWordEnd != nil, openGap == nil, let mark = segments.first, mark.seconds > 0 {
      // The search was restarted in the dark before it, so the gap is known from the times only.
      openGap = (character.start - reportedUntil) * mark.length / mark.seconds
    }
    let ofText = letters[character.code.node].map { readText.append($0) } ?? 0
    // In faint light the search can choose a likely text freely, so a gain from the text is weak evidence.
    let weight = segments.reduce(0) { $0 + $1.weight } / Double(max(1, segments.count))
    let gain = min(ofText, weight * ofText)
    weigh(
      segments, isKnown: character.sign != DecodedCharacter.unknown, margin: margin, gain: gain, report)
    entries.append(Entry(character: character, step: step, gap: nil, wasGateOpen: gate.isOpen))
    gapClassifier.append(segments, of: character.code)
    meanMargin += (margin - meanMargin) / 16
    flush(report)
  }

  /// Takes the end of the dark after the last character.
  ///
  /// - Parameters:
  ///   - gap: The gap in units, without the part that comes from the mark before it.
  mutating func end(gap: Double, _ segment: MessageGate.Segment, _ report: (DecoderEvent) -> Void) {
    let seconds = segment.seconds
    gapClassifier.append(gap, space: Double(readText.space))
    readText.spaceProbability = Float(
      1 / (1 + exp(-gapClassifier.odds(ofWordAt: gap) - readText.gainOfSpace)))
    if !entries.isEmpty {
      entries[entries.count - 1].gap = gap
    } else if openWordEnd != nil {
      openGap = gap
    }
    if seconds > 3, gap > 9, gap > 1.9 * gapClassifier.character {
      endMessage()
    } else {
      weigh([segment], report)
    }
    flush(report)
  }

  /// Notes that the dark after the last character has lasted for `gap` units so far.
  mutating func wait(gap: Double, _ report: (DecoderEvent) -> Void) {
    flush(all: true, report)
    // The following text decides whether it is a pause for thought.
    if entries.isEmpty, openGap == nil, gap > 2 * gapClassifier.word { endWord(after: gap, report) }
  }

  /// Notes that no Morse reading explains the light.
  mutating func noteUnexplainedLight() { isUncertain = true }

  /// Ends the message: the gap after the last character is unknown.
  mutating func pause() {
    endMessage()
    if !entries.isEmpty, entries[entries.count - 1].gap == nil { entries[entries.count - 1].gap = .infinity }
  }

  /// Ends the message and the word after a long time without samples. Certain text is reported now, because the decoder forgets
  /// its samples.
  mutating func breakOff(_ report: (DecoderEvent) -> Void) {
    flush(all: true, report)
    pause()
    if entries.isEmpty { endWord(after: .infinity, report) }
  }

  /// A pause separates the next message from this one. If the evidence is against text, the waiting characters are dropped.
  private mutating func endMessage() {
    if !gate.isOpen, gate.evidence < 0 { entries = [] }
    gate.pause()
  }

  /// - Parameter isClear: Whether the contrast is so high that there certainly was a light.
  mutating func finish(isClear: Bool, _ report: (DecoderEvent) -> Void) {
    // A text too short for certainty is reported if nothing else was read: a few short letters sent unevenly are little
    // evidence. At most three characters are reported if another source explains the light better, or if nearly all marks are
    // equal: three equal characters may be text, but a light that repeats for longer is a lighthouse.
    // A light that only glows and fades has soft edges and equal lengths, so equal lengths need sharp edges.
    let hasVaried =
      gate.hasVaried
      && EqualMarks.evidence(in: entries.flatMap(\.character.code.elements)) < Self.mostEvidenceOfEqualMarks
    let required = hasVaried ? 0 : gate.evidenceOfSoftEdges
    let isProbable =
      isClear && !isUncertain && gate.evidence >= required && !hasReported && !gate.hasBlinked
    let isShort =
      entries.count <= Self.longestUnvaried
      || entries.count <= Self.longestUncertain && hasVaried && !gate.isOfOtherSource
    flush(all: true, ignoresGate: isProbable && isShort, report)
    if let end = openWordEnd { report(.word(at: end)) }
    openWordEnd = nil
    entries = []
  }

  /// If the evidence turns against Morse, the waiting characters are reported if the gate was open. If not, all but the last
  /// ones are dropped: these may begin a message. Groups of flashes are dropped likewise when a message begins.
  private mutating func weigh(
    _ segments: [MessageGate.Segment], isKnown: Bool = true, margin: Double = 1, gain: Double = 0,
    _ report: (DecoderEvent) -> Void
  ) {
    let wasOpen = gate.isOpen
    gate.take(segments, isKnown: isKnown, margin: margin, gain: gain)
    if !wasOpen, gate.isOpen {
      let flashes = entries.prefix { $0.isOfFlashes }.count
      entries.removeFirst(max(0, flashes - Self.keptOfFlashes))
    } else if case .flashes = gate.otherSource {
      for index in entries.indices where !entries[index].wasGateOpen { entries[index].isOfFlashes = true }
    }
    guard gate.isRefuted else { return }
    if wasOpen { flush(all: true, ignoresGate: true, report) }
    entries.removeFirst(max(0, entries.count - Self.keptWhenRefuted))
  }

  private mutating func flush(all: Bool = false, ignoresGate: Bool = false, _ report: (DecoderEvent) -> Void)
  {
    guard gate.isOpen || ignoresGate else {
      // The light has not carried text for long. Its first characters will not become text.
      if entries.count > 64 { entries.removeFirst(32) }
      return
    }
    guard all || pace == .live || entries.count > backlog else { return }
    let (ends, certain) = wordEnds()
    let open = openGap == nil ? 0 : 1
    var count = all ? entries.count : max(0, entries.count - backlog)
    if pace == .live, gapClassifier.hasLearnedSpacing { count = max(count, certain - open) }
    if open > 0, count > 0 || all || certain > 0 {
      openGap = nil
      if ends[0] { endWord(after: .infinity, report) } else { openWordEnd = nil }
    }
    guard count > 0 else { return }
    for (entry, isLast) in zip(entries, ends.dropFirst(open)).prefix(count) {
      report(.character(entry.character))
      hasReported = true
      reportedUntil = entry.character.end
      openWordEnd = entry.character.end
      _ = letters[entry.character.code.node].map { reportedText.append($0) }
      if isLast { endWord(after: .infinity, report) }
    }
    entries.removeFirst(count)
  }

  /// Ends the word if a gap of `gap` units after the last reported character separates words.
  private mutating func endWord(after gap: Double, _ report: (DecoderEvent) -> Void) {
    guard let end = openWordEnd,
      gap == .infinity || gapClassifier.odds(ofWordAt: gap) + reportedText.gainOfSpace > 0
    else {
      return
    }
    report(.word(at: end))
    openWordEnd = nil
    openGap = nil
    reportedText.spaceProbability = 1
  }

  private typealias WordEnds = (ends: [Bool], certain: Int)

  /// The word ends of the most probable text: whether a word ends after the last reported character, if its gap is open, and
  /// after each waiting one. The first `certain` of these are certain.
  private mutating func wordEnds() -> WordEnds {
    if let decided { return decided }
    let found = findWordEnds()
    decided = found
    return found
  }

  private func findWordEnds() -> WordEnds {
    struct Reading {
      var text: TextModel
      var ends: [Bool] = []
      var score = 0.0
    }
    var readings = [Reading(text: reportedText)]
    func decide(_ gap: Double?) {
      guard let gap else {
        for index in readings.indices { readings[index].ends.append(false) }
        return
      }
      let odds = gap == .infinity ? 1000 : gapClassifier.odds(ofWordAt: gap)
      readings = readings.flatMap { reading -> [Reading] in
        var inside = reading, last = reading
        let space = Double(reading.text.space)
        inside.ends.append(false)
        inside.score += log(1 - space) - log(1 - Double(TextModel.wordGapShare))
        last.ends.append(true)
        last.score += odds + log(space) - log(Double(TextModel.wordGapShare))
        last.text.spaceProbability = 1
        return [inside, last]
      }
      readings.sort { $0.score > $1.score }
      readings.removeLast(max(0, readings.count - Self.readingCount))
    }
    if let openGap { decide(openGap) }
    for entry in entries {
      for index in readings.indices {
        readings[index].score +=
          letters[entry.character.code.node].map { readings[index].text.append($0) } ?? 0
      }
      decide(entry.gap)
    }
    guard let best = readings.max(by: { $0.score < $1.score }) else { return ([], 0) }
    let rivals = readings.filter { $0.score > best.score - Self.certainLead }
    let certain = best.ends.indices.prefix { index in rivals.allSatisfy { $0.ends[index] == best.ends[index] }
    }
    return (best.ends, certain.count)
  }

  /// Readings of the gaps that are compared.
  private static let readingCount = 8
  /// Texts that are less probable by this many nats are ignored.
  private static let certainLead = 4.0
}
