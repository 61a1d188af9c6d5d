import Foundation

/// Puts words together from characters and the gaps between them, and says them once they are believed.
struct MessageWriter: Sendable {
  /// A character that is certain, and what follows it.
  private struct Entry: Sendable {
    var character: DecodedCharacter
    /// Dark after it, in units; `nil` while the dark lasts.
    var gap: Double?
  }

  private var entries: [Entry] = []
  private var spaces = SpaceSorter()
  private let letters: CodeLetters
  /// What was told, as a text.
  private var text = TextModel()
  /// What was read, told or not, as a text.
  private var heard = TextModel()
  private var gate = MessageGate()
  private let pace: Decoder.Pace
  /// Of the last character told: its end, while its word may still go on.
  private var openWord: Double?
  /// Dark after it, in units, while the text does not tell yet whether that parts words.
  private var openGap: Double?
  private var hasSpoken = false
  private var isDoubtful = false
  /// The mean margin of the last characters.
  private var certainty = 1.0

  /// So many characters may be a message's beginning though they do not look it.
  private static let doubtful = 12

  /// When the last character that was told ended, in seconds.
  private(set) var toldUntil = -Double.infinity

  init(_ letters: CodeLetters, pace: Decoder.Pace) {
    self.letters = letters
    self.pace = pace
  }

  /// When the first character that waits to be told began, in seconds.
  var waitingSince: Double? { entries.first?.character.start }

  /// What waits will be read anew.
  mutating func forgetUntold() {
    entries = []
    guard !gate.isOpen else { return }
    let before = self
    self = MessageWriter(letters, pace: pace)
    (hasSpoken, toldUntil, openWord, openGap) =
      (before.hasSpoken, before.toldUntil, before.openWord, before.openGap)
    gate.remember(blinkingOf: before.gate)
  }

  /// Dark between characters and between words, in units.
  var gaps: (character: Double, word: Double) { (spaces.character, spaces.word) }

  /// After so many units of dark no more is awaited of the word: what is certain may be said.
  var patience: Double { spaces.isFamiliar ? max(7, 1.2 * spaces.character) : 22 }

  /// How many characters wait for the gaps and the text that follow, so that these can tell what the gap before was; live, once the
  /// sender's gaps are known, only where that is in doubt.
  private var backlog: Int {
    switch pace {
    case .live: spaces.isFamiliar ? 12 : 3
    case .recording: 24
    }
  }

  /// Whether there is text.
  var isBelieved: Bool { gate.isOpen }

  /// Whether what waits may yet be believed.
  var mayBeMessage: Bool { gate.isOpen || gate.evidence >= 0 && !gate.isBlinking }

  /// How the reading goes.
  var progress: ReadingProgress {
    var progress = ReadingProgress(isOpen: gate.isOpen, grounds: gate.grounds, certainty: certainty)
    progress.isOfOtherSource = gate.isOfOtherSource
    progress.otherSource = gate.otherSource
    return progress
  }

  /// What waits to be told and began at `begin`, in seconds, or later.
  func draft(since begin: Double) -> [DraftPart] {
    zip(entries, wordEnds().ends.suffix(entries.count)).filter { $0.0.character.start >= begin }.flatMap {
      entry, isLast -> [DraftPart] in
      isLast ? [.codeWord(entry.character.code), .wordGap] : [.codeWord(entry.character.code)]
    }
  }

  /// Whether dark of `gap` units parts words.
  func isWord(gap: Double) -> Bool { spaces.isWord(gap) }

  /// - Parameter margin: See ``Sureness``: whether there is a message is told by the margins alone.
  mutating func append(
    _ character: DecodedCharacter, _ stretches: [MessageGate.Stretch], margin: Double,
    _ report: (DecoderEvent) -> Void
  ) {
    if entries.isEmpty, openWord != nil, openGap == nil, let mark = stretches.first, mark.seconds > 0 {
      // The dark before it was begun anew, and is known by its times alone.
      openGap = (character.start - toldUntil) * mark.length / mark.seconds
    }
    let gain = letters[character.code.node].map { heard.append($0) } ?? 0
    weigh(
      stretches, isKnown: character.sign != DecodedCharacter.unknown, margin: margin, gain: gain, report)
    entries.append(Entry(character: character, gap: nil))
    certainty += (margin - certainty) / 16
    tell(report)
  }

  /// The dark after the last character has ended.
  ///
  /// - Parameters:
  ///   - gap: Its length in units, without what it is longer by because of the mark before it.
  mutating func end(gap: Double, _ stretch: MessageGate.Stretch, _ report: (DecoderEvent) -> Void) {
    let seconds = stretch.seconds
    spaces.append(gap)
    heard.spaceProbability = Float(1 / (1 + exp(-spaces.odds(ofWordAt: gap) - heard.gainOfSpace)))
    if !entries.isEmpty {
      entries[entries.count - 1].gap = gap
    } else if openWord != nil {
      openGap = gap
    }
    if seconds > 3, gap > 9, gap > 1.9 * spaces.character {
      endMessage()
    } else {
      weigh([stretch], report)
    }
    tell(report)
  }

  /// The dark after the last character has lasted for `gap` units.
  mutating func wait(gap: Double, _ report: (DecoderEvent) -> Void) {
    tell(all: true, report)
    // Whether it is a pause for thought, the text tells as it goes on.
    if entries.isEmpty, openGap == nil, gap > 2 * spaces.word { endWord(after: gap, report) }
  }

  /// The light did what no Morse explains.
  mutating func doubt() { isDoubtful = true }

  /// Nothing is known of what follows the last character.
  mutating func pause() {
    endMessage()
    if !entries.isEmpty, entries[entries.count - 1].gap == nil { entries[entries.count - 1].gap = .infinity }
  }

  /// The light was not seen for long: whatever comes next is another word.
  mutating func breakOff(_ report: (DecoderEvent) -> Void) {
    pause()
    if entries.isEmpty { endWord(after: .infinity, report) }
  }

  /// What comes next, a pause parts from what came before: where that was doubtful, it does not become text any more.
  private mutating func endMessage() {
    if !gate.isOpen, gate.evidence < 0 { entries = [] }
    gate.pause()
  }

  /// - Parameter isClear: Whether the light stands out so far from its noise that there was a light for certain.
  mutating func finish(isClear: Bool, _ report: (DecoderEvent) -> Void) {
    // Too little to be sure of is given the benefit of the doubt, where there was nothing else. Three characters may be alike;
    // what repeats for longer is a lighthouse.
    let isShort =
      isClear && !isDoubtful && gate.evidence >= 0 && !hasSpoken && !gate.hasBlinked
      && entries.count <= (gate.isOfOtherSource ? 3 : 8)
    tell(all: true, believed: isShort, report)
    if let end = openWord { report(.word(at: end)) }
    openWord = nil
    entries = []
  }

  /// Where the light has shown that it says nothing, what it seemed to say before is told if it was believed. If not, all but
  /// the last characters are forgotten: a message may begin so.
  private mutating func weigh(
    _ stretches: [MessageGate.Stretch], isKnown: Bool = true, margin: Double = 1, gain: Double = 0,
    _ report: (DecoderEvent) -> Void
  ) {
    let wasOpen = gate.isOpen
    gate.take(stretches, isKnown: isKnown, margin: margin, gain: gain)
    guard gate.isDispelled else { return }
    if wasOpen { tell(all: true, believed: true, report) }
    entries.removeFirst(max(0, entries.count - Self.doubtful))
  }

  private mutating func tell(all: Bool = false, believed: Bool = false, _ report: (DecoderEvent) -> Void) {
    guard gate.isOpen || believed else {
      // A light that has said nothing for long: what it began with will not become text.
      if entries.count > 64 { entries.removeFirst(32) }
      return
    }
    guard all || pace == .live || entries.count > backlog else { return }
    let (ends, certain) = wordEnds()
    let open = openGap == nil ? 0 : 1
    var count = all ? entries.count : max(0, entries.count - backlog)
    if pace == .live, spaces.isFamiliar { count = max(count, certain - open) }
    if open > 0, count > 0 || all || certain > 0 {
      openGap = nil
      if ends[0] { endWord(after: .infinity, report) } else { openWord = nil }
    }
    guard count > 0 else { return }
    for (entry, isLast) in zip(entries, ends.dropFirst(open)).prefix(count) {
      report(.character(entry.character))
      hasSpoken = true
      toldUntil = entry.character.end
      openWord = entry.character.end
      _ = letters[entry.character.code.node].map { text.append($0) }
      if isLast { endWord(after: .infinity, report) }
    }
    entries.removeFirst(count)
  }

  /// A gap of so many units follows the last character that was told.
  private mutating func endWord(after gap: Double, _ report: (DecoderEvent) -> Void) {
    guard let end = openWord, gap == .infinity || spaces.odds(ofWordAt: gap) + text.gainOfSpace > 0 else {
      return
    }
    report(.word(at: end))
    openWord = nil
    openGap = nil
    text.spaceProbability = 1
  }

  /// Where the words of the most probable text end: after the last character that was told, if that is open, and after each that
  /// waits; and how many of these are certain, from the first on.
  private func wordEnds() -> (ends: [Bool], certain: Int) {
    struct Reading {
      var text: TextModel
      var ends: [Bool] = []
      var score = 0.0
    }
    var readings = [Reading(text: text)]
    func decide(_ gap: Double?) {
      guard let gap else {
        for index in readings.indices { readings[index].ends.append(false) }
        return
      }
      let odds = gap == .infinity ? 1000 : spaces.odds(ofWordAt: gap)
      readings = readings.flatMap { reading -> [Reading] in
        var inside = reading, last = reading
        let space = Double(reading.text.space)
        inside.ends.append(false)
        inside.score += log(1 - space) - log(1 - Double(TextModel.spaces))
        last.ends.append(true)
        last.score += odds + log(space) - log(Double(TextModel.spaces))
        last.text.spaceProbability = 1
        return [inside, last]
      }
      readings.sort { $0.score > $1.score }
      readings.removeLast(max(0, readings.count - Self.mostReadings))
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
    let rivals = readings.filter { $0.score > best.score - Self.certainty }
    let certain = best.ends.indices.prefix { index in rivals.allSatisfy { $0.ends[index] == best.ends[index] }
    }
    return (best.ends, certain.count)
  }

  private static let mostReadings = 8
  /// A text that is less probable by so many nats does not count.
  private static let certainty = 4.0
}
