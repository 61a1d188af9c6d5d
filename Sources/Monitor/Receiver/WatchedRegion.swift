import Frames

/// The part of the picture that is read. Everything outside is made to stand still, at the mean of what is inside: it
/// can neither signal nor stand out.
struct WatchedRegion: Sendable {
  let area: PictureArea
  /// What the grids were like when it was chosen, and the light outside from then on.
  private var beginning: (width: Int, height: Int, luma: UInt8)?

  init(_ area: PictureArea) { self.area = area }

  /// Whether it is a part of such pictures; one of another size is another picture.
  func belongs(to grid: LumaGrid) -> Bool {
    beginning.map { $0.width == grid.width && $0.height == grid.height } ?? true
  }

  /// The grid with the light inside alone. A tile belongs to the region when its middle does, or the region's middle lies
  /// in it.
  mutating func alone(in grid: LumaGrid) -> LumaGrid {
    let luma = beginning?.luma ?? meanLuma(of: grid)
    beginning = (grid.width, grid.height, luma)
    var alone = grid
    for row in 0..<grid.rows {
      for column in 0..<grid.columns where !contains(column: column, row: row, of: grid) {
        let count = grid.pixelCount(column: column, row: row)
        alone[column, row] = LumaGrid.Tile(
          sum: UInt16(count * Int(luma)), maximum: luma,
          clipped: luma >= LumaGrid.clipLevel ? UInt8(min(count, 255)) : 0)
        alone.rises?[row * grid.columns + column] = 0
      }
    }
    return alone
  }

  private func contains(column: Int, row: Int, of grid: LumaGrid) -> Bool {
    let side = Double(LumaGrid.tileSide)
    func contains(_ index: Int, _ pixels: Int, _ start: Double, _ length: Double) -> Bool {
      let tile = Double(index) * side..<min(Double(index + 1) * side, Double(pixels))
      return (start..<start + max(length, 0)).contains((tile.lowerBound + tile.upperBound) / 2)
        || tile.contains(start + length / 2)
    }
    return contains(column, grid.width, area.x, area.width) && contains(row, grid.height, area.y, area.height)
  }

  private func meanLuma(of grid: LumaGrid) -> UInt8 {
    var (sum, count) = (0, 0)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns where contains(column: column, row: row, of: grid) {
        sum += grid[column, row].sum
        count += grid.pixelCount(column: column, row: row)
      }
    }
    return count == 0 ? 0 : UInt8((sum + count / 2) / count)
  }
}
