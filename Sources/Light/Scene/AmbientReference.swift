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

  var isEmpty: Bool { tiles.isEmpty }

  /// Sets the reference. Any picture of the scene is suitable, because a constant factor has no effect later.
  mutating func setReference(to sums: UnsafeBufferPointer<UInt16>) {
    let count = min(Self.sampleCount, sums.count)
    tiles = (0..<count).map { $0 * sums.count / count }
    reference = tiles.map { Float(sums[$0]) + Self.offset }
    ratios = Array(repeating: 1, count: count)
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
