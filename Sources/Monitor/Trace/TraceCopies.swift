/// Distinguishes the repeated level of a frozen picture from one that is equal by chance.
///
/// In a trace with few levels, a level returns by chance as often after two frames as after one; a copy equals only the frame
/// before it.
struct TraceCopies {
  private var before = (Double.nan, Double.nan)
  /// Share of the last frames that equalled the frame two before. It begins at 1, so that nothing counts as a copy at first.
  private var chance = 1.0

  /// - Returns: Whether `level` is a copy of the one before.
  mutating func isCopy(_ level: Double) -> Bool {
    let isRepeated = level == before.1
    chance += ((level == before.0 ? 1 : 0) - chance) / Self.memory
    before = (before.1, level)
    return isRepeated && chance < Self.rare
  }

  /// Frames over which ``chance`` is averaged, and the limit below which equality is no chance.
  private static let memory = 64.0
  private static let rare = 0.02
}
