/// A light's brightness, frame by frame, laid out on a fine and regular time axis, with the running sums that give the
/// evidence for any lit or dark stretch between two ticks in constant time.
///
/// A frame measures the share `f` of its exposure that the lamp was lit: `level = dark + step f + noise`. The logarithm of
/// that normal density is linear in `f` but for the term in `f²`, which needs the frames at the two ends of a stretch
/// only: the sums of `f` and of `f level` run on, and each tick knows how far into which exposure it falls.
struct Ticks: Sendable {
  /// The sums of everything before a tick.
  struct Row: Sendable {
    /// Frames whose exposure has begun, and their levels and squares.
    var begun = 0.0
    var begunLevel = 0.0
    var begunSquare = 0.0
    /// Frames whose exposure has ended.
    var ended = 0.0
    var endedLevel = 0.0
    var endedSquare = 0.0
    /// Squares of how far each of them lies from the middle of its neighbours: slow light hardly does.
    var endedBend = 0.0
    /// Exposures, counted in frames: the part of one that is over counts as that part.
    var exposed = 0.0
    var exposedLevel = 0.0
    /// How much of the exposure that this tick falls into is over; 0 between exposures.
    var part = 0.0
  }

  struct Frame: Sendable {
    var start: Double
    var end: Double
    var level: Double
  }

  /// Seconds from tick to tick.
  let length: Double
  /// Seconds on the source's axis at tick 0.
  let origin: Double
  /// Levels count from here, so that the squares stay small.
  let zero: Double
  private var rows: [Row]
  /// Number of the tick that `rows` begins with.
  private(set) var first = 0
  private var frames: [Frame] = []
  /// Of `frames`, those whose end lies behind the last tick.
  private var passed = 0
  private var sums = Row()
  /// The levels of the last two frames that have ended.
  private var ended: (last: Double?, before: Double?)

  init(origin: Double, length: Double, zero: Double) {
    self.origin = origin
    self.length = length
    self.zero = zero
    rows = [Row()]
  }

  /// The last tick there is.
  var last: Int { first + rows.count - 1 }

  func time(of tick: Int) -> Double { origin + Double(tick) * length }

  subscript(tick: Int) -> Row { rows[tick - first] }

  /// Whether any exposure falls between two ticks; else both say the same of the light.
  func isExposed(between a: Int, and b: Int) -> Bool {
    self[a].begun != self[b].begun || self[a].ended != self[b].ended || self[b].part > 0
  }

  /// Adds a frame and all ticks up to `limit`, a time up to which all frames are known.
  mutating func append(_ frame: Frame, until limit: Double) {
    frames.append(Frame(start: frame.start, end: frame.end, level: frame.level - zero))
    extend(until: limit)
  }

  mutating func extend(until limit: Double) {
    while true {
      let time = time(of: last + 1)
      guard time <= limit else { break }
      var row = sums
      while passed < frames.count, frames[passed].end <= time {
        let frame = frames[passed]
        sums.begun += 1
        sums.begunLevel += frame.level
        sums.begunSquare += frame.level * frame.level
        sums.ended += 1
        sums.endedLevel += frame.level
        sums.endedSquare += frame.level * frame.level
        sums.exposed += 1
        sums.exposedLevel += frame.level
        if let last = ended.last, let before = ended.before {
          let bend = last - (before + frame.level) / 2
          sums.endedBend += bend * bend
        }
        ended = (frame.level, ended.last)
        passed += 1
        row = sums
      }
      if passed < frames.count, frames[passed].start < time {
        let frame = frames[passed]
        let part = (time - frame.start) / (frame.end - frame.start)
        row.begun += 1
        row.begunLevel += frame.level
        row.begunSquare += frame.level * frame.level
        row.exposed += part
        row.exposedLevel += part * frame.level
        row.part = part
      }
      rows.append(row)
    }
    if passed > 256 {
      frames.removeFirst(passed)
      passed = 0
    }
  }

  /// Forgets the ticks before `tick`.
  mutating func forget(before tick: Int) {
    guard tick - first > 4096 else { return }
    rows.removeFirst(tick - first)
    first = tick
  }
}
