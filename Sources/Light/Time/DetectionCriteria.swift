/// How much evidence of keying a light must show.
enum DetectionCriteria {
  /// Three marks, or five slow ones, that are not only blinking.
  case signalling
  /// One clean mark, for the end of a recording in which nothing else changes a third as much.
  case singleMark

  /// The fewest frames: in fewer, noise may look like marks.
  var minimumFrames: Int { self == .signalling ? 36 : 8 }

  /// The least ratio of a light's step to the step of chance (``ChanceSteps``). Candidates that are only noise have a ratio of
  /// 0.75, but a larger one if marks are few or short.
  func minimumRatio(for statistics: KeyingStatistics) -> Double {
    switch self {
    case .signalling: statistics.isBeyondChance ? 1.6 : 2
    case .singleMark: 3
    }
  }

  func isMet(by tracker: KeyTracker, noise: Double) -> Bool {
    let statistics = tracker.statistics
    // In a few quiet frames the tracker may estimate less noise than the tiles have.
    let contrast = 2 * tracker.levels.step / (max(tracker.darkNoise, noise) + max(tracker.brightNoise, noise))
    guard statistics.hasTwoLevels(noise: 1 / contrast), statistics.hasPlausibleLengths() else {
      return false
    }
    // The evidence of a mark grows with the frames that it lasts.
    let markContrast = contrast * min(9, statistics.framesInShortMark).squareRoot()
    switch self {
    case .signalling:
      return statistics.hasEnoughMarks && markContrast > 7.5
        && contrast > (statistics.isBeyondChance ? 2.8 : 5.5)
        && statistics.hasCharacters && statistics.keepsItsLevels(noise: 1 / contrast)
        && !statistics.isPeriodic
    case .singleMark:
      return statistics.marks >= 1 && contrast > 8 && !(statistics.isPeriodic && statistics.marks > 12)
    }
  }
}
