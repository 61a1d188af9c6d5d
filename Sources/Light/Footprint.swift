/// Where a torch's light falls, tile by tile, and how to weigh the tiles into one level.
///
/// A level is `100 + 100 (sum w x - ambient) / sum w dark`: the matched filter w = step / variance gives the best ratio
/// of step to noise there is, and dividing by the same sum of the dark tiles makes the calm torch read 100.
struct Footprint {
  struct Tile {
    var index: Int
    var weight: Double
    /// What the tile holds while the light is off, and how much the light adds.
    var dark: Double
    var step: Double
    /// Of what the light does not explain.
    var variance: Double
  }

  /// More tiles than this add nothing: their noise is far below the lamp's own.
  static let largest = 256

  var tiles: [Tile]
  /// Sum of the weighted tiles while dark, at the scene brightness `ambient`.
  private var darkSum: Double
  private var scale: Double
  private var ambient: Double
  private var ambientSlope: Double
  /// What the light adds to the level, as the fit saw it.
  private(set) var step: Double
  /// The standard deviation that rounding alone gives a level.
  private(set) var noiseFloor: Double
  /// The standard deviation of a level, from the tiles' own.
  private(set) var expectedNoise: Double
  /// Whether tiles around the light are included because it moves among them.
  let wanders: Bool
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>
  let x: Double
  let y: Double
  /// The light that one frame adds to the whole picture, in units of luma times pixels.
  let flux: Double

  /// - Parameters:
  ///   - slopes: How each tile follows the scene's brightness, in the order of `tiles`.
  ///   - ambient: The scene's brightness for which `dark` holds.
  init?(tiles: [Tile], slopes: [Double], ambient: Double, wanders: Bool, shape: GridShape) {
    guard let first = tiles.first else { return nil }
    self.tiles = tiles
    self.ambient = ambient
    self.wanders = wanders
    darkSum = 0
    scale = 0
    ambientSlope = 0
    step = 0
    noiseFloor = 0
    expectedNoise = 0
    var rounding = 0.0
    var variance = 0.0
    var flux = 0.0
    var x = 0.0
    var y = 0.0
    var columns = shape.column(of: first.index)...shape.column(of: first.index)
    var rows = shape.row(of: first.index)...shape.row(of: first.index)
    var floor = 0.0
    for (tile, slope) in zip(tiles, slopes) {
      darkSum += tile.weight * tile.dark
      floor += tile.weight * max(tile.dark, Self.leastLuma * Double(shape.pixelCount(of: tile.index)))
      ambientSlope += tile.weight * slope
      step += tile.weight * tile.step
      rounding += tile.weight * tile.weight * 256 / 12
      variance += tile.weight * tile.weight * tile.variance
      let light = max(0, tile.step)
      let centre = shape.centre(of: tile.index)
      flux += light
      x += light * centre.x
      y += light * centre.y
      let column = shape.column(of: tile.index)
      let row = shape.row(of: tile.index)
      columns = min(columns.lowerBound, column)...max(columns.upperBound, column)
      rows = min(rows.lowerBound, row)...max(rows.upperBound, row)
    }
    guard floor > 0, flux > 0, step > 0 else { return nil }
    scale = 100 / floor
    step *= scale
    noiseFloor = scale * rounding.squareRoot()
    expectedNoise = scale * variance.squareRoot()
    self.columns = columns
    self.rows = rows
    self.x = x / flux
    self.y = y / flux
    self.flux = flux
  }

  /// A tile darker than this mean luma counts as this dark, or the level of a torch in black night would be infinite.
  private static let leastLuma = 4.0

  /// The level on the 100 scale.
  func level(of sums: UnsafeBufferPointer<UInt16>, ambient: Double) -> Double {
    var sum = 0.0
    for tile in tiles { sum += tile.weight * Double(sums[tile.index]) }
    return 100 + scale * (sum - darkSum - ambientSlope * (ambient - self.ambient))
  }

  /// The standard deviation of a level where every tile has the same, `noise`, in units of a tile sum.
  func noise(ofTiles noise: Double) -> Double {
    scale * noise * tiles.reduce(0) { $0 + $1.weight * $1.weight }.squareRoot()
  }

  /// Whether any tile belongs to both, or lies beside one of the other's.
  func touches(_ other: Footprint) -> Bool {
    columns.lowerBound <= other.columns.upperBound + 1 && other.columns.lowerBound <= columns.upperBound + 1
      && rows.lowerBound <= other.rows.upperBound + 1 && other.rows.lowerBound <= rows.upperBound + 1
  }

  /// Whether the light has moved or spread enough to weigh its tiles anew.
  func isElsewhere(than other: Footprint) -> Bool {
    let moved = ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    return wanders != other.wanders || moved > 0.75 || abs(step / other.step - 1) > 0.15
  }

  /// The columns and rows of its tiles, and `margin` more each way.
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
