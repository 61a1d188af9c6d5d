/// Tells when a source that began with one picture again and again comes alive.
///
/// The frames until then say nothing of the light, and that nothing in them has noise would make every tile look like a
/// light once they move. A rendered scene without noise stands still as well, but only a light's edges change it.
struct StillBeginning {
  private var frames = 0
  private var stillFrames = 0
  private var liveFrames = 0
  private var isOver = false

  /// A lamp's glow can change most tiles of a rendered scene, and short marks every frame; but no code word that is fast
  /// enough for that lasts so many frames, and between two of them the picture stands still.
  private static let leastLive = 24
  /// Fewer equal frames are a source that hesitates, and so are more among as many that are not.
  private static let leastStill = 12
  private var hasStoodStill: Bool {
    stillFrames >= Self.leastStill && 2 * stillFrames > frames - liveFrames
  }

  /// Whether the last frames may be the first of a live picture: its noise is not known yet.
  var mayBeEnding: Bool { !isOver && liveFrames > 0 && hasStoodStill }

  /// - Parameter changed: How many of `count` tiles differ from the frame before.
  /// - Returns: Whether the picture has just come alive.
  mutating func ends(changed: Int, of count: Int) -> Bool {
    guard !isOver else { return false }
    frames += 1
    if changed == 0 { stillFrames += 1 }
    liveFrames = 2 * changed > count ? liveFrames + 1 : 0
    isOver = liveFrames == Self.leastLive
    return isOver && hasStoodStill
  }
}
