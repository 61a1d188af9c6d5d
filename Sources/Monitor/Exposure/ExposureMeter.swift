import Frames
import Light
import Morse

/// Measures the exposure from the grids of the last seconds.
struct ExposureMeter {
  private struct FrameExposure {
    var time: Double
    var clippedShare: Double
    var brightest: Double
    var lamp: LampReading?
  }

  /// The first torch in one frame.
  private struct LampReading {
    var id: TorchID
    var level: Double
    var brightest: Double
    /// Clipped pixels as a share of the torch's own pixels, and of the pixels of its tiles.
    var clippedOfLamp: Double
    var clippedOfTiles: Double
  }

  private var frames: [FrameExposure] = []
  private var beat = MainsBeat()

  /// Seconds of a measurement. A slow lamp needs the longest span to show both its levels.
  private static let shortestSpan = 1.0
  private static let longestSpan = 6.0
  /// Frames that each level needs.
  private static let framesPerLevel = 5

  mutating func take(_ grid: LumaGrid, torches: [TorchState]) {
    let time = grid.timestamp.seconds
    if let last = frames.last, time <= last.time || time - last.time > Self.longestSpan { startOver() }
    var (clipped, brightest) = (0, 0)
    for tile in grid.tiles {
      clipped += Int(tile.clipped)
      brightest = max(brightest, Int(tile.maximum))
    }
    frames.append(
      FrameExposure(
        time: time, clippedShare: Double(clipped) / Double(grid.width * grid.height),
        brightest: Double(brightest),
        lamp: torches.first.map { Self.lamp($0, in: grid) }))
    let old = frames.firstIndex { time - $0.time <= Self.longestSpan } ?? 0
    // Frames are removed 65 or more at a time, so that the array does not shift at every frame.
    if old > 64 { frames.removeFirst(old) }
    beat.take(grid)
  }

  /// Drops the frames so far, because the exposure or the scene has changed.
  mutating func startOver() {
    frames.removeAll(keepingCapacity: true)
    beat = MainsBeat()
  }

  private static func lamp(_ torch: TorchState, in grid: LumaGrid) -> LampReading {
    var (clipped, brightest, pixels) = (0, 0, 0)
    for row in torch.rows where row < grid.rows {
      for column in torch.columns where column < grid.columns {
        clipped += Int(grid[column, row].clipped)
        brightest = max(brightest, Int(grid[column, row].maximum))
        pixels += grid.pixelCount(column: column, row: row)
      }
    }
    let own = max(1, Double.pi * torch.radius * torch.radius)
    return LampReading(
      id: torch.id, level: torch.level, brightest: Double(brightest),
      clippedOfLamp: min(1, Double(clipped) / own),
      clippedOfTiles: Double(clipped) / Double(max(1, pixels)))
  }

  /// `nil` until there are enough frames. If a lamp is found, each of its levels needs enough frames too.
  var measurement: ExposureMeasurement? {
    guard let first = frames.first, let last = frames.last, last.time - first.time >= Self.shortestSpan,
      frames.count > 2 * Self.framesPerLevel
    else { return nil }
    let intervals = zip(frames, frames.dropFirst()).map { $1.time - $0.time }
    var measurement = ExposureMeasurement(
      frameTime: intervals.median, clipped: frames.map(\.clippedShare).median,
      brightest: frames.map(\.brightest).max() ?? 0, mains: beat.mains)
    guard let id = last.lamp?.id else { return measurement }
    let readings = frames.compactMap(\.lamp).filter { $0.id == id }
    guard let lamp = Self.measure(readings) else { return nil }
    measurement.lamp = lamp
    return measurement
  }

  private static func measure(_ readings: [LampReading]) -> ExposureMeasurement.Lamp? {
    let levels = readings.map(\.level).sorted()
    guard levels.count > 2 * framesPerLevel, let low = levels.first, let high = levels.last, high > low else {
      return nil
    }
    // Only the lowest and the highest quarter of the range are used, because a frame with an edge in it shows neither level.
    let dark = readings.filter { $0.level < low + (high - low) / 4 }
    let lit = readings.filter { $0.level > high - (high - low) / 4 }
    guard dark.count >= framesPerLevel, lit.count >= framesPerLevel else { return nil }
    let noise = max(standardDeviation(dark), standardDeviation(lit), 1e-6)
    return ExposureMeasurement.Lamp(
      clippedWhenLit: lit.map(\.clippedOfLamp).median, clippedWhenDark: dark.map(\.clippedOfTiles).median,
      brightest: lit.map(\.brightest).median,
      contrastToNoise: (lit.map(\.level).median - dark.map(\.level).median) / noise)
  }

  /// One standard deviation of the levels. It is taken from the differences of neighbours, because ambient light may drift.
  private static func standardDeviation(_ readings: [LampReading]) -> Double {
    var differences = zip(readings, readings.dropFirst()).map { abs($1.level - $0.level) }
    return differences.takeNoise(from: .half)
  }
}
