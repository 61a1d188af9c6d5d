/// Detects when a source that repeated its first picture becomes live.
///
/// The frames until then do not show the light. They have no noise, so that every tile would resemble a light once the picture
/// moves. A rendered scene without noise is still as well, but only a light's edges change it.
struct StillBeginning {
  private var frames = 0
  private var stillFrames = 0
  private var liveFrames = 0
  private var isOver = false

  /// The fewest live frames in a row. In a rendered scene a lamp's glow can change most tiles, and marks as short as a frame
  /// can change them in every frame. But a code word of such marks lasts fewer frames than this, and in the pause after it the
  /// picture is still.
  private static let minimumLiveFrames = 24
  /// The fewest still frames, which must also be more than half of the frames before the live ones. Otherwise the source only
  /// stalls at times.
  private static let minimumStillFrames = 12
  private var hasStoodStill: Bool {
    stillFrames >= Self.minimumStillFrames && 2 * stillFrames > frames - liveFrames
  }

  /// Whether the last frames may be the first of a live picture: its noise is not known yet.
  var mayBeEnding: Bool { !isOver && liveFrames > 0 && hasStoodStill }

  /// - Parameter changed: How many of `count` tiles differ from the frame before.
  /// - Returns: Whether the picture has just become live.
  mutating func ends(changed: Int, of count: Int) -> Bool {
    guard !isOver else { return false }
    frames += 1
    if changed == 0 { stillFrames += 1 }
    liveFrames = 2 * changed > count ? liveFrames + 1 : 0
    isOver = liveFrames == Self.minimumLiveFrames
    return isOver && hasStoodStill
  }
}
