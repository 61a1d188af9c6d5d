import Frames

/// How far the picture as a whole has moved from a reference picture: what a hand does to a camera.
///
/// A picture that moves by a little changes every tile by its slope times the way (Lucas and Kanade, 1981). The slopes,
/// seen in the tiles beside it, are coarse ones, and so the unit is a pixel only about; but equal ways give equal figures,
/// for the same weights are used for every frame, and the errors of some thousand tiles cancel. Light that comes and
/// goes smoothly over the picture is told apart from movement, and a tile that changes more than most (a lamp, somebody
/// who walks by) has no larger say than they.
struct PictureShift {
  /// The tiles asked, at most, and at least: with fewer nothing is said.
  private static let mostTiles = 1024
  private static let fewestTiles = 48
  /// A slope, in units of a tile sum per pixel, that noise alone may give: flat pictures do not move.
  private static let flatness: Float = 24
  /// The farthest from the reference picture, in pixels: its slopes are those of a tile, 16 pixels wide.
  private static let reach = 10.0
  /// Seconds after which the reference picture is taken anew: light wanders, things come and go.
  private static let validity = 60.0
  /// How many times the usual deviation of a tile is believed, and how often that is judged.
  private static let tolerance: Float = 4
  private static let passes = 2
  /// Tiles by whose median deviation the usual is judged.
  private static let judged = 256

  /// What may change a tile, one number for each: the slopes to the right and downwards, its own light, light of its own, and
  /// how that grows to the right and downwards. The last two are 0.
  private typealias Causes = SIMD8<Float>
  private static let causes = 6

  private let tiles: [Int]
  private let shape: GridShape
  private var reference: [Float] = []
  private var referenceTime = 0.0
  /// For each of the tiles, what each cause changes it by.
  private var effects: [Causes] = []
  /// How to find the causes' sizes from the tiles' changes: the pseudo-inverse of the effects, tile by tile.
  private var weights: [Causes] = []
  /// Where the reference picture lay.
  private var base = SIMD2<Double>.zero
  private var changes: [Float] = []
  private var believed: [Float] = []
  private var scratch: [Float] = []

  init(_ shape: GridShape) {
    self.shape = shape
    // Tiles at the border have no neighbours; those of the last column and row may be smaller.
    var inner: [Int] = []
    if shape.columns > 3, shape.rows > 3 {
      for row in 1..<shape.rows - 2 {
        for column in 1..<shape.columns - 2 { inner.append(row * shape.columns + column) }
      }
    }
    let count = min(Self.mostTiles, inner.count)
    tiles = count < Self.fewestTiles ? [] : (0..<count).map { inner[$0 * inner.count / count] }
  }

  /// How far the picture lies from where the first one lay: to the right and down, in pixels about.
  mutating func take(_ sums: UnsafeBufferPointer<UInt16>, at time: Double) -> SIMD2<Double> {
    guard !tiles.isEmpty else { return .zero }
    guard !reference.isEmpty else {
      refer(to: sums, at: time)
      return base
    }
    for index in tiles.indices { changes[index] = Float(sums[tiles[index]]) - reference[index] }
    var sizes = explain(changes)
    for _ in 0..<Self.passes { sizes = explainWithoutOutliers(sizes) }
    let way = SIMD2(Double(sizes[0]), Double(sizes[1]))
    let place = base + way
    if max(abs(way.x), abs(way.y)) > Self.reach || time - referenceTime > Self.validity {
      base = place
      refer(to: sums, at: time)
    }
    return place
  }

  /// The size of each cause.
  private func explain(_ changes: [Float]) -> Causes {
    var sizes = Causes.zero
    for (weight, change) in zip(weights, changes) { sizes += change * weight }
    return sizes
  }

  /// Once more, where no tile may lie farther from what the causes explain than is usual (Huber, 1964).
  private mutating func explainWithoutOutliers(_ sizes: Causes) -> Causes {
    for index in tiles.indices { believed[index] = (effects[index] * sizes).sum() }
    scratch.removeAll(keepingCapacity: true)
    for index in stride(from: 0, to: tiles.count, by: (tiles.count - 1) / Self.judged + 1) {
      scratch.append(abs(changes[index] - believed[index]))
    }
    let most = Self.tolerance * max(1, scratch.takeMedian())
    for index in tiles.indices {
      believed[index] += min(max(changes[index] - believed[index], -most), most)
    }
    return explain(believed)
  }

  private mutating func refer(to sums: UnsafeBufferPointer<UInt16>, at time: Double) {
    let count = tiles.count
    referenceTime = time
    reference = tiles.map { Float(sums[$0]) }
    changes = reference
    believed = reference
    let slopeReach = Float(2 * LumaGrid.tileSide)
    let even = reference.reduce(0, +) / Float(count)
    effects = tiles.map { tile in
      let slopes = (
        Float(sums[tile - 1]) - Float(sums[tile + 1]),
        Float(sums[tile - shape.columns]) - Float(sums[tile + shape.columns])
      )
      return Causes(
        slopes.0 / slopeReach, slopes.1 / slopeReach, Float(sums[tile]), even,
        even * (2 * Float(shape.column(of: tile)) / Float(shape.columns) - 1),
        even * (2 * Float(shape.row(of: tile)) / Float(shape.rows) - 1), 0, 0)
    }

    var products = SymmetricMatrix(identity: Self.causes)
    for row in 0..<Self.causes {
      for column in 0...row {
        products[row, column] = effects.reduce(0) { $0 + Double($1[row]) * Double($1[column]) }
      }
      // Doubt: in slopes what noise makes of them, elsewhere enough to tell light that is the same in all tiles.
      products[row, row] +=
        row < 2 ? Double(count) * Double(Self.flatness * Self.flatness) : 1e-4 * products[row, row] + 1
    }
    weights = Array(repeating: .zero, count: count)
    for cause in 0..<Self.causes {
      var unit = Array(repeating: 0.0, count: Self.causes)
      unit[cause] = 1
      let shares = products.solve(unit)
      for index in 0..<count {
        weights[index][cause] = Float(
          shares.indices.reduce(0) { $0 + shares[$1] * Double(effects[index][$1]) })
      }
    }
  }
}
