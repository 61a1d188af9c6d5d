/// A weighted sum of tiles, as a measure of the light that falls on them: linear in their sums, and by its weights blind to
/// what else moves there (``Interference``).
struct WeightedTiles {
  /// A tile that is measured.
  struct Tile {
    var index: Int
    var weight: Double
    /// How the tile follows the scene's brightness.
    var slope: Double
    /// What the tile can hold. Beyond it lies what has come since the fit: somebody who walks by beside the light.
    var least: Double
    var most: Double
    /// Its part of the value while the light is off, and how much the light adds to that.
    var dark: Double
    var step: Double

    /// Its part of the value, where it holds `sum` beside what the scene does to it.
    func share(of sum: Double) -> Double { weight * min(max(sum, least), most) }
  }

  /// A tile that the fit has seen: its weight, and what it is made of.
  struct Part {
    var index: Int
    var weight: Double
    var solution: TileRegression.Solution
    /// Whether the light falls on it: then it may hold anything.
    var isCarrier: Bool
    /// One standard deviation of the tile's noise.
    var noise: Double
  }

  private let tiles: [Tile]
  /// The columns and rows of the picture that they lie in.
  private let columns: ClosedRange<Int>
  private let rows: ClosedRange<Int>
  private let ambient: Double
  /// What a shaken picture does to the tiles, and how each of them follows it: apart from them, for most pictures stand
  /// still.
  private let shift: ShiftCourses?
  private let follows: [ShiftCourses.Values]
  /// What it shows while the light is off, and how much the light adds.
  let dark: Double
  let step: Double
  /// One standard deviation from the tiles' own noise, and from noise of 1 in each of them.
  let noise: Double
  let unitNoise: Double

  /// In units of a tile sum: a quarter of a level of luma.
  private static let leastMargin = 64.0

  /// - Parameters:
  ///   - strongest: The largest step of a tile on which the light falls.
  ///   - ambient: The scene's brightness for which the parts' dark sums hold.
  ///   - shift: The courses that the parts were seen to follow.
  ///   - shape: The picture's.
  init(_ parts: [Part], strongest: Double, ambient: Double, shift: ShiftCourses?, shape: GridShape) {
    self.ambient = ambient
    self.shift = shift
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
      let margin = max(Self.leastMargin, 4 * part.solution.variance.squareRoot())
      let dark = part.solution.dark
      return Tile(
        index: part.index, weight: part.weight, slope: part.solution.slope,
        least: part.isCarrier ? -.infinity : dark - margin,
        most: part.isCarrier ? .infinity : dark + strongest + margin, dark: part.weight * dark,
        step: part.weight * part.solution.step)
    }
    let places = parts.map { (column: shape.column(of: $0.index), row: shape.row(of: $0.index)) }
    columns = (places.map(\.column).min() ?? 0)...(places.map(\.column).max() ?? 0)
    rows = (places.map(\.row).min() ?? 0)...(places.map(\.row).max() ?? 0)
    follows = shift == nil ? [] : parts.map(\.solution.follows)
  }

  /// Of a light that is partly beside the picture the rest tells.
  func value(ofFrame frame: Int, in history: GridHistory) -> Double {
    let moment = history[frame]
    let brightness = moment.ambient - ambient
    guard isInside(moment) else { return value(ofVisible: moment, frame, in: history) }
    return history.withSums(of: frame) { sums in
      guard let shift else { return value(sums, brightness: brightness) }
      let courses = shift.values(at: moment.shift)
      var value = 0.0
      for (tile, follows) in zip(tiles, follows) {
        let shifted = (follows * courses).sum()
        value += tile.share(of: Double(sums[tile.index]) - tile.slope * brightness - shifted)
      }
      return value
    }
  }

  private func isInside(_ moment: GridHistory.Moment) -> Bool {
    moment.places.columns.contains(columns) && moment.places.rows.contains(rows)
  }

  /// The value that all tiles would have by what those in the picture show.
  private func value(ofVisible moment: GridHistory.Moment, _ frame: Int, in history: GridHistory) -> Double {
    let brightness = moment.ambient - ambient
    let courses = shift?.values(at: moment.shift)
    return history.withSums(of: frame) { sums in
      var (excess, seen) = (0.0, 0.0)
      for (index, tile) in tiles.enumerated() where moment.places.contains(tile: tile.index) {
        let shifted = courses.map { (follows[index] * $0).sum() } ?? 0
        excess += tile.share(of: Double(sums[tile.index]) - tile.slope * brightness - shifted) - tile.dark
        seen += tile.step
      }
      return seen > 0 ? dark + excess * step / seen : dark
    }
  }

  /// The share of the step that the tiles in the picture have.
  private func visibleShare(at moment: GridHistory.Moment) -> Double {
    guard !isInside(moment) else { return 1 }
    return tiles.reduce(0) { $0 + (moment.places.contains(tile: $1.index) ? $1.step : 0) } / step
  }

  /// The value where the picture stands still.
  private func value(_ sums: UnsafeBufferPointer<UInt16>, brightness: Double) -> Double {
    tiles.withUnsafeBufferPointer { tiles in
      var value = 0.0
      for tile in tiles { value += tile.share(of: Double(sums[tile.index]) - tile.slope * brightness) }
      return value
    }
  }

  /// Whether the picture lies where it has hardly been seen, so that a value would say as much of the shift as of the
  /// light.
  func isBlind(at moment: GridHistory.Moment) -> Bool {
    if visibleShare(at: moment) < Self.leastVisible { return true }
    guard let courses = shift?.values(at: moment.shift) else { return false }
    return noise * (courses * courses).sum().squareRoot() > Self.mostDoubt * step
  }

  /// The share of a light that must be in the picture: what is left of it doubles all noise.
  private static let leastVisible = 0.5

  /// The doubt about a value from the shift alone, as a share of the step.
  private static let mostDoubt = 0.2
}
