import Foundation

/// One reading of the light so far. Its last segment is open.
struct Path: Sendable {
  /// The logarithm of its probability, without the terms that are the same for all readings.
  var score: Double
  /// If the open light began within an exposure, the squared distance of that frame from darkness. The darkness before has
  /// weighed the frame as dark. This is taken back where the light begins, so that the whole frame is weighed with one
  /// precision.
  var sharedSquares = 0.0
  /// The tick at which the open segment began.
  var start: Int
  /// The tick up to which its evidence is in the score.
  var weighed: Int
  var levels: LampLevels
  var sender: SenderTiming
  /// The segment before the open one.
  var segment: Segments.ID
  /// The node of the character that is being read.
  var code: UInt16
  /// A hash of all kinds of segments that were read.
  var text: UInt64
  /// The language model of the text that was read.
  var language = TextModel()
  /// The language model with the character that ends where the open darkness began.
  var completed = TextModel()
  /// The logarithm of how much likelier that character is in the text than by its elements.
  var gain = 0.0
  /// The distributions of the open segment's length: dot and dash, or gap and separator.
  var short: SenderTiming.Length
  var long: SenderTiming.Length
  /// Readings with the same tempo have about the same speed, and the same style.
  var tempo: Int
  /// How much longer the open segment is because of the mark before it, in ticks.
  var offset = 0.0
  var isLit = false
  /// Whether the open segment is the first mark of all.
  var isFirst = false
  /// Whether the open segment is the first mark of all, or of a new speed. It then stands for all of ``FirstSpeeds``.
  var isOfAnySpeed = false
  /// The score if the open segment does not end up to the present tick.
  var progress = 0.0

  /// A reading before the first light, at the speed of `sender`.
  init(
    score: Double, start: Int, levels: LampLevels, sender: SenderTiming, segment: Segments.ID, slack: Double
  ) {
    self.score = score
    self.start = start
    weighed = start
    self.levels = levels
    self.sender = sender
    self.segment = segment
    code = 0
    text = 0
    tempo = sender.tempo
    short = sender.gapLength(slack: slack)
    long = sender.separatorLength(slack: slack)
  }

  /// Weighs the open segment up to `row`.
  @inline(__always)
  mutating func weigh(_ ticks: borrowing Ticks, to row: Ticks.Row, precision: Double) {
    progress = progress(ticks, at: row, precision)
  }

  /// The score if the open segment does not end before `row`.
  @inline(__always)
  func progress(_ ticks: borrowing Ticks, at row: Ticks.Row, _ precision: Double) -> Double {
    let begin = ticks[weighed]
    return score
      + (isLit
        ? levels.litEvidence(from: begin, to: row, precision: precision) - sharedSquares * precision
        : levels.darkEvidence(from: begin, to: row, precision: precision))
  }

  /// Whether its lamp is too faint to be the one that makes a step of `step`.
  func isFarFainter(than step: Double) -> Bool { levels.step < LampLevels.minimumStepShare * step }

  /// Computes the language model for the case that the character ends with the mark that has just ended.
  mutating func complete(_ letters: borrowing CodeLetters) {
    completed = language
    gain = letters[code].map { completed.append($0) } ?? 0
  }

  /// Opens the next segment at `tick`: darkness after a mark of the given length in ticks, or light after darkness.
  mutating func turn(at tick: Int, mark: Double?, slack: Double) {
    offset = if sender.addsMarkToGap, let mark { mark - exp(sender.unit) } else { 0 }
    start = tick
    weighed = tick
    isLit.toggle()
    tempo = sender.tempo
    short = isLit ? sender.dotLength(slack: slack) : sender.gapLength(slack: slack)
    long = isLit ? sender.dashLength(slack: slack) : sender.separatorLength(slack: slack)
  }
}
