/// What tells a keyed light from other change: two levels, quick edges, marks of plausible and of different lengths.
struct KeyingStatistics {
  private(set) var marks = 0
  private(set) var edges = 0
  private(set) var shortestMark = Double.infinity
  private(set) var longestMark = 0.0
  /// The times from mark to mark, the last of them, at their number modulo the count.
  private var periods = [24 of Double](repeating: 0)
  private var periodCount = 0
  private var markBegan: Double?
  private var onTime = 0.0
  private var totalTime = 0.0
  private var between = 0
  private var sceneChanges = 0
  private var calmCount = 0
  private var calmSquares = 0.0
  private var frames = 0
  /// The shortest marks lately seen: a dot, or where there were only dashes, a dash.
  private(set) var likelyUnit: Double?

  init(likelyUnit: Double? = nil) {
    self.likelyUnit = likelyUnit
  }

  /// A reading, as a share of the step.
  mutating func saw(share: Double, interval: Double) {
    frames += 1
    totalTime += interval
    if share > 0.5 { onTime += interval }
    if share > 0.25 && share < 0.75 { between += 1 }
  }

  /// A reading whose neighbours are in the same state, as its distance from that state's level in steps.
  mutating func calm(deviation: Double) {
    calmCount += 1
    calmSquares += deviation * deviation
  }

  mutating func turned(on: Bool, at time: Double) {
    edges += 1
    if on {
      if let markBegan {
        periods[periodCount % periods.count] = time - markBegan
        periodCount += 1
      }
      markBegan = time
    } else if let markBegan {
      let mark = time - markBegan
      marks += 1
      shortestMark = min(shortestMark, mark)
      longestMark = max(longestMark, mark)
      // Follows downwards at once and upwards slowly, past the dots of a sender who speeds up.
      likelyUnit = min(mark, (likelyUnit ?? mark) * 1.05)
    }
  }

  /// What seemed a mark lasted too long for one.
  mutating func sceneChanged() {
    sceneChanges += 1
    markBegan = nil
  }

  /// Frames of the mean interval, in seconds.
  private var frameTime: Double { frames > 0 ? totalTime / Double(frames) : 0 }

  /// Whether both levels hold: readings inside a mark or a space keep to theirs, and few lie between.
  var hasTwoLevels: Bool {
    guard frameTime > 0, edges > 0 else { return false }
    let spread = calmCount > 0 ? (calmSquares / Double(calmCount)).squareRoot() : 0
    // An edge may take 60 ms (a filament) besides the frame or so in which it falls.
    let betweenPerEdge = Double(between) / Double(edges)
    return spread < 0.24 && betweenPerEdge < 1.2 + 0.06 / frameTime
  }

  /// Whether lengths are those of keying: neither lit nearly always (a row of the letter O is lit for 64 % of the time)
  /// nor nearly never, no mark too long to be one, and none more than ten times another, give or take a frame.
  var hasPlausibleLengths: Bool {
    guard totalTime > 0, marks > 0, sceneChanges == 0 else { return false }
    let lit = onTime / totalTime
    return lit > 0.01 && lit < 0.72 && longestMark - frameTime <= 10 * (shortestMark + frameTime)
  }

  /// Blinking: every mark follows the one before after the same time, give or take a frame. Among four one may not, for a
  /// mark may be missed or torn; in Morse that many are alike only in a row of H, of 5, or of 0.
  var isPeriodic: Bool {
    periodExceptions.map { marks >= 3 && $0 <= min(periodCount, periods.count) / 4 } ?? false
  }

  /// The same, without exception.
  var isStrictlyPeriodic: Bool { marks >= 3 && periodExceptions == 0 }

  /// How many of the last marks came at another time than usual. `nil` where too few are known.
  private var periodExceptions: Int? {
    guard periodCount >= 2 else { return nil }
    var known: [Double] = []
    for index in 0..<min(periodCount, periods.count) { known.append(periods[index]) }
    let usual = known.takeMedian()
    return known.count { abs($0 - usual) > 1.1 * frameTime + 0.03 * usual }
  }
}
