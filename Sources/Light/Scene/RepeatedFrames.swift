/// Distinguishes a frozen picture, which does not show the light at its time, from a scene at rest.
///
/// A sensor's noise changes nearly every tile in every frame, so in a live picture a frame equal to the one before is a
/// repetition. Equal frames are common in a rendered scene without noise, and in a compressed recording that skips blocks with
/// little change. There an equal frame counts as a measurement.
struct RepeatedFrames {
  /// Share of equal frames, and of changed tiles in the other frames, over about the last second.
  private var equalShare = 0.0
  private var changedShare = 0.0
  private var frameCount = 0

  /// Whether most tiles are equal, bit by bit, to what they were in the frame before.
  var skipsTiles: Bool { frameCount > 0 && changedShare < 0.5 }

  /// - Parameter changed: How many of `count` tiles differ from the frame before.
  /// - Returns: Whether the frame is only a repetition.
  mutating func isRepetition(changed: Int, of count: Int) -> Bool {
    frameCount += 1
    let memory = 1 / Double(min(frameCount, 48))
    equalShare += memory * ((changed == 0 ? 1 : 0) - equalShare)
    if changed > 0 { changedShare += memory * (Double(changed) / Double(count) - changedShare) }
    return changed == 0 && frameCount > 12 && equalShare < 0.25 && changedShare > 0.5
  }
}
