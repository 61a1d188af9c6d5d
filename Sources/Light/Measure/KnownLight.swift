/// A light whose spatial filter and lit times are known: a torch that is being read, or one just found.
struct KnownLight {
  var spatialFilter: SpatialFilter
  var lit: LitShares
  /// Whether it accounts for the present modulation of its tiles. A light that was silent for long does not.
  var isActive = true
  /// Whether it is a turn signal or a similar light, all of whose changes in the searched frames are known.
  var blinks = false
  /// Its recent other positions, if it moves, in pixels.
  var path: [SIMD2<Double>] = []

  /// How far from its tiles a light's glow may reach, in tiles.
  private static let glowReach = 4
  /// The least correlation of one light seen twice, and the least share of its lit frames in which the other one is lit too.
  static let minimumCorrelation = 0.75
  static let minimumSharedMarks = 0.8
  /// Two lights closer than this are one light, in pixels: positions by tiles are exact to half a tile.
  static let sameLightDistance = 32.0

  /// Whether its glow may reach `tile`.
  func isNear(_ tile: Int, in shape: GridShape) -> Bool {
    let box = spatialFilter.box(margin: Self.glowReach, in: shape)
    return box.columns.contains(shape.column(of: tile)) && box.rows.contains(shape.row(of: tile))
  }

  /// Whether it lies in these tiles.
  func isIn(_ tiles: [Int], _ scene: Scene) -> Bool {
    tiles.contains(scene.shape.tile(containing: spatialFilter.place))
  }

  /// Whether `other` is so near that it must be this light, measured badly. This does not hold beside a blinking light, whose
  /// lit times are known: a light beside it with other times is another light.
  func isSameLight(as other: SpatialFilter) -> Bool {
    isActive && !blinks
      && (spatialFilter.distance(to: other)
        < (spatialFilter.sways ? HandSway.farthest : Self.sameLightDistance)
        || path.contains { ($0 - other.place).length < Self.sameLightDistance })
  }

  /// Whether a light with the lit times `other` may come from this one: its glow, its reflection, or a tile that it passed.
  ///
  /// Such a light is lit at the same times as this one, or only at some of them if it is not always visible. If the camera dims
  /// everything else while this light is lit, it seems to be lit at the opposite times.
  func accounts(for other: LitShares, frames: Range<Int>) -> Bool {
    guard let correlation = lit.correlation(with: other, frames: frames) else { return false }
    var marked = 0.0
    var shared = 0.0
    for frame in frames {
      guard let a = lit[frame], let b = other[frame], b > 0.5 else { continue }
      marked += 1
      if a > 0.5 { shared += 1 }
    }
    return abs(correlation) > Self.minimumCorrelation
      || (correlation > 0 && shared > Self.minimumSharedMarks * marked)
  }
}
