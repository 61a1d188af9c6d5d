import Frames

/// How far the GPU's grid of a frame is from the grid of the CPU reference.
public struct LumaError: Hashable, Sendable {
  /// Tiles, and how many of them differ in any bit.
  public var tiles = 0
  public var wrongTiles = 0
  /// The largest difference of a tile's luma sum, 0 to 65 280.
  public var largest = 0

  init(_ grid: borrowing LumaGrid, against reference: LumaGrid) {
    tiles = reference.tiles.count
    for index in reference.tiles.indices where grid.tiles[index] != reference.tiles[index] {
      wrongTiles += 1
      largest = max(largest, abs(grid.tiles[index].sum - reference.tiles[index].sum))
    }
  }
}
