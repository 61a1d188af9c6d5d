/// Where a torch's light falls, and how to weigh the tiles there into one level.
///
/// A level is linear in the tiles' sums: 100 while the light is off, and above it what the light adds, relative to what
/// its tiles hold while dark. The weights see the torch and are blind to what else moves around it
/// (``Interference``), so some of them are negative.
struct Footprint {
  /// A tile that is measured. The weight is in levels per unit of a tile sum.
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

  /// A tile that the light falls on: what it holds while the light is off, and how much the light adds.
  struct Carrier {
    var index: Int
    var dark: Double
    var step: Double
  }

  /// More carriers than this add nothing.
  static let largest = 256

  let tiles: [Tile]
  /// The strongest first.
  let carriers: [Carrier]
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>
  let x: Double
  let y: Double
  /// The light that one frame adds to the whole picture, in units of luma times pixels.
  let flux: Double
  /// Whether the light was seen to wander, so that the tiles around are weighed as if it were to come there.
  let wanders: Bool
  private var gain = 1.0
  private var offset: Double
  private let ambient: Double
  /// What a shaken picture does to the tiles.
  private let shift: ShiftCourses?
  private let rawStep: Double
  private let rawNoise: Double
  private let squares: Double

  /// A tile that the fit has seen: its share in the measure before this is scaled, and what it is made of.
  struct Part {
    var index: Int
    var weight: Double
    var solution: TileRegression.Solution
    /// Whether the light falls on it: then it may hold anything.
    var isCarrier: Bool
    /// One standard deviation of the tile's noise.
    var noise: Double
  }

  /// - Parameters:
  ///   - ambient: The scene's brightness for which the parts' dark sums hold.
  ///   - shift: The courses that the parts were seen to follow.
  init?(
    parts: [Part], carriers: [Carrier], ambient: Double, shift: ShiftCourses?, wanders: Bool, shape: GridShape
  ) {
    self.shift = shift
    self.wanders = wanders
    guard let strongest = carriers.first else { return nil }
    var columns = shape.column(of: strongest.index)...shape.column(of: strongest.index)
    var rows = shape.row(of: strongest.index)...shape.row(of: strongest.index)
    var flux = 0.0
    var x = 0.0
    var y = 0.0
    var relative = 0.0
    for carrier in carriers {
      let column = shape.column(of: carrier.index)
      let row = shape.row(of: carrier.index)
      columns = min(columns.lowerBound, column)...max(columns.upperBound, column)
      rows = min(rows.lowerBound, row)...max(rows.upperBound, row)
      let centre = shape.centre(of: carrier.index)
      flux += carrier.step
      x += carrier.step * centre.x
      y += carrier.step * centre.y
      relative +=
        carrier.step * max(carrier.dark, Self.leastLuma * Double(shape.pixelCount(of: carrier.index)))
    }
    var seen = 0.0
    for part in parts { seen += part.weight * part.solution.step }
    guard flux > 0, seen > 0 else { return nil }
    // The calm torch reads 100: the step is that of the carriers, each weighed by its own.
    let step = 100 * carriers.reduce(0) { $0 + $1.step * $1.step } / relative
    let scale = step / seen
    var dark = 0.0
    var variance = 0.0
    var squares = 0.0
    for part in parts {
      let weight = scale * part.weight
      dark += weight * part.solution.dark
      variance += weight * weight * part.noise * part.noise
      squares += weight * weight
    }
    tiles = parts.map { part in
      let margin = max(Self.leastMargin, 4 * part.solution.variance.squareRoot())
      let dark = part.solution.dark
      return Tile(
        index: part.index, weight: scale * part.weight, slope: part.solution.slope,
        follows: part.solution.follows,
        range: part.isCarrier
          ? -Double.infinity...Double.infinity : dark - margin...dark + strongest.step + margin)
    }
    self.carriers = carriers
    self.columns = columns
    self.rows = rows
    self.x = x / flux
    self.y = y / flux
    self.flux = flux
    offset = 100 - dark
    self.ambient = ambient
    rawStep = step
    rawNoise = variance.squareRoot()
    self.squares = squares
  }

  /// A tile darker than this mean luma counts as this dark, or the level of a torch in black night would be infinite.
  private static let leastLuma = 4.0

  /// In units of a tile sum: a quarter of a level of luma.
  private static let leastMargin = 64.0

  /// What the light adds to the level, as the fit saw it.
  var step: Double { gain * rawStep }
  /// The standard deviation of a level, from the tiles' own.
  var expectedNoise: Double { gain * rawNoise }
  /// The standard deviation that rounding alone gives a level: that of a sum of 256 rounded values is the root of 256/12.
  var noiseFloor: Double { noise(ofTiles: (256.0 / 12).squareRoot()) }

  /// The standard deviation of a level where every tile has the same, `noise`, in units of a tile sum.
  func noise(ofTiles noise: Double) -> Double { gain * noise * squares.squareRoot() }

  /// The level on the 100 scale.
  func level(of sums: UnsafeBufferPointer<UInt16>, at moment: GridHistory.Moment) -> Double {
    var level = 0.0
    let courses = shift?.values(at: moment.shift)
    for tile in tiles {
      var sum = Double(sums[tile.index]) - tile.slope * (moment.ambient - ambient)
      if let courses { sum -= (tile.follows * courses).sum() }
      level += tile.weight * min(max(sum, tile.range.lowerBound), tile.range.upperBound)
    }
    return offset + gain * level
  }

  /// Whether the picture lies where it has hardly been seen, so that a level would say as much of the shift as of the
  /// light.
  func isBlind(at moment: GridHistory.Moment) -> Bool {
    guard let courses = shift?.values(at: moment.shift) else { return false }
    return expectedNoise * (courses * courses).sum().squareRoot() > Self.mostDoubt * step
  }

  /// The doubt about a level from the shift alone, as a share of the step.
  private static let mostDoubt = 0.2

  /// The two values that its levels in the frames keep to.
  func levels(in scene: Scene, frames: Range<Int>) -> TwoLevels? {
    var trace: [Double] = []
    for frame in frames where scene.history[frame].isInformative {
      trace.append(level(ofFrame: frame, in: scene))
    }
    return TwoLevels(of: trace)
  }

  /// How badly its levels keep to them: see ``TwoLevels``.
  func unsteadiness(in scene: Scene, frames: Range<Int>) -> Double? {
    levels(in: scene, frames: frames)?.unsteadiness
  }

  func level(ofFrame frame: Int, in scene: Scene) -> Double {
    scene.history.withSums(of: frame) { level(of: $0, at: scene.history[frame]) }
  }

  /// Makes what read `dark` and `bright` read `newDark` and `newBright`.
  mutating func rescale(dark: Double, bright: Double, to newDark: Double, _ newBright: Double) {
    let factor = (newBright - newDark) / (bright - dark)
    gain *= factor
    offset = newDark + factor * (offset - dark)
  }

  func distance(to other: Footprint) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }

  /// Whether two lights lie so near that one torch may have been at both places.
  func isBeside(_ other: Footprint) -> Bool {
    let reach = 24.0
    return distance(to: other) < reach + min(radius(contrast: 200), other.radius(contrast: 200))
  }

  /// Whether the light has moved or spread enough to weigh its tiles anew.
  func isElsewhere(than other: Footprint) -> Bool {
    wanders != other.wanders || distance(to: other) > 0.75 || abs(step / other.step - 1) > 0.15
  }

  /// Whether its levels keep better to two values: whether their ``TwoLevels/unsteadiness`` is less than `share` of the other's.
  func isSteadier(than other: Footprint, by share: Double, in scene: Scene, frames: Range<Int>) -> Bool {
    guard let doubt = unsteadiness(in: scene, frames: frames) else { return false }
    return doubt < share * (other.unsteadiness(in: scene, frames: frames) ?? .infinity)
  }

  /// The columns and rows of its carriers, and `margin` more each way.
  func box(margin: Int, in shape: GridShape) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    (
      max(0, columns.lowerBound - margin)...min(shape.columns - 1, columns.upperBound + margin),
      max(0, rows.lowerBound - margin)...min(shape.rows - 1, rows.upperBound + margin)
    )
  }

  /// The radius in pixels of a disc that gives the same light with every pixel raised by `contrast` levels of luma.
  func radius(contrast: Double) -> Double {
    (flux / max(contrast, 1) / .pi).squareRoot()
  }
}
