import Frames

/// How far the GPU's grid of a frame is from the grid of the CPU reference.
public struct LumaError: Hashable, Sendable {
  /// Tiles, and how many of them differ in any bit.
  public var tiles: Int
  public var wrongTiles: Int
  /// The largest difference of a tile's luma sum, 0 to 65 280.
  public var largest: Int

  package init(tiles: Int, wrongTiles: Int = 0, largest: Int = 0) {
    (self.tiles, self.wrongTiles, self.largest) = (tiles, wrongTiles, largest)
  }

  init(_ grid: borrowing LumaGrid, against reference: LumaGrid) {
    self.init(tiles: reference.tiles.count)
    for index in reference.tiles.indices where grid.tiles[index] != reference.tiles[index] {
      wrongTiles += 1
      largest = max(largest, abs(grid.tiles[index].sum - reference.tiles[index].sum))
    }
  }
}
