import Frames

/// Pixels whose measurement is a given tile: one of many possible pictures of it.
struct TilePixels {
  private let brightest: UInt8
  /// The clipped pixels except the brightest, and the luma that they share above ``LumaGrid/clipLevel`` each.
  private let clipped: Shares
  private let others: Shares

  /// Luma that is shared evenly by some pixels.
  private struct Shares {
    var count: Int
    var luma: Int

    func share(_ index: Int) -> Int { luma / count + (index < luma % count ? 1 : 0) }
  }

  /// - Parameter count: Pixels of the tile.
  /// - Returns: `nil` if no pixels can have this measurement.
  init?(_ tile: LumaGrid.Tile, count: Int) {
    let level = Int(LumaGrid.clipLevel)
    let maximum = Int(tile.maximum)
    // The count of clipped pixels ends at 255, which may also stand for 256.
    let clipped = [Int(tile.clipped), 256].first { clipped in
      guard clipped == tile.clipped || (tile.clipped == 255 && clipped == 256), clipped <= count else {
        return false
      }
      let smallestSum = clipped == 0 ? maximum : maximum + (clipped - 1) * level
      let largestSum =
        clipped == 0 ? count * maximum : clipped * maximum + (count - clipped) * (level - 1)
      return (maximum >= level) == (clipped > 0) && smallestSum <= tile.sum && tile.sum <= largestSum
    }
    guard let clipped else { return nil }
    brightest = tile.maximum
    let rest = tile.sum - maximum - max(0, clipped - 1) * level
    let otherCount = count - max(1, clipped)
    let otherLuma = min(rest, otherCount * min(maximum, level - 1))
    others = Shares(count: otherCount, luma: otherLuma)
    self.clipped = Shares(count: max(0, clipped - 1), luma: rest - otherLuma)
  }

  /// The luma of the pixels, the brightest first.
  func forEach(_ body: (UInt8) -> Void) {
    body(brightest)
    for index in 0..<clipped.count { body(UInt8(Int(LumaGrid.clipLevel) + clipped.share(index))) }
    for index in 0..<others.count { body(UInt8(others.share(index))) }
  }
}
