import Frames

/// How far the GPU's grid of a frame is from its twin's.
public struct LumaError: Hashable, Sendable {
  /// Tiles, and how many of them differ in any bit.
  public var tiles = 0
  public var wrongTiles = 0
  /// The largest difference of a tile's luma sum, 0 to 65 280.
  public var largest = 0

  init(_ grid: borrowing LumaGrid, against twin: LumaGrid) {
    tiles = twin.tiles.count
    for index in twin.tiles.indices where grid.tiles[index] != twin.tiles[index] {
      wrongTiles += 1
      largest = max(largest, abs(grid.tiles[index].sum - twin.tiles[index].sum))
    }
  }
}
