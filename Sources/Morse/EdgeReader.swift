import Foundation
import Light

/// Reads characters from edges. The runs wait until the speed is known and are then read from the first on, so that no
/// character is lost; later runs are read as they come, by a hand fitted to the recent ones.
struct EdgeReader: Sendable {
  let alphabet: Alphabet
  private var runs = Runs()
  private var recent: [Run] = []
  /// How many of `recent`, counted from its end, have not been read.
  private var unread = 0
  private(set) var hand: Hand?
  private var isFinished = false

  /// Elements of the character being read, with its marks.
  private var elements: [Element] = []
  private var marks: [Run] = []
  private var doubt = 1.0
  private var hasWord = false
  private var reportedSpeed: Double?

  /// Runs the hand is fitted to.
  private static let memory = 96
  /// Marks to be seen before the first character is read, unless the light stays off.
  private static let marksToLock = 9

  init(alphabet: Alphabet) {
    self.alphabet = alphabet
    recent.reserveCapacity(2 * Self.memory)
  }

  mutating func receive(_ edge: LightEdge, report: (DecoderEvent) -> Void) {
    guard let run = runs.receive(edge) else { return }
    recent.append(run)
    unread += 1
    if recent.count >= 2 * Self.memory, unread <= Self.memory {
      recent.removeFirst(recent.count - Self.memory)
    }
    if run.isOn { read(lock: false, report) }
  }

  /// The light has not changed until `seconds`: what is certain by then is read.
  mutating func advance(to seconds: Double, report: (DecoderEvent) -> Void) {
    guard !runs.isOn, let start = runs.openStart, !elements.isEmpty || hasWord || unread > 0 else { return }
    if hand == nil {
      // Silence for longer than any gap that this text can hold: there is no more to learn the speed from.
      guard let trial = HandFit.fit(recent.suffix(Self.memory)), seconds - start > 2 * trial.wordGap else {
        return
      }
      read(lock: true, report)
    }
    guard let hand else { return }
    let length = seconds - start
    if !elements.isEmpty, length > (hand.elementGap + hand.characterGap) * 0.6 { endCharacter(report) }
    if hasWord, elements.isEmpty, length > hand.wordThreshold { endWord(at: start, report) }
  }

  mutating func lost() {
    elements = []
    marks = []
    runs.forget()
  }

  mutating func finish(report: (DecoderEvent) -> Void) {
    read(lock: true, report)
    if !elements.isEmpty { endCharacter(report) }
    runs.forget()
  }

  private mutating func read(lock: Bool, _ report: (DecoderEvent) -> Void) {
    guard lock || hand != nil || recent.count(where: \.isOn) >= Self.marksToLock else { return }
    guard let hand = HandFit.fit(recent.suffix(Self.memory)) else { return }
    self.hand = hand
    let speed = 1.2 / hand.unit
    if abs(log(speed / (reportedSpeed ?? 1e-9))) > 0.05 {
      reportedSpeed = speed
      report(.speed(wordsPerMinute: speed))
    }
    for run in recent.suffix(unread) {
      if run.isOn {
        let evidence = hand.dashEvidence(run)
        doubt *= 1 / (1 + exp(-abs(evidence)))
        elements.append(evidence > 0 ? .dash : .dot)
        marks.append(run)
      } else {
        let evidence = hand.separatorEvidence(length: run.length, variance: run.variance)
        doubt *= 1 / (1 + exp(-abs(evidence)))
        guard evidence > 0 else { continue }
        if !elements.isEmpty { endCharacter(report) }
        if hasWord, run.length > hand.wordThreshold { endWord(at: run.start, report) }
      }
    }
    unread = 0
  }

  private mutating func endCharacter(_ report: (DecoderEvent) -> Void) {
    defer {
      elements = []
      marks = []
      doubt = 1
    }
    guard let hand, let first = marks.first, let last = marks.last else { return }
    hasWord = true
    guard let code = CodeWord(elements) else { return }
    let sign = alphabet.sign(for: code)
    report(
      .character(
        DecodedCharacter(
          sign: sign ?? DecodedCharacter.unknown, code: code, start: first.start, end: last.end,
          confidence: sign == nil ? 0.1 * doubt : doubt, wordsPerMinute: 1.2 / hand.unit)))
  }

  private mutating func endWord(at time: Double, _ report: (DecoderEvent) -> Void) {
    hasWord = false
    report(.word(at: time))
  }
}
