/// Tells a frozen picture, which says nothing of the light at its time, from a scene that truly stands still.
///
/// A sensor's noise changes nearly every tile in every frame, so in a live picture a frame equal to the one before is a
/// repetition. Where equal frames are common - a rendered scene without noise, a compressed recording that skips what
/// hardly changes - equality proves nothing, and the frame counts as a measurement.
struct RepeatedFrames {
  /// Share of equal frames, and of changed tiles in the others, over the last second or so.
  private var equalShare = 0.0
  private var changedShare = 0.0
  private var seen = 0

  /// Whether most tiles are equal, bit by bit, to what they were in the frame before.
  var skipsTiles: Bool { seen > 0 && changedShare < 0.5 }

  /// - Parameter changed: How many of `count` tiles differ from the frame before.
  /// - Returns: Whether the frame is a mere repetition.
  mutating func isRepetition(changed: Int, of count: Int) -> Bool {
    seen += 1
    let memory = 1 / Double(min(seen, 48))
    equalShare += memory * ((changed == 0 ? 1 : 0) - equalShare)
    if changed > 0 { changedShare += memory * (Double(changed) / Double(count) - changedShare) }
    return changed == 0 && seen > 12 && equalShare < 0.25 && changedShare > 0.5
  }
}
