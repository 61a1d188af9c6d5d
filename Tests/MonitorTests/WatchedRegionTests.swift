import Frames
import Testing

@testable import Monitor

@Suite("Watched region")
struct WatchedRegionTests {
  /// A grid of 5 x 4 tiles with different levels. The tiles at the right and at the bottom are cut off.
  private func grid(_ light: Int = 0) -> LumaGrid {
    var grid = LumaGrid(width: 70, height: 60, sequence: 7)
    for index in grid.tiles.indices {
      let luma = UInt8(10 * index + light)
      let count = grid.pixelCount(column: index % grid.columns, row: index / grid.columns)
      grid.tiles[index] = LumaGrid.Tile(sum: UInt16(count * Int(luma)), maximum: luma, clipped: 0)
    }
    return grid
  }

  private func changed(_ area: PictureArea) -> [Int] {
    var region = WatchedRegion(area)
    let (first, second) = (region.masking(grid()), region.masking(grid(9)))
    #expect(first.sequence == 7 && first.width == 70)
    return first.tiles.indices.filter { first.tiles[$0] != second.tiles[$0] }
  }

  @Test("tiles inside the region are unchanged, and tiles outside are constant")
  func outside() {
    #expect(changed(PictureArea(x: 16, y: 16, width: 32, height: 16)) == [6, 7])
    #expect(changed(PictureArea(x: 0, y: 0, width: 70, height: 60)) == Array(0..<20))
    // Tiles whose centre is inside.
    #expect(changed(PictureArea(x: 12, y: 20, width: 27, height: 10)) == [6])
  }

  @Test("the smallest region is a tile", arguments: [(3.0, 3.0, 0), (69, 59, 19), (36, 20, 7)])
  func smallest(_ x: Double, _ y: Double, _ tile: Int) {
    #expect(changed(PictureArea(x: x, y: y, width: 0.5, height: 0.5)) == [tile])
  }

  @Test("tiles outside keep the mean of the region in the first grid, also tiles that are cut off")
  func mean() {
    var region = WatchedRegion(PictureArea(x: 16, y: 16, width: 32, height: 16))
    for light in [0, 9] {
      let masked = region.masking(grid(light))
      // 65 is the mean of tiles 6 and 7.
      #expect(masked.tiles[0] == LumaGrid.Tile(sum: 256 * 65, maximum: 65, clipped: 0))
      #expect(masked.tiles[19] == LumaGrid.Tile(sum: 6 * 12 * 65, maximum: 65, clipped: 0))
    }
  }

  @Test("a region stays in its place in the scene when the grid moves")
  func movedGrid() {
    var region = WatchedRegion(PictureArea(x: 32, y: 16, width: 16, height: 16))
    _ = region.masking(grid())
    var next = grid(9)
    next.motion.origin = SIMD2(1, -1)
    let masked = region.masking(next)
    #expect(region.area == PictureArea(x: 16, y: 32, width: 16, height: 16))
    #expect(next.tiles.indices.filter { masked.tiles[$0] == next.tiles[$0] } == [11])
  }

  @Test("a region does not belong to pictures of another size")
  func size() {
    var region = WatchedRegion(PictureArea(x: 0, y: 0, width: 20, height: 20))
    #expect(region.belongs(to: LumaGrid(width: 9, height: 9)))
    _ = region.masking(grid())
    #expect(region.belongs(to: grid(3)))
    #expect(!region.belongs(to: LumaGrid(width: 9, height: 9)))
  }
}
