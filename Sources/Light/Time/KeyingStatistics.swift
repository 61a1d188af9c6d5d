/// Properties that distinguish a keyed light from other changes: two levels, quick edges, marks of plausible and of different
/// lengths.
struct KeyingStatistics {
  private(set) var marks = 0
  private(set) var edges = 0
  /// The lengths of the last marks: a ring, indexed by their number modulo its count.
  private var lengths = [24 of Double](repeating: 0)
  /// The longest of all marks, also of those that `lengths` no longer holds.
  private var longestMark = 0.0
  /// The last times from mark to mark: a ring, indexed by their number modulo its count.
  private var periods = [24 of Double](repeating: 0)
  private var periodCount = 0
  /// The spaces between marks, in the same order.
  private var spaces = [24 of Double](repeating: 0)
  private var markEnded: Double?
  /// A space shorter than this share of the time from mark to mark only interrupts one mark. A space between two elements of a
  /// character is at least a quarter: one unit after a dash of three.
  private static let shortestSpaceShare = 0.17
  private var markBegan: Double?
  private var onTime = 0.0
  private var totalTime = 0.0
  private var partialCount = 0
  private var sceneChanges = 0
  private var steadyCount = 0
  private var steadySquares = 0.0
  private var frames = 0
  /// The steady readings since the last edge: their sum and number.
  private var sinceEdge = (sum: 0.0, count: 0.0)
  /// The levels of the last space and of the last mark, and how many readings each rests on.
  private var lastDark: (level: Double, count: Double)?
  private var lastBright: (level: Double, count: Double)?
  /// Sums over marks and spaces: the squared difference of each level from the one before, and the variance of this difference by
  /// noise of variance 1.
  private var levelChanges = (squares: 0.0, noises: 0.0, count: 0.0)
  /// Sum and number of the differences between marks and spaces.
  private var steps = (sum: 0.0, count: 0.0)
  /// The length of the shortest recent marks: a dot, or a dash if there were only dashes.
  private(set) var likelyUnit: Double?

  init(likelyUnit: Double? = nil) {
    self.likelyUnit = likelyUnit
  }

  /// Adds a reading, as a share of the step.
  mutating func take(share: Double, interval: Double) {
    frames += 1
    totalTime += interval
    if share > 0.5 { onTime += interval }
    if share > 0.25 && share < 0.75 { partialCount += 1 }
  }

  /// A reading whose neighbours are in the same state: its level, and its distance from that state's level in steps.
  mutating func sawSteady(_ level: Double, deviation: Double) {
    steadyCount += 1
    steadySquares += deviation * deviation
    sinceEdge = (sinceEdge.sum + level, sinceEdge.count + 1)
  }

  mutating func turned(on: Bool, at time: Double) {
    edges += 1
    endState(ofMark: !on)
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
      lengths[marks % lengths.count] = mark
      marks += 1
      longestMark = max(longestMark, mark)
      // The unit falls at once and grows slowly, so that it adapts to other speeds.
      likelyUnit = min(mark, (likelyUnit ?? mark) * 1.05)
    }
  }

  private mutating func endState(ofMark isMark: Bool) {
    defer { sinceEdge = (0, 0) }
    guard sinceEdge.count > 0 else { return }
    let now = (level: sinceEdge.sum / sinceEdge.count, count: sinceEdge.count)
    if let last = isMark ? lastBright : lastDark {
      let change = now.level - last.level
      levelChanges = (
        levelChanges.squares + change * change, levelChanges.noises + 1 / now.count + 1 / last.count,
        levelChanges.count + 1
      )
    }
    if isMark { lastBright = now } else { lastDark = now }
    if let lastDark, let lastBright {
      steps = (steps.sum + lastBright.level - lastDark.level, steps.count + 1)
    }
  }

  /// Whether all marks are equally bright and all spaces equally dark, except for the noise (in steps). Those of a screen or a
  /// passer-by are not.
  func keepsItsLevels(noise: Double) -> Bool {
    guard levelChanges.count >= 3, steps.sum > 0 else { return true }
    let step = steps.sum / steps.count
    let variance =
      (levelChanges.squares / (step * step) - levelChanges.noises * noise * noise) / levelChanges.count
    return variance < Self.maximumLevelChange * Self.maximumLevelChange
  }

  /// The largest standard deviation of a level from mark to mark or space to space, in steps.
  private static let maximumLevelChange = 0.15

  /// Counts a mark that lasted longer than any mark of Morse: the scene has become brighter.
  mutating func sceneChanged() {
    sceneChanges += 1
    markBegan = nil
    markEnded = nil
  }

  /// The mean interval between frames, in seconds.
  private var frameTime: Double { frames > 0 ? totalTime / Double(frames) : 0 }

  /// Whether there are so many marks of several frames that they are not chance.
  var isBeyondChance: Bool { marks >= 7 && framesInShortMark >= 2.5 }

  /// The length of short marks, in seconds: an eighth of the last marks is shorter, and may be noise. Infinite without a mark.
  private var shortMark: Double {
    let known = 0..<min(marks, lengths.count)
    guard !known.isEmpty else { return .infinity }
    var sorted = known.map { lengths[$0] }
    return sorted.takeQuantile(0.125)
  }

  var framesInShortMark: Double { marks > 0 && frameTime > 0 ? max(1, shortMark / frameTime) : 1 }

  /// Whether there are two levels: readings inside marks and spaces deviate from them only by noise (in steps), and few
  /// readings lie between.
  func hasTwoLevels(noise: Double) -> Bool {
    guard frameTime > 0, edges > 0 else { return false }
    let variance = steadyCount > 0 ? steadySquares / Double(steadyCount) : 0
    let spread = max(0, variance - (isBeyondChance ? noise * noise : 0)).squareRoot()
    // An edge may take 60 ms (a filament), in addition to about one frame in which it falls.
    let betweenPerEdge = Double(partialCount) / Double(edges)
    return spread < 0.24 && betweenPerEdge < 1.2 + 0.06 / frameTime
  }

  /// Whether the lengths are those of keying: the light is neither nearly always lit nor nearly never, no mark is too long, and
  /// the longest is at most ten times as long as the short ones, within a frame.
  ///
  /// - Parameter maximumLitShare: The largest share of the time that may be lit. A row of the letter O is lit for 64 % of it,
  ///   the dashes of a figure alone for 79 %, and for 88 % if the spaces between them are half as long as usual.
  func hasPlausibleLengths(maximumLitShare: Double = 0.72) -> Bool {
    guard totalTime > 0, marks > 0, sceneChanges == 0 else { return false }
    let (lit, shortMark) = (onTime / totalTime, shortMark)
    return lit > 0.01 && lit < maximumLitShare && longestMark - frameTime <= 10 * (shortMark + frameTime)
  }

  /// Whether there are enough marks for keying. Slow marks must be more, because screens and people change at such speeds.
  var hasEnoughMarks: Bool { marks >= (shortMark > Self.slowMark ? 5 : 3) }

  /// About the length of a dot at 5 words a minute, in seconds.
  private static let slowMark = 0.25

  /// Whether at least a quarter of the spaces are as short as those inside a character: shorter than two of the short marks
  /// and 1.5 frames together. Marks by chance are far apart.
  var hasCharacters: Bool {
    guard periodCount > 0 else { return false }
    let known = min(periodCount, spaces.count)
    let longest = 2 * shortMark + 1.5 * frameTime
    var short = 0
    for index in 0..<known where spaces[index] < longest { short += 1 }
    return 4 * short >= known
  }

  /// Whether the light only blinks: the times from mark to mark are equal within about a frame. One time in four may differ,
  /// because a mark may be missed; Morse has so many equal times only in a row of H, of 5, or of 0. If all marks but the short
  /// ones have the same length as well, half of the times may differ: a turn signal is switched on and off, and Morse soon has
  /// other marks.
  var isPeriodic: Bool { isPeriodic(exceptions: hasEqualMarks ? 0.5 : 0.25) }

  private var hasEqualMarks: Bool {
    let shortMark = shortMark
    return longestMark - shortMark < 1.1 * frameTime + 0.1 * shortMark
  }

  /// As ``isPeriodic``, without exceptions.
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
      // A mark in two parts: the time runs from its first part to the next mark.
      if spaces[index % spaces.count] < Self.shortestSpaceShare * usual { continue }
      all += 1
      if abs(time - usual) > 1.1 * frameTime + 0.03 * usual { exceptions += 1 }
      time = 0
    }
    return Double(exceptions) <= share * Double(all)
  }
}
