/// Detects frames that show an earlier moment: a camera or a recorder was too slow, and repeated the frame before.
///
/// A light that is switched is between its levels in one exposure only. So if several frames in a row show the same level between
/// the levels before and after them, all but the first are copies. Copies of other frames look like a light that stays as it is.
enum CopiedFrames {
  /// The most frames in a row that show the same moment. A light that stays between its levels for longer rests there.
  static let longestRun = 3
  /// How far the levels of copies may differ, as a share of the smaller change before and after them: a video codec refines a
  /// repeated frame. In a light that lags, each change is a larger share of the change before, until the changes end.
  private static let tolerance = 0.25
  /// The least change before and after copies, in standard deviations of a frame.
  private static let minimumChange = 5.0

  /// Whether the frame at `index` is a copy of the one before it.
  ///
  /// - Parameters:
  ///   - levels: The levels of successive frames. ``longestRun`` of them are needed on both sides of `index`.
  ///   - noise: One standard deviation of a frame.
  static func isCopy(_ levels: [Double], at index: Int, noise: Double) -> Bool {
    guard index >= longestRun, index + longestRun <= levels.count else { return false }
    return (index - longestRun + 1..<index).contains { first in
      (index + 1...first + longestRun).contains { end in
        guard end < levels.count else { return false }
        let run = levels[first..<end]
        let (low, high) = (run.min()!, run.max()!)
        let rise = levels[first - 1] < low && high < levels[end]
        let fall = levels[first - 1] > high && low > levels[end]
        guard rise || fall else { return false }
        let change = min(
          rise ? low - levels[first - 1] : levels[first - 1] - high,
          rise ? levels[end] - high : low - levels[end])
        return change > minimumChange * noise && high - low < tolerance * change
      }
    }
  }
}
