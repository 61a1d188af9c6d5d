/// Tells a level that a frozen picture repeats from one that is the same by chance.
///
/// Where a trace has few levels, a level returns by chance as often after two frames as after one; a copy equals only the
/// frame before it.
struct TraceCopies {
  private var before = (Double.nan, Double.nan)
  /// Share of the last frames that equalled the one two before. It begins high: nothing is a copy until proven.
  private var chance = 1.0

  /// - Returns: Whether `level` is a mere copy of the one before.
  mutating func isCopy(_ level: Double) -> Bool {
    let isRepeated = level == before.1
    chance += ((level == before.0 ? 1 : 0) - chance) / Self.memory
    before = (before.1, level)
    return isRepeated && chance < Self.rare
  }

  /// Frames over which ``chance`` is judged, and below what share it is none.
  private static let memory = 64.0
  private static let rare = 0.02
}
