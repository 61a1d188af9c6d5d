/// A weighted sum of tiles, as a measure of the light that falls on them: linear in their sums, and by its weights blind to
/// what else moves there (``Interference``).
struct WeightedTiles {
  /// A tile that is measured.
  struct Tile {
    var index: Int
    var weight: Double
    /// How the tile follows the scene's brightness.
    var slope: Double
    /// How the tile follows the courses of the picture's shift.
    var follows: ShiftCourses.Values
    /// What the tile can hold. Beyond it lies what has come since the fit: somebody who walks by beside the light.
    var range: ClosedRange<Double>
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
  private let ambient: Double
  /// What a shaken picture does to the tiles.
  private let shift: ShiftCourses?
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
  init(_ parts: [Part], strongest: Double, ambient: Double, shift: ShiftCourses?) {
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
        index: part.index, weight: part.weight, slope: part.solution.slope, follows: part.solution.follows,
        range: part.isCarrier ? -Double.infinity...Double.infinity : dark - margin...dark + strongest + margin
      )
    }
  }

  func value(ofFrame frame: Int, in history: GridHistory) -> Double {
    let moment = history[frame]
    let courses = shift?.values(at: moment.shift)
    return history.withSums(of: frame) { sums in
      var value = 0.0
      for tile in tiles {
        var sum = Double(sums[tile.index]) - tile.slope * (moment.ambient - ambient)
        if let courses { sum -= (tile.follows * courses).sum() }
        value += tile.weight * min(max(sum, tile.range.lowerBound), tile.range.upperBound)
      }
      return value
    }
  }

  /// Whether the picture lies where it has hardly been seen, so that a value would say as much of the shift as of the
  /// light.
  func isBlind(at moment: GridHistory.Moment) -> Bool {
    guard let courses = shift?.values(at: moment.shift) else { return false }
    return noise * (courses * courses).sum().squareRoot() > Self.mostDoubt * step
  }

  /// The doubt about a value from the shift alone, as a share of the step.
  private static let mostDoubt = 0.2
}
