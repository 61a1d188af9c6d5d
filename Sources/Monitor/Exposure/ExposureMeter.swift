import Frames
import Light
import Morse

/// Measures the exposure from grid to grid.
struct ExposureMeter {
  private struct Moment {
    var time: Double
    var clipped: Double
    var brightest: Double
    var lamp: Lamp?
  }

  /// The first torch in one frame.
  private struct Lamp {
    var id: TorchID
    var level: Double
    var brightest: Double
    /// As shares of the torch's own pixels, and of those of its tiles.
    var clippedOfLamp: Double
    var clippedOfTiles: Double
  }

  private var moments: [Moment] = []
  private var beat = MainsBeat()

  /// Seconds of a measurement: the least, and the most, for a slow lamp that shows both its levels only after a while.
  private static let least = 1.0
  private static let most = 6.0
  /// Frames of each level.
  private static let frames = 5

  mutating func take(_ grid: LumaGrid, torches: [TorchState]) {
    let time = grid.timestamp.seconds
    if let last = moments.last, time <= last.time || time - last.time > Self.most { startOver() }
    var (clipped, brightest) = (0, 0)
    for tile in grid.tiles {
      clipped += Int(tile.clipped)
      brightest = max(brightest, Int(tile.maximum))
    }
    moments.append(
      Moment(
        time: time, clipped: Double(clipped) / Double(grid.width * grid.height), brightest: Double(brightest),
        lamp: torches.first.map { Self.lamp($0, in: grid) }))
    let old = moments.firstIndex { time - $0.time <= Self.most } ?? 0
    if old > 64 { moments.removeFirst(old) }
    beat.take(grid)
  }

  /// Drops the frames so far: the exposure or the scene has changed.
  mutating func startOver() {
    moments.removeAll(keepingCapacity: true)
    beat = MainsBeat()
  }

  private static func lamp(_ torch: TorchState, in grid: LumaGrid) -> Lamp {
    var (clipped, brightest, pixels) = (0, 0, 0)
    for row in torch.rows where row < grid.rows {
      for column in torch.columns where column < grid.columns {
        clipped += Int(grid[column, row].clipped)
        brightest = max(brightest, Int(grid[column, row].maximum))
        pixels += grid.pixelCount(column: column, row: row)
      }
    }
    let own = max(1, Double.pi * torch.radius * torch.radius)
    return Lamp(
      id: torch.id, level: torch.level, brightest: Double(brightest),
      clippedOfLamp: min(1, Double(clipped) / own),
      clippedOfTiles: Double(clipped) / Double(max(1, pixels)))
  }

  /// `nil` until there are enough frames, of a lamp with both its levels.
  var measurement: ExposureMeasurement? {
    guard let first = moments.first, let last = moments.last, last.time - first.time >= Self.least,
      moments.count > 2 * Self.frames
    else { return nil }
    let intervals = zip(moments, moments.dropFirst()).map { $1.time - $0.time }
    var seen = ExposureMeasurement(
      frameTime: intervals.median, clipped: moments.map(\.clipped).median,
      brightest: moments.map(\.brightest).max() ?? 0, mains: beat.mains)
    guard let id = last.lamp?.id else { return seen }
    let lamps = moments.compactMap(\.lamp).filter { $0.id == id }
    guard let lamp = Self.measure(lamps) else { return nil }
    seen.lamp = lamp
    return seen
  }

  private static func measure(_ lamps: [Lamp]) -> ExposureMeasurement.Lamp? {
    let levels = lamps.map(\.level).sorted()
    guard levels.count > 2 * frames, let low = levels.first, let high = levels.last, high > low else {
      return nil
    }
    // The quarters at either end: a frame with an edge in it shows neither level.
    let dark = lamps.filter { $0.level < low + (high - low) / 4 }
    let lit = lamps.filter { $0.level > high - (high - low) / 4 }
    guard dark.count >= frames, lit.count >= frames else { return nil }
    let noise = max(spread(dark), spread(lit), 1e-6)
    return ExposureMeasurement.Lamp(
      clippedWhenLit: lit.map(\.clippedOfLamp).median, clippedWhenDark: dark.map(\.clippedOfTiles).median,
      brightest: lit.map(\.brightest).median,
      contrastToNoise: (lit.map(\.level).median - dark.map(\.level).median) / noise)
  }

  /// One standard deviation, from the differences of neighbours, because ambient light may drift. Half of a normal distribution
  /// lies within 0.674 standard deviations.
  private static func spread(_ lamps: [Lamp]) -> Double {
    zip(lamps, lamps.dropFirst()).map { abs($1.level - $0.level) }.median / (0.674 * 2.0.squareRoot())
  }
}
