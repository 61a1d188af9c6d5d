import Foundation

/// One reading of the light so far, whose last stretch is open.
struct Path: Sendable {
  /// The logarithm of its probability, but for what is the same for all readings.
  var score: Double
  /// The open stretch began here,
  var start: Int
  /// and its evidence is in the score up to here.
  var weighed: Int
  var levels: LampLevels
  var hand: Hand
  /// The stretch before the open one.
  var segment: Segments.ID
  /// Of the character that is being read.
  var code: UInt16
  /// Stands for all that was read.
  var text: UInt64
  /// What was read, as a text.
  var language = TextModel()
  /// The same with the character that ends where the open darkness began, and how much more probable that is in a text
  /// than by its elements, as a logarithm.
  var completed = TextModel()
  var gain = 0.0
  /// How the open stretch's length is distributed: dot and dash, or gap and separator.
  var short: Hand.Length
  var long: Hand.Length
  /// Readings of one tempo send about as fast, in the same style.
  var tempo: Int
  /// How much longer the open stretch is because of the mark before it, in ticks.
  var offset = 0.0
  var isLit = false
  /// Whether the open stretch is the first mark of all.
  var isFirst = false
  /// Whether the open stretch is the first mark of all or of a new speed: it stands for all of ``FirstSpeeds``.
  var isOfAnySpeed = false
  /// The score if nothing ended up to the present tick.
  var progress = 0.0

  /// Before the first light, at the speed of `hand`.
  init(
    score: Double, start: Int, levels: LampLevels, hand: Hand, segment: Segments.ID, slack: Double
  ) {
    self.score = score
    self.start = start
    weighed = start
    self.levels = levels
    self.hand = hand
    self.segment = segment
    code = 0
    text = 0
    tempo = hand.tempo
    short = hand.gapLength(slack: slack)
    long = hand.separatorLength(slack: slack)
  }

  /// Weighs the open stretch up to `row`.
  @inline(__always)
  mutating func weigh(_ ticks: borrowing Ticks, to row: Ticks.Row, precision: Double) {
    let begin = ticks[weighed]
    progress =
      score
      + (isLit
        ? levels.litEvidence(from: begin, to: row, precision: precision)
        : levels.darkEvidence(from: begin, to: row, precision: precision))
  }

  /// Weighs the text if the character ends with the mark that has just ended.
  mutating func complete(_ letters: borrowing CodeLetters) {
    completed = language
    gain = letters[code].map { completed.append($0) } ?? 0
  }

  /// Opens the next stretch, of the other light, at `tick`, after a mark of a length in ticks or after darkness.
  mutating func turn(at tick: Int, mark: Double?, slack: Double) {
    offset = if hand.waitsForMark, let mark { mark - exp(hand.unit) } else { 0 }
    start = tick
    weighed = tick
    isLit.toggle()
    tempo = hand.tempo
    short = isLit ? hand.dotLength(slack: slack) : hand.gapLength(slack: slack)
    long = isLit ? hand.dashLength(slack: slack) : hand.separatorLength(slack: slack)
  }
}
