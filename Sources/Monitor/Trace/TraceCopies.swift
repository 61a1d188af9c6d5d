/// Distinguishes the repeated level of a frozen picture from one that is equal by chance.
///
/// In a trace with few levels, two frames that are two apart are equal by chance as often as two neighbours. A copy equals only
/// the frame before it.
struct TraceCopies {
  /// The levels of the last two frames, older first.
  private var lastLevels = (Double.nan, Double.nan)
  /// Share of the last frames whose level equalled that of the frame two before. It begins at 1, so that nothing counts as a
  /// copy at first.
  private var chanceShare = 1.0

  /// - Returns: Whether `level` is a copy of the one before.
  mutating func isCopy(_ level: Double) -> Bool {
    let isRepeated = level == lastLevels.1
    chanceShare += ((level == lastLevels.0 ? 1 : 0) - chanceShare) / Self.averagedFrames
    lastLevels = (lastLevels.1, level)
    return isRepeated && chanceShare < Self.copyLimit
  }

  /// Time constant of the average ``chanceShare``, in frames. Chosen.
  private static let averagedFrames = 64.0
  /// Below this ``chanceShare``, a repeated level counts as a copy. Chosen.
  private static let copyLimit = 0.02
}
