/// What tells a keyed light from other change: two levels, quick edges, marks of plausible and of different lengths.
struct KeyingStatistics {
  private(set) var marks = 0
  private(set) var edges = 0
  private(set) var shortestMark = Double.infinity
  private(set) var longestMark = 0.0
  /// The times from mark to mark, the last of them, at their number modulo the count.
  private var periods = [24 of Double](repeating: 0)
  private var periodCount = 0
  /// The spaces between marks, likewise.
  private var spaces = [24 of Double](repeating: 0)
  private var markEnded: Double?
  /// A space shorter than this share of the time from mark to mark tears a mark in two; inside a character it is a
  /// quarter at least.
  private static let tear = 0.17
  private var markBegan: Double?
  private var onTime = 0.0
  private var totalTime = 0.0
  private var between = 0
  private var sceneChanges = 0
  private var calmCount = 0
  private var calmSquares = 0.0
  private var frames = 0
  /// The calm readings since the last edge: their sum and number.
  private var stay = (sum: 0.0, count: 0.0)
  /// The levels of the last space and of the last mark, and how many readings each rests on.
  private var lastDark: (level: Double, count: Double)?
  private var lastBright: (level: Double, count: Double)?
  /// How far each mark and each space lies from the one before, squared, and how far noise of variance 1 would put it.
  private var wander = (squares: 0.0, noises: 0.0, count: 0.0)
  /// How far marks lie from spaces.
  private var steps = (sum: 0.0, count: 0.0)
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

  /// A reading whose neighbours are in the same state: its level, and its distance from that state's level in steps.
  mutating func calm(_ level: Double, deviation: Double) {
    calmCount += 1
    calmSquares += deviation * deviation
    stay = (stay.sum + level, stay.count + 1)
  }

  mutating func turned(on: Bool, at time: Double) {
    edges += 1
    endStay(ofMark: !on)
    if on {
      if let markBegan, let markEnded {
        periods[periodCount % periods.count] = time - markBegan
        spaces[periodCount % spaces.count] = time - markEnded
        periodCount += 1
      }
      markBegan = time
    } else if let markBegan {
      markEnded = time
      let mark = time - markBegan
      marks += 1
      shortestMark = min(shortestMark, mark)
      longestMark = max(longestMark, mark)
      // Follows downwards at once and upwards slowly, past the dots of a sender who speeds up.
      likelyUnit = min(mark, (likelyUnit ?? mark) * 1.05)
    }
  }

  private mutating func endStay(ofMark isMark: Bool) {
    defer { stay = (0, 0) }
    guard stay.count > 0 else { return }
    let now = (level: stay.sum / stay.count, count: stay.count)
    if let last = isMark ? lastBright : lastDark {
      let way = now.level - last.level
      wander = (wander.squares + way * way, wander.noises + 1 / now.count + 1 / last.count, wander.count + 1)
    }
    if isMark { lastBright = now } else { lastDark = now }
    if let lastDark, let lastBright {
      steps = (steps.sum + lastBright.level - lastDark.level, steps.count + 1)
    }
  }

  /// Whether marks are as bright as those before them, and spaces as dark, but for the noise (in steps): a screen's and a
  /// passer-by's are not.
  func keepsItsLevels(noise: Double) -> Bool {
    guard wander.count >= 3, steps.sum > 0 else { return true }
    let step = steps.sum / steps.count
    let variance = (wander.squares / (step * step) - wander.noises * noise * noise) / wander.count
    return variance < Self.mostWander * Self.mostWander
  }

  /// In steps.
  private static let mostWander = 0.15

  /// What seemed a mark lasted too long for one.
  mutating func sceneChanged() {
    sceneChanges += 1
    markBegan = nil
    markEnded = nil
  }

  /// Frames of the mean interval, in seconds.
  private var frameTime: Double { frames > 0 ? totalTime / Double(frames) : 0 }

  /// Whether marks of several frames came so often that chance does not make them.
  var isLong: Bool { marks >= 7 && framesInShortestMark >= 2.5 }

  var framesInShortestMark: Double { marks > 0 && frameTime > 0 ? max(1, shortestMark / frameTime) : 1 }

  /// Whether both levels hold: readings inside a mark or a space keep to theirs but for the noise (in steps), and few lie
  /// between.
  func hasTwoLevels(noise: Double) -> Bool {
    guard frameTime > 0, edges > 0 else { return false }
    let variance = calmCount > 0 ? calmSquares / Double(calmCount) : 0
    let spread = max(0, variance - (isLong ? noise * noise : 0)).squareRoot()
    // An edge may take 60 ms (a filament) besides the frame or so in which it falls.
    let betweenPerEdge = Double(between) / Double(edges)
    return spread < 0.24 && betweenPerEdge < 1.2 + 0.06 / frameTime
  }

  /// Whether lengths are those of keying: neither lit nearly always nor nearly never, no mark too long to be one, and none
  /// more than ten times another, give or take a frame.
  ///
  /// - Parameter mostLit: The share of the time that it may be lit. A row of the letter O is lit for 64 % of it, the dashes
  ///   of a figure alone for 79 %, and for 88 % where the dark between them is half as long as usual.
  func hasPlausibleLengths(mostLit: Double = 0.72) -> Bool {
    guard totalTime > 0, marks > 0, sceneChanges == 0 else { return false }
    let lit = onTime / totalTime
    return lit > 0.01 && lit < mostLit && longestMark - frameTime <= 10 * (shortestMark + frameTime)
  }

  /// Whether there are as many marks as keying is known by. Slow ones must be more: a screen's pictures change and people
  /// come and go as slowly.
  var hasEnoughMarks: Bool { marks >= (shortestMark > Self.slow ? 5 : 3) }

  /// Seconds of a dot at 5 words a minute, give or take.
  private static let slow = 0.25

  /// Whether enough spaces are short, as those inside a character are: no longer than a dot, give or take half of it and a
  /// frame. Chance leaves marks alone.
  var hasCharacters: Bool {
    guard periodCount > 0 else { return false }
    let known = min(periodCount, spaces.count)
    var short = 0
    for index in 0..<known where spaces[index] < 2 * shortestMark + 1.5 * frameTime { short += 1 }
    return 4 * short >= known
  }

  /// Blinking: every mark follows the one before after the same time, give or take a frame. One time in four may differ,
  /// for a mark may be missed; in Morse that many are alike only in a row of H, of 5, or of 0. Where all marks are of one
  /// length as well, half of the times may differ: a turn signal is set and taken back, and Morse soon has other marks.
  var isPeriodic: Bool { isPeriodic(exceptions: hasEvenMarks ? 0.5 : 0.25) }

  private var hasEvenMarks: Bool { longestMark - shortestMark < 1.1 * frameTime + 0.1 * shortestMark }

  /// The same, without exception.
  var isStrictlyPeriodic: Bool { isPeriodic(exceptions: 0) }

  private func isPeriodic(exceptions share: Double) -> Bool {
    guard marks >= 3, periodCount >= 2 else { return false }
    let known = periodCount - min(periodCount, periods.count)..<periodCount
    var sorted = known.map { periods[$0 % periods.count] }
    let usual = sorted.takeMedian()
    var all = 0
    var exceptions = 0
    var time = 0.0
    for index in known {
      time += periods[index % periods.count]
      // A mark torn in two: the time from its first part to the next mark.
      if spaces[index % spaces.count] < Self.tear * usual { continue }
      all += 1
      if abs(time - usual) > 1.1 * frameTime + 0.03 * usual { exceptions += 1 }
      time = 0
    }
    return Double(exceptions) <= share * Double(all)
  }
}
