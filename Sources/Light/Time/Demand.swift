/// How sure to be that what was seen is keyed.
enum Demand {
  /// Three marks, or five slow ones, that are not mere blinking.
  case signalling
  /// One clean mark: a recording has ended, and nothing more will come.
  case anything

  /// Fewer frames show marks where there is only noise.
  var leastFrames: Int { self == .signalling ? 36 : 8 }

  /// How much larger than the steps of chance. Mere noise makes candidates of three quarters of them, but larger ones
  /// of few or short marks, and where the picture moves.
  func leastRatio(for statistics: KeyingStatistics, isMoving: Bool) -> Double {
    switch self {
    case .signalling: isMoving ? 2.5 : statistics.isLong ? 1.6 : 2
    case .anything: 3
    }
  }

  func isMet(by tracker: KeyTracker, noise: Double) -> Bool {
    let statistics = tracker.statistics
    // A few quiet frames can make the tracker believe in less noise than the tiles have.
    let contrast = tracker.levels.step / max(tracker.levels.noise, noise)
    guard statistics.hasTwoLevels(noise: 1 / contrast), statistics.hasPlausibleLengths() else {
      return false
    }
    // What a mark shows grows with the frames it lasts.
    let clearness = contrast * min(9, statistics.framesInShortestMark).squareRoot()
    switch self {
    case .signalling:
      return statistics.hasEnoughMarks && clearness > 7.5 && contrast > (statistics.isLong ? 2.8 : 5.5)
        && statistics.hasCharacters && statistics.keepsItsLevels(noise: 1 / contrast)
        && !statistics.isPeriodic
    case .anything:
      return statistics.marks >= 1 && contrast > 8 && !(statistics.isPeriodic && statistics.marks > 12)
    }
  }
}
