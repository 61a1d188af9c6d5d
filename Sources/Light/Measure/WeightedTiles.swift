/// A weighted sum of tiles as a measure of the light on them. It is linear in the tiles' sums, and its weights suppress other
/// changes (``Interference``).
struct WeightedTiles: SpatialFilter.Measure {
  /// A tile that is measured.
  struct Tile {
    var index: Int
    var weight: Double
    /// How the tile follows the scene's brightness.
    var slope: Double
    /// The range of the tile's sum. A sum outside it has another cause since the fit: an occluder beside the light.
    var minimum: Double
    var maximum: Double
    /// Its share of the value while the light is off, and how much the light adds to it.
    var dark: Double
    var step: Double

    /// Its share of the value. `sum` is its sum after the changes of the scene's brightness were removed.
    func share(of sum: Double) -> Double { weight * min(max(sum, minimum), maximum) }
  }

  /// A tile of the fit: its weight and its regression.
  struct Part {
    var index: Int
    var weight: Double
    var solution: TileRegression.Solution
    /// Whether the light falls on it: then its sum has no limits.
    var isCarrier: Bool
    /// One standard deviation of the tile's noise.
    var noise: Double
  }

  private var tiles: [Tile]
  /// The columns and rows of these tiles.
  private var columns: ClosedRange<Int>
  private var rows: ClosedRange<Int>
  /// Whether a move of the grid has left tiles outside. The value is then extrapolated.
  private var isCut = false
  private let ambient: Double
  /// The value while the light is off, and how much the light adds.
  let dark: Double
  let step: Double
  /// One standard deviation of the value: with the tiles' own noise, and with a noise of 1 in each tile.
  let noise: Double
  let unitNoise: Double

  var tileMeasure: TileMeasure { .sum }

  /// The standard deviation of a sum of 256 rounded values is the root of 256/12.
  var noiseFloor: Double { unitNoise * (256.0 / 12).squareRoot() }

  /// The least margin of the range of a tile's sum, in units of the sum: a quarter of a level of luma.
  private static let minimumMargin = 64.0

  /// - Parameters:
  ///   - strongest: The largest step of a tile on which the light falls.
  ///   - ambient: The scene's brightness for which the parts' dark sums hold.
  ///   - shape: The picture's.
  init(_ parts: [Part], strongest: Double, ambient: Double, shape: GridShape) {
    self.ambient = ambient
    var dark = 0.0
    var step = 0.0
    var variance = 0.0
    var squares = 0.0
    for part in parts {
      dark += part.weight * part.solution.dark
      step += part.weight * part.solution.step
      variance += part.weight * part.weight * part.noise * part.noise
      squares += part.weight * part.weight
    }
    self.dark = dark
    self.step = step
    noise = variance.squareRoot()
    unitNoise = squares.squareRoot()
    tiles = parts.map { part in
      let margin = max(Self.minimumMargin, 4 * part.solution.variance.squareRoot())
      let dark = part.solution.dark
      return Tile(
        index: part.index, weight: part.weight, slope: part.solution.slope,
        minimum: part.isCarrier ? -.infinity : dark - margin,
        maximum: part.isCarrier ? .infinity : dark + strongest + margin, dark: part.weight * dark,
        step: part.weight * part.solution.step)
    }
    (columns, rows) = shape.extent(of: parts.lazy.map(\.index))
  }

  func moved(by move: GridMove) -> WeightedTiles? {
    var next = self
    next.tiles = tiles.compactMap { tile in
      guard let index = move.index(of: tile.index) else { return nil }
      var tile = tile
      tile.index = index
      return tile
    }
    guard !next.tiles.isEmpty else { return nil }
    next.isCut = isCut || next.tiles.count < tiles.count
    (next.columns, next.rows) = move.shape.extent(of: next.tiles.lazy.map(\.index))
    return next
  }

  /// The value of a frame. If some tiles are outside the picture, it is extrapolated from the visible ones.
  func value(ofFrame frame: Int, in history: GridHistory) -> Double {
    let moment = history[frame]
    let brightness = moment.ambient - ambient
    guard isInside(moment) else { return value(ofVisible: moment, frame, in: history) }
    return history.withSums(of: frame) { value($0, brightness: brightness) }
  }

  private func isInside(_ moment: GridHistory.Moment) -> Bool {
    !isCut && moment.places.columns.contains(columns) && moment.places.rows.contains(rows)
  }

  /// The value of all tiles, extrapolated from those in the picture.
  private func value(ofVisible moment: GridHistory.Moment, _ frame: Int, in history: GridHistory) -> Double {
    let brightness = moment.ambient - ambient
    return history.withSums(of: frame) { sums in
      var (excess, seen) = (0.0, 0.0)
      for tile in tiles where moment.places.contains(tile: tile.index) {
        excess += tile.share(of: Double(sums[tile.index]) - tile.slope * brightness) - tile.dark
        seen += tile.step
      }
      return seen > 0 ? dark + excess * step / seen : dark
    }
  }

  /// The share of the step on tiles in the picture.
  private func visibleShare(at moment: GridHistory.Moment) -> Double {
    guard !isInside(moment) else { return 1 }
    return tiles.reduce(0) { $0 + (moment.places.contains(tile: $1.index) ? $1.step : 0) } / step
  }

  /// The value if all tiles lie in the picture.
  private func value(_ sums: UnsafeBufferPointer<UInt16>, brightness: Double) -> Double {
    tiles.withUnsafeBufferPointer { tiles in
      var value = 0.0
      for tile in tiles { value += tile.share(of: Double(sums[tile.index]) - tile.slope * brightness) }
      return value
    }
  }

  /// Whether too much of the light lies outside the picture.
  func isBlind(at moment: GridHistory.Moment) -> Bool { visibleShare(at: moment) < Self.minimumVisibleShare }

  /// A light is measured if at least this share of its step lies in the picture. The value is extrapolated from it: at a half,
  /// the noise is at most doubled.
  private static let minimumVisibleShare = 0.5
}
