/// Tells a picture that only plays its last moments again, as stalled players and test patterns do.
///
/// A sensor never gives the same noise twice, so frames that are equal, tile for tile, to those one loop before are no new
/// measurements. Taken for measurements their noise would be a pattern that returns exactly, as nothing but a sender's does.
struct LoopedFrames {
  private var digests: [UInt64] = []
  private var count = 0
  /// How many frames in a row were equal to those one loop before, and the loop's length.
  private var run = (length: 0, frames: 0)

  /// Shorter loops are no stalled player's: flicker of a rendered scene, keying at its shortest.
  private static let shortest = 8
  /// The longest loop known, in frames. A message takes longer, and one that is played again shall be read again.
  private static let longest = 64
  /// So many equal frames in a row are no coincidence.
  private static let proof = 8

  /// - Returns: Whether this frame, like those before it, is one of a loop that was seen already.
  mutating func isRepetition(_ sums: UnsafeBufferPointer<UInt16>) -> Bool {
    let digest = Self.digest(of: sums)
    // The last time that this picture was shown: lags from the shortest on, so that a loop is not taken for two of it.
    let lag = (1...max(1, min(count, Self.longest))).first { lag in
      lag <= count && digests[(count - lag) % Self.longest] == digest
    }
    if let lag, lag >= Self.shortest {
      run = (lag, lag == run.length ? run.frames + 1 : 1)
    } else {
      run = (0, 0)
    }
    if digests.count < Self.longest { digests.append(digest) } else { digests[count % Self.longest] = digest }
    count += 1
    return run.frames >= Self.proof
  }

  /// Fowler, Noll and Vo's hash (FNV-1a, 64 bits), a tile at a time.
  private static func digest(of sums: UnsafeBufferPointer<UInt16>) -> UInt64 {
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    for sum in sums { digest = (digest ^ UInt64(sum)) &* 0x100_0000_01b3 }
    return digest
  }
}
