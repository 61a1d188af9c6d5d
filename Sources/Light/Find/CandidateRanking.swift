/// Which tiles are worth examining: the best of every patch of modulated tiles, then those that stand out inside a patch;
/// best first.
///
/// A person who walks through modulates many tiles and a lamp few: were the best tiles tried one after another, all
/// might be the person's.
struct CandidateRanking {
  /// How much the sum of each tile changes beside that of the median tile.
  private(set) var modulations: [Double] = []
  /// The share of all tiles that is modulated.
  private(set) var modulatedShare = 0.0
  /// Whether something was taken out since they were ranked.
  private(set) var hasChanged = false

  /// How many patches are tried, and how many tiles inside them.
  private static let patches = 20
  private static let peaks = 6
  /// The modulation below which a tile is calm.
  static let leastModulation = 2.2
  /// What a known light may leave of its own modulation, by a flickering step and by wandering.
  private static let explained = 0.5

  private var tiles: [Int] = []
  private var scores: [Double] = []
  private var visited: [Bool] = []
  private var queue: [Int] = []

  /// Ranks tiles by how much they change beside the median tile: what a moving picture does to most of them is no lamp.
  ///
  /// - Parameters:
  ///   - sums: Of each tile's sum, its variance over that of its noise.
  ///   - rises: The same of its rise, which ranks tiles whose sums say nothing.
  mutating func begin(sums: [Double], rises: [Double]) {
    modulations = Self.relativeToMedian(sums)
    scores.removeAll(keepingCapacity: true)
    for (sum, rise) in zip(modulations, Self.relativeToMedian(rises)) {
      scores.append(sum < Self.leastModulation ? max(sum, rise) : sum)
    }
    modulatedShare = Double(scores.count { $0 > Self.leastModulation }) / Double(scores.count)
  }

  private static func relativeToMedian(_ modulations: [Double]) -> [Double] {
    var sorted = modulations
    let usual = max(1, sorted.takeMedian())
    return modulations.map { $0 / usual }
  }

  /// Takes out what a light that is known modulates.
  mutating func explain(_ light: KnownLight, noise: (_ tile: Int) -> Double) {
    for carrier in light.footprint.carriers {
      let step = carrier.step / noise(carrier.index)
      scores[carrier.index] -= Self.explained * step * step
    }
    hasChanged = true
  }

  /// Takes out a tile, and those beside it, that show no more than a light that is known.
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
    for tile in 0..<shape.count where scores[tile] > Self.leastModulation && !visited[tile] {
      propose(bestOfPatch(from: tile, shape), among: 0, atMost: Self.patches, apart: false, shape)
    }
    let patches = tiles.count
    for tile in 0..<shape.count where scores[tile] > Self.leastModulation {
      propose(tile, among: patches, atMost: Self.peaks, apart: true, shape)
    }
    return tiles
  }

  /// The most modulated tile beside `tile`: a small lamp on the border of two shines on both.
  func bestBeside(_ tile: Int, _ shape: GridShape) -> Int {
    var best: Int?
    forEachNeighbour(of: tile, width: shape.columns, height: shape.rows) { neighbour in
      if best.map({ scores[$0] < scores[neighbour] }) ?? true { best = neighbour }
    }
    return best ?? tile
  }

  /// Visits all modulated tiles that hang together with `tile`.
  private mutating func bestOfPatch(from tile: Int, _ shape: GridShape) -> Int {
    var best = tile
    queue.removeAll(keepingCapacity: true)
    queue.append(tile)
    visited[tile] = true
    while let next = queue.popLast() {
      if scores[next] > scores[best] { best = next }
      forEachNeighbour(of: next, width: shape.columns, height: shape.rows) { neighbour in
        guard !visited[neighbour], scores[neighbour] > Self.leastModulation else { return }
        visited[neighbour] = true
        queue.append(neighbour)
      }
    }
    return best
  }

  /// Ranks `tile` in the part of the ranking that begins at `first`, of which only the best `limit` stay. Where they
  /// shall be `apart`, the better of two near ones stays, and one near an earlier part is not taken.
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
