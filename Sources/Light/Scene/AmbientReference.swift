/// The brightness of the scene as a whole, which no lamp that covers less than half of it can move: the median over
/// tiles of their brightness relative to a reference picture.
///
/// Clouds, lamps at the mains and a camera's automatic gain change most tiles by the same factor; that factor is what
/// is found here, to be taken out of each tile by regression.
struct AmbientReference {
  /// Tiles compared: their median is some 12 times steadier than one tile, at a fixed cost.
  private static let sampleCount = 256
  /// Added to both sides of a ratio, in units of a tile sum (a quarter of a grey level), so that black tiles say "no change" and
  /// not "infinitely brighter".
  private static let offset: Float = 64

  private var tiles: [Int] = []
  private var reference: [Float] = []
  private var ratios: [Float] = []

  var isEmpty: Bool { tiles.isEmpty }

  /// Takes `sums` as the reference; any picture of the scene will do, for what is constant falls out later.
  mutating func refer(to sums: UnsafeBufferPointer<UInt16>) {
    let count = min(Self.sampleCount, sums.count)
    tiles = (0..<count).map { $0 * sums.count / count }
    reference = tiles.map { Float(sums[$0]) + Self.offset }
    ratios = Array(repeating: 1, count: count)
  }

  mutating func clear() {
    tiles.removeAll(keepingCapacity: true)
  }

  /// How much a tile can follow the scene's brightness at most, in units of its sum: twice what a change of all light by
  /// one factor, or by one amount, would give. A lamp that moves the median a little itself exceeds that by far.
  static func steepest(mean: Double, pictureMean: Double) -> Double {
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
