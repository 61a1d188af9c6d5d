import Capture
import Frames

/// Puts a bare brightness trace on grids of a single tile, so that it is read as a picture of the lamp alone.
///
/// A tile's sum has 16 bits, whatever unit the trace is in: the values are spread over most of them, 60 000 steps from
/// the darkest to the brightest.
public struct TraceGrids {
  private let darkest: Double
  private let scale: Double
  private let exposure: Double?

  /// - Parameters:
  ///   - values: The whole trace: its range decides the scale.
  ///   - exposure: Seconds over which each value collected light, where they are known.
  public init(of values: [LumaTrace.Value], exposure: Double? = nil) {
    self.exposure = exposure
    // Two in a thousand at each end may be glitches; they must not squeeze the rest together.
    let sorted = values.map(\.luma).sorted()
    let glitches = sorted.count / 500
    let low = sorted.dropFirst(glitches).first ?? 0
    let high = sorted.dropLast(glitches).last ?? 0
    darkest = low
    scale = high > low ? 60_000 / (high - low) : 0
  }

  /// Makes `grid` the grid of one value.
  public func fill(_ grid: inout LumaGrid, with value: LumaTrace.Value, sequence: UInt64) {
    if grid.tiles.count != 1 {
      grid = LumaGrid(width: LumaGrid.tileSide, height: LumaGrid.tileSide)
    }
    let sum = UInt16(min(max(2_500 + (value.luma - darkest) * scale, 0), 65_280).rounded())
    // The brightest pixel of an even tile is its mean; a trace does not say whether it clipped.
    grid.tiles[0] = LumaGrid.Tile(sum: sum, maximum: UInt8(sum / 256), clipped: 0)
    grid.timestamp = Timestamp(seconds: value.seconds)
    grid.sequence = sequence
    grid.exposure = exposure
  }
}
