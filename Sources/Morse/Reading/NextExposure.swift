import Foundation

/// The first exposure after the present tick. It refutes most segments that could begin now, so these need not be opened.
struct NextExposure: Sendable {
  /// The tick at which it has ended.
  let end: Int
  /// The sums up to its end.
  let row: Ticks.Row
  /// Readings that are less probable after it will be dropped.
  let limit: Double

  /// A segment certainly lasts longer than an exposure if its unit is this many times as long.
  private static let lengthsInUnit = 2.5

  /// Whether it refutes that the open segment of `path` ends at `tick` as `candidate`.
  ///
  /// - Parameter unit: The logarithm of the sender's unit, in ticks.
  @inline(__always)
  func refutes(
    _ candidate: Candidate, from path: borrowing Path, unit: Double, at tick: Int, _ ticks: borrowing Ticks,
    precision: Double
  ) -> Bool {
    // The first mark of all, and that of a new speed, may be shorter.
    guard candidate.kind != .lead, !candidate.changesSpeed,
      Self.lengthsInUnit * Double(end - tick) < exp(unit)
    else { return false }
    let evidence =
      path.isLit
      ? path.levels.darkEvidence(from: ticks[tick], to: row, precision: precision)
      : path.levels.litEvidence(from: ticks[tick], to: row, precision: precision)
    return candidate.score + evidence < limit
  }
}
