/// A light's brightness on a fine and regular time axis. Running sums give the evidence for any lit or dark segment between two
/// ticks in constant time.
///
/// A frame measures the share `f` of its exposure during which the lamp was lit: `level = dark + step f + noise`. The logarithm
/// of that normal density is linear in `f` except for the term in `f²`. That term needs only the frames at the two ends of a
/// segment. So the sums of `f` and of `f level` are kept, and for each tick the share of its exposure that is over.
struct Ticks: Sendable {
  /// The sums over everything before a tick.
  struct Row: Sendable {
    /// Frames whose exposure has begun: their number, and the sums of their levels and squares.
    var begun = 0.0
    var begunLevel = 0.0
    var begunSquares = 0.0
    /// Frames whose exposure has ended: their number, and the sums of their levels and squares.
    var ended = 0.0
    var endedLevel = 0.0
    var endedSquares = 0.0
    /// Sum of the squared distances of these frames from the mean of their neighbours. It is small for slowly changing light.
    var endedCurvature = 0.0
    /// Exposures, counted in frames. An exposure that is not over counts by its part so far.
    var exposed = 0.0
    var exposedLevel = 0.0
    /// The share of the exposure at this tick that is over; 0 between exposures.
    var part = 0.0

    /// The same sums without the exposure at this tick.
    var withoutOpenExposure: Row {
      var row = self
      (row.begun, row.begunLevel, row.begunSquares) = (ended, endedLevel, endedSquares)
      (row.exposed, row.exposedLevel, row.part) = (ended, endedLevel, 0)
      return row
    }
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
  /// Levels are relative to this one, so that the squares stay small.
  let zero: Double
  private var rows: [Row]
  /// The number of the first tick in `rows`.
  private(set) var first = 0
  private var frames: [Frame] = []
  /// The number of `frames` that end before the last tick.
  private var endedFrameCount = 0
  private var sums = Row()
  /// The levels of the last two frames that have ended.
  private var ended: (last: Double?, before: Double?)

  init(origin: Double, length: Double, zero: Double) {
    self.origin = origin
    self.length = length
    self.zero = zero
    rows = [Row()]
  }

  /// The number of the last tick.
  var last: Int { first + rows.count - 1 }

  func time(of tick: Int) -> Double { origin + Double(tick) * length }

  subscript(tick: Int) -> Row { rows[tick - first] }

  /// Whether any exposure lies between two ticks. If not, both have the same sums.
  func isExposed(between a: Int, and b: Int) -> Bool {
    self[a].begun != self[b].begun || self[a].ended != self[b].ended || self[b].part > 0
  }

  /// The sums up to the end of the first exposure that begins at `tick` or later, and the tick at which it has ended; `nil` if
  /// that is not known yet.
  ///
  /// - Parameter earliest: No exposure that begins at `tick` or later ends before this tick.
  func afterNextExposure(from tick: Int, notBefore earliest: Int) -> (tick: Int, row: Row)? {
    let begun = self[tick].begun
    var end = max(earliest, tick + 1)
    while end <= last {
      let row = self[end]
      if row.ended > begun { return (end, row.withoutOpenExposure) }
      end += 1
    }
    return nil
  }

  /// Adds a frame and all ticks up to `limit`, a time up to which all frames are known.
  mutating func append(_ frame: Frame, until limit: Double) {
    frames.append(Frame(start: frame.start, end: frame.end, level: frame.level - zero))
    while true {
      let time = time(of: last + 1)
      guard time <= limit else { break }
      var row = sums
      while endedFrameCount < frames.count, frames[endedFrameCount].end <= time {
        let frame = frames[endedFrameCount]
        sums.begun += 1
        sums.begunLevel += frame.level
        sums.begunSquares += frame.level * frame.level
        sums.ended += 1
        sums.endedLevel += frame.level
        sums.endedSquares += frame.level * frame.level
        sums.exposed += 1
        sums.exposedLevel += frame.level
        if let last = ended.last, let before = ended.before {
          let curvature = last - (before + frame.level) / 2
          sums.endedCurvature += curvature * curvature
        }
        ended = (frame.level, ended.last)
        endedFrameCount += 1
        row = sums
      }
      if endedFrameCount < frames.count, frames[endedFrameCount].start < time {
        let frame = frames[endedFrameCount]
        let part = (time - frame.start) / (frame.end - frame.start)
        row.begun += 1
        row.begunLevel += frame.level
        row.begunSquares += frame.level * frame.level
        row.exposed += part
        row.exposedLevel += part * frame.level
        row.part = part
      }
      rows.append(row)
    }
    if endedFrameCount > 256 {
      frames.removeFirst(endedFrameCount)
      endedFrameCount = 0
    }
  }

  /// Forgets the ticks before `tick`.
  mutating func forget(before tick: Int) {
    guard tick - first > 4096 else { return }
    rows.removeFirst(tick - first)
    first = tick
  }
}
