/// The brightness of the scene as a whole: the median over tiles of their brightness relative to a reference picture. A lamp
/// that covers less than half of the picture cannot change it.
///
/// Clouds, lamps on mains power and a camera's automatic gain change most tiles by the same factor. This type measures that
/// factor, so that regression can remove it from each tile.
struct AmbientReference {
  /// Tiles compared: their median is some 12 times steadier than one tile, at a fixed cost.
  private static let sampleCount = 256
  /// Added to both sides of a ratio, in units of a tile sum (a quarter of a grey level), so that black tiles give "no change"
  /// and not "infinitely brighter".
  private static let offset: Float = 64

  private var tiles: [Int] = []
  private var reference: [Float] = []
  private var ratios: [Float] = []

  /// Whether tiles of the reference are missing, because the grid has moved.
  private var isIncomplete = true

  /// Sets the reference if it is not complete. Any picture of the scene is suitable, because a constant factor has no effect
  /// later.
  ///
  /// - Parameter last: The brightness of the last picture, which counts as this picture's if none of the reference is left.
  mutating func completeReference(with sums: UnsafeBufferPointer<UInt16>, brightness last: Double = 1) {
    guard isIncomplete else { return }
    let brightness = tiles.isEmpty ? last : brightness(of: sums)
    let count = min(Self.sampleCount, sums.count)
    tiles = (0..<count).map { $0 * sums.count / count }
    reference = tiles.map { (Float(sums[$0]) + Self.offset) / Float(max(brightness, 1e-3)) }
    ratios = Array(repeating: 1, count: count)
    isIncomplete = false
  }

  mutating func move(_ move: GridMove) {
    let staying = zip(tiles, reference).compactMap { tile, level in
      move.index(of: tile).map { (tile: $0, level: level) }
    }
    (tiles, reference) = (staying.map(\.tile), staying.map(\.level))
    ratios = reference
    isIncomplete = true
  }

  /// The steepest slope of a tile against the scene's brightness, in units of its sum: twice the slope if all light changes by
  /// one factor, or by one amount. A lamp that changes the median a little has a far steeper slope.
  static func steepestSlope(mean: Double, pictureMean: Double) -> Double {
    2 * max(mean, pictureMean)
  }

  /// The scene's brightness relative to the reference.
  mutating func brightness(of sums: UnsafeBufferPointer<UInt16>) -> Double {
    for index in tiles.indices {
      ratios[index] = (Float(sums[tiles[index]]) + Self.offset) / reference[index]
    }
    return Double(ratios.takeMedian())
  }
}
