/// Detects a picture that only repeats its last moments, as stalled players and test patterns do.
///
/// A sensor never gives the same noise twice, so frames that are equal, tile for tile, to those one loop before are no new
/// measurements. As measurements, their noise would be a pattern that repeats exactly, like a sender's.
struct LoopedFrames {
  private var digests: [UInt64] = []
  private var frameCount = 0
  /// How many frames in a row were equal to those one loop before, and the loop's length.
  private var run = (length: 0, frames: 0)

  /// Shorter loops do not come from stalled players: they are flicker of a rendered scene, or the shortest keying.
  private static let shortestLoop = 8
  /// The longest loop that is detected, in frames. A message is longer, and a repeated message must be read again.
  private static let longestLoop = 64
  /// This many equal frames in a row are not a coincidence.
  private static let framesToProve = 8

  /// - Returns: Whether this frame, like those before it, repeats an earlier pass of a loop.
  mutating func isRepetition(_ sums: UnsafeBufferPointer<UInt16>) -> Bool {
    let digest = Self.digest(of: sums)
    // The last time that this picture was shown. The shortest lag comes first, so that one loop does not count as two.
    let lag = (1...max(1, min(frameCount, Self.longestLoop))).first { lag in
      lag <= frameCount && digests[(frameCount - lag) % Self.longestLoop] == digest
    }
    if let lag, lag >= Self.shortestLoop {
      run = (lag, lag == run.length ? run.frames + 1 : 1)
    } else {
      run = (0, 0)
    }
    if digests.count < Self.longestLoop {
      digests.append(digest)
    } else {
      digests[frameCount % Self.longestLoop] = digest
    }
    frameCount += 1
    return run.frames >= Self.framesToProve
  }

  /// Fowler, Noll and Vo's hash (FNV-1a, 64 bits), a tile at a time.
  private static func digest(of sums: UnsafeBufferPointer<UInt16>) -> UInt64 {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for sum in sums { digest = (digest ^ UInt64(sum)) &* 0x100_0000_01b3 }
    return digest
  }
}
