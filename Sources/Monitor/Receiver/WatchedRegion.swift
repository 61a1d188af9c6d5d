import Frames

/// The part of the scene that is read. All tiles outside get one constant level, the first mean of the part, so that no light
/// is found in them.
struct WatchedRegion: Sendable {
  /// In pixels of the grid of tiles, as it lay in the last frame: see ``SceneMotion/origin``.
  private(set) var area: PictureArea
  /// The size of the first grid, and the level of the tiles outside from then on.
  private var firstGrid: (width: Int, height: Int, luma: UInt8)?
  /// The area when it was chosen.
  private let chosen: PictureArea
  /// The motion of the last frame.
  private var motion: SceneMotion

  /// - Parameter motion: The motion of the frame in which the area was chosen.
  init(_ area: PictureArea, motion: SceneMotion = .still) {
    (self.area, chosen, self.motion) = (area, area, motion)
  }

  /// Whether the region was chosen in pictures of this size.
  func belongs(to grid: LumaGrid) -> Bool {
    firstGrid.map { $0.width == grid.width && $0.height == grid.height } ?? true
  }

  /// Returns the grid with the light of the region only. A tile belongs to the region if its centre lies in the region, or if
  /// the region's centre lies in the tile.
  mutating func masking(_ grid: LumaGrid) -> LumaGrid {
    follow(grid)
    let luma = firstGrid?.luma ?? meanLuma(of: grid)
    firstGrid = (grid.width, grid.height, luma)
    var masked = grid
    for row in 0..<grid.rows {
      for column in 0..<grid.columns where !isWatched(column: column, row: row, of: grid) {
        let count = grid.pixelCount(column: column, row: row)
        masked[column, row] = LumaGrid.Tile(
          sum: UInt16(count * Int(luma)), maximum: luma,
          clipped: luma >= LumaGrid.clipLevel ? UInt8(min(count, 255)) : 0)
        masked.backgroundDifferences?[row * grid.columns + column] = 0
      }
    }
    return masked
  }

  /// Keeps the region in its place in the scene if the grid has moved. In another scene it is where it was chosen.
  private mutating func follow(_ grid: LumaGrid) {
    defer { motion = grid.motion }
    guard grid.motion.scene == motion.scene else {
      area = chosen
      return
    }
    let moved = grid.motion.origin &- motion.origin
    area.x -= Double(LumaGrid.tileSide) * Double(moved.x)
    area.y -= Double(LumaGrid.tileSide) * Double(moved.y)
  }

  private func isWatched(column: Int, row: Int, of grid: LumaGrid) -> Bool {
    let side = Double(LumaGrid.tileSide)
    func overlaps(_ index: Int, _ pixels: Int, _ start: Double, _ length: Double) -> Bool {
      let tile = Double(index) * side..<min(Double(index + 1) * side, Double(pixels))
      return (start..<start + max(length, 0)).contains((tile.lowerBound + tile.upperBound) / 2)
        || tile.contains(start + length / 2)
    }
    return overlaps(column, grid.width, area.x, area.width) && overlaps(row, grid.height, area.y, area.height)
  }

  private func meanLuma(of grid: LumaGrid) -> UInt8 {
    var (sum, count) = (0, 0)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns where isWatched(column: column, row: row, of: grid) {
        sum += grid[column, row].sum
        count += grid.pixelCount(column: column, row: row)
      }
    }
    return count == 0 ? 0 : UInt8((sum + count / 2) / count)
  }
}
