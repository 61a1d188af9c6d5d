/// The tiles to examine: the best tile of every patch of modulated tiles, then the best tiles inside the patches; the most
/// modulated first.
///
/// A person who walks through modulates many tiles and a lamp few. Without patches, all the best tiles might be the person's.
struct CandidateRanking {
  /// The modulation of each tile's sum, relative to the median tile's.
  private(set) var modulations: [Double] = []
  /// The same for each tile's background difference.
  private var differences: [Double] = []
  /// Whether modulation was removed since the last ranking.
  private(set) var hasChanged = false

  /// How many patches are tried at most, and how many tiles inside them.
  private static let maximumPatches = 20
  private static let maximumTilesInPatches = 6
  /// The modulation below which a tile counts as unchanged.
  private static let minimumModulation = 2.2
  /// The share of a known light's modulation that is removed. Flicker and motion of the light make its modulation uncertain.
  private static let explainedShare = 0.5

  private var tiles: [Int] = []
  private var scores: [Double] = []
  private var visited: [Bool] = []
  private var queue: [Int] = []

  /// Ranks tiles by their modulation relative to the median tile's, because a moving picture modulates most tiles.
  ///
  /// - Parameters:
  ///   - sums: For each tile, the variance of its sum over that of its noise.
  ///   - differences: The same for its background difference. A small lamp changes it more than the sum.
  mutating func begin(sums: [Double], differences: [Double]) {
    modulations = Self.relativeToMedian(sums)
    self.differences = Self.relativeToMedian(differences)
    scores.removeAll(keepingCapacity: true)
    for (sum, difference) in zip(modulations, self.differences) { scores.append(max(sum, difference)) }
  }

  private static func relativeToMedian(_ modulations: [Double]) -> [Double] {
    var sorted = modulations
    let usual = max(1, sorted.takeMedian())
    return modulations.map { $0 / usual }
  }

  /// Removes the modulation of a known light.
  mutating func explain(_ light: KnownLight, noise: (_ tile: Int) -> Double) {
    for carrier in light.spatialFilter.carriers {
      let step = carrier.step / noise(carrier.index)
      scores[carrier.index] -= Self.explainedShare * step * step
    }
    hasChanged = true
  }

  /// Whether these shares of a tile's modulation are too little to examine it.
  func isUnmodulated(_ tile: Int, shares: (sum: Double, difference: Double)) -> Bool {
    max(shares.sum * modulations[tile], shares.difference * differences[tile]) <= Self.minimumModulation
  }

  /// Removes a tile, and those around it, that show only a known light.
  mutating func dismiss(_ tile: Int, in shape: GridShape) {
    scores[tile] = 0
    forEachNeighbour(of: tile, width: shape.columns, height: shape.rows) { scores[$0] = 0 }
    hasChanged = true
  }

  /// The tiles worth examining.
  mutating func rank(in shape: GridShape) -> [Int] {
    hasChanged = false
    tiles.removeAll(keepingCapacity: true)
    visited.removeAll(keepingCapacity: true)
    visited.append(contentsOf: repeatElement(false, count: shape.count))
    for tile in 0..<shape.count where scores[tile] > Self.minimumModulation && !visited[tile] {
      propose(bestOfPatch(from: tile, shape), among: 0, atMost: Self.maximumPatches, apart: false, shape)
    }
    let patches = tiles.count
    for tile in 0..<shape.count where scores[tile] > Self.minimumModulation {
      propose(tile, among: patches, atMost: Self.maximumTilesInPatches, apart: true, shape)
    }
    return tiles
  }

  /// The most modulated tile beside `tile`: the light of a small lamp on the border of two tiles falls on both.
  func bestBeside(_ tile: Int, _ shape: GridShape) -> Int {
    var best: Int?
    forEachNeighbour(of: tile, width: shape.columns, height: shape.rows) { neighbour in
      if best.map({ scores[$0] < scores[neighbour] }) ?? true { best = neighbour }
    }
    return best ?? tile
  }

  /// The middle of the modulation within `reach` tiles of `tile`: a lamp that is swung in a circle modulates the tiles of the
  /// circle, and not those in the middle of it (the mean shift of Fukunaga and Hostetler, 1975).
  func middle(around tile: Int, reach: Int, in shape: GridShape) -> Int {
    var middle = tile
    for _ in 0..<Self.shifts {
      var (sum, place) = (0.0, SIMD2<Double>.zero)
      for other in shape.tiles(around: middle, margin: reach) {
        sum += modulations[other]
        place += modulations[other] * shape.centre(of: other)
      }
      guard sum > 0 else { return middle }
      middle = shape.tile(containing: place / sum)
    }
    return middle
  }

  /// The number of shifts. If the first window holds the whole circle, one is enough.
  private static let shifts = 2

  /// Visits all modulated tiles that are connected with `tile`, and returns the best.
  private mutating func bestOfPatch(from tile: Int, _ shape: GridShape) -> Int {
    var best = tile
    queue.removeAll(keepingCapacity: true)
    queue.append(tile)
    visited[tile] = true
    while let next = queue.popLast() {
      if scores[next] > scores[best] { best = next }
      forEachNeighbour(of: next, width: shape.columns, height: shape.rows) { neighbour in
        guard !visited[neighbour], scores[neighbour] > Self.minimumModulation else { return }
        visited[neighbour] = true
        queue.append(neighbour)
      }
    }
    return best
  }

  /// Inserts `tile` into the part of the ranking that begins at `first`, which keeps the best `limit` tiles. With `apart`, only
  /// the better of two near tiles stays, and a tile near an earlier part is rejected.
  private mutating func propose(
    _ tile: Int, among first: Int, atMost limit: Int, apart: Bool, _ shape: GridShape
  ) {
    let score = scores[tile]
    if tiles.count - first == limit, score <= scores[tiles[tiles.count - 1]] { return }
    if apart {
      for place in tiles.indices.reversed() where shape.areNear(tiles[place], tile) {
        if place < first || scores[tiles[place]] >= score { return }
        tiles.remove(at: place)
      }
    }
    let place = tiles[first...].firstIndex { scores[$0] < score } ?? tiles.count
    tiles.insert(tile, at: place)
    if tiles.count - first > limit { tiles.removeLast() }
  }
}
