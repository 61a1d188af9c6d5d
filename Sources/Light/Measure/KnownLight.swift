/// A light of which it is known where it falls and when it shone: a torch that is being read, or one just found.
struct KnownLight {
  var footprint: Footprint
  var lit: LitShares
  /// Whether its tiles' present modulation is its own; one that was silent for long tells nothing of theirs.
  var isActive = true
  /// Whether it is a turn signal or its like, of which every change is known in the frames that are searched.
  var blinks = false
  /// Where it lately was besides, if it moves, in pixels.
  var path: [SIMD2<Double>] = []

  /// How far from its tiles a light may still be seen, in tiles.
  private static let glow = 4
  /// The correlation of one light seen twice, and the share of its light that falls into the other's marks.
  private static let alike = 0.75
  private static let within = 0.8
  /// Lights nearer to each other than this are one, in pixels: tiles place each to half a tile.
  private static let apart = 32.0

  /// Whether its glow may reach `tile`.
  func isNear(_ tile: Int, in shape: GridShape) -> Bool {
    let box = footprint.box(margin: Self.glow, in: shape)
    return box.columns.contains(shape.column(of: tile)) && box.rows.contains(shape.row(of: tile))
  }

  /// Whether `other` is so near that it must be this light, seen badly. Nobody misses when a blinker blinks: what shines
  /// beside it at other times is another light.
  func isAt(_ other: Footprint) -> Bool {
    isActive && !blinks
      && (footprint.distance(to: other) < Self.apart
        || path.contains { ($0 - SIMD2(other.x, other.y)).length < Self.apart })
  }

  /// Whether a light that shone as `other` says may be this one, seen by its glow, by its reflection, or for a while where
  /// it passed: it shone when this one did, all the time or while it was seen, or when this one did not, where
  /// the camera dims all else.
  func accounts(for other: LitShares, frames: Range<Int>) -> Bool {
    guard let correlation = lit.correlation(with: other, frames: frames) else { return false }
    var marked = 0.0
    var shared = 0.0
    for frame in frames {
      guard let a = lit[frame], let b = other[frame], b > 0.5 else { continue }
      marked += 1
      if a > 0.5 { shared += 1 }
    }
    return abs(correlation) > Self.alike || (correlation > 0 && shared > Self.within * marked)
  }
}
