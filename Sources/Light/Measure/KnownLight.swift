import Frames

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
  /// The least share of a light's lit frames in which the other one is lit too, if they are one light.
  static let minimumSharedMarks = 0.8
  /// Two lights closer than this are one light, in pixels: positions by tiles are exact to half a tile.
  static let sameLightDistance = 32.0
  /// The least share of each of three cases (both lamps lit, only the first, only the other) in the frames in which at least one
  /// is lit. For two lamps that send their own texts each share is about a third; this limit is about a third of that.
  private static let minimumIndependence = 0.1
  /// The largest ``TwoLevels/spread`` of a lamp at rest beside another one.
  private static let largestSpread = 1.0 / 50

  /// Whether a light that was lit at these places rested at two of them, and was nowhere else: these are two lamps. A hand moves
  /// also while its lamp is lit.
  ///
  /// - Parameter tolerance: How exactly the places are known, in pixels.
  static func areTwoLamps(_ places: [SIMD2<Double>], within tolerance: Double) -> Bool {
    guard let first = places.first,
      let other = places.max(by: { ($0 - first).length < ($1 - first).length }),
      (other - first).length > sameLightDistance
    else { return false }
    return places.allSatisfy { min(($0 - first).length, ($0 - other).length) < tolerance }
  }

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
  /// lit times are known: a light beside it with other times is another light. Nor does it hold for another lamp.
  func isSameLight(as other: KnownLight, frames: Range<Int>, in scene: Scene) -> Bool {
    guard isActive, !blinks else { return false }
    let place = other.spatialFilter.place
    let reach = spatialFilter.sways ? HandSway.farthest : Self.sameLightDistance
    return
      ((spatialFilter.place - place).length < reach
      || path.contains { ($0 - place).length < Self.sameLightDistance })
      && !isAnotherLamp(than: other, frames: frames, in: scene)
  }

  /// Whether two lights at rest are certainly two lamps: each is lit alone at times, and both together at others, at their own
  /// levels. A lamp that moves from one tile to the next is not lit in both, and does not keep its levels in either.
  private func isAnotherLamp(than other: KnownLight, frames: Range<Int>, in scene: Scene) -> Bool {
    let lights = [self, other]
    guard lights.allSatisfy({ $0.path.isEmpty && !$0.spatialFilter.sways }),
      spatialFilter.distance(to: other.spatialFilter) > Double(LumaGrid.tileSide)
    else { return false }
    var (both, own, others) = (0.0, 0.0, 0.0)
    for frame in frames {
      guard let a = lit[frame], let b = other.lit[frame] else { continue }
      switch (a > 0.5, b > 0.5) {
      case (true, true): both += 1
      case (true, false): own += 1
      case (false, true): others += 1
      case (false, false): break
      }
    }
    return min(both, own, others) > Self.minimumIndependence * (both + own + others)
      && lights.allSatisfy {
        $0.spatialFilter.levels(in: scene, frames: frames).map { $0.spread < Self.largestSpread } ?? false
      }
  }

  /// Whether one of the two was lit in most of the frames in which the other was: they may be readings of one light, one of which
  /// lacks marks, or gaps.
  func sharesMarks(with other: KnownLight, frames: Range<Int>) -> Bool {
    shows(other.lit, frames: frames) || other.shows(lit, frames: frames)
  }

  /// Whether this light was lit in most of the frames in which `other` was lit.
  private func shows(_ other: LitShares, frames: Range<Int>) -> Bool {
    var (marked, shared) = (0.0, 0.0)
    for frame in frames {
      guard let a = lit[frame], let b = other[frame], b > 0.5 else { continue }
      marked += 1
      if a > 0.5 { shared += 1 }
    }
    return shared > Self.minimumSharedMarks * marked
  }

  /// Whether a light with the lit times `other` may come from this one: its glow, its reflection, or a tile that it passed.
  ///
  /// Such a light is lit at the same times as this one, or only at some of them if it is not always visible. If the camera dims
  /// everything else while this light is lit, it seems to be lit at the opposite times.
  func accounts(for other: LitShares, frames: Range<Int>) -> Bool {
    guard let correlation = lit.correlation(with: other, frames: frames) else { return false }
    return abs(correlation) > LitShares.minimumCorrelation
      || (correlation > 0 && shows(other, frames: frames))
  }
}
