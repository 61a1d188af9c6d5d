import Frames
import Testing

@Suite("LumaGrid")
struct LumaGridTests {
  @Test(
    "the grid covers the picture; the last tile may be smaller",
    arguments: [(640, 480, 40, 30), (1920, 1080, 120, 68), (15, 60, 1, 4), (17, 16, 2, 1), (1, 1, 1, 1)])
  func size(width: Int, height: Int, columns: Int, rows: Int) {
    let grid = LumaGrid(width: width, height: height)
    #expect((grid.columns, grid.rows) == (columns, rows))
    let pixels = (0..<rows).flatMap { row in
      (0..<columns).map { grid.pixelCount(column: $0, row: row) }
    }
    #expect(pixels.reduce(0, +) == width * height)
  }

  @Test("a tile is the four bytes of an RGBA8 texel: sum high, sum low, maximum, clipped")
  func layout() {
    let tile = LumaGrid.Tile(sum: 0xABCD, maximum: 0x12, clipped: 0x34)
    #expect(withUnsafeBytes(of: tile) { Array($0) } == [0xAB, 0xCD, 0x12, 0x34])
    #expect(MemoryLayout<LumaGrid.Tile>.stride == 4)
    #expect(tile.sum == 0xABCD)
  }

  @Test("the sum of a white tile fits 16 bits: 256 pixels of 255 make 65 280")
  func largestSum() {
    #expect(LumaGrid.Tile(sum: 65_280, maximum: 255, clipped: 255).sum == 256 * 255)
  }

  @Test(
    "a grid is made from given tiles if their number and sums are possible; otherwise an error is thrown",
    arguments: [
      (17, 16, [65_280, 16 * 255], nil), (1, 1, [255], nil), (0, 16, [], .size(width: 0, height: 16)),
      (16, -1, [], .size(width: 16, height: -1)), (16_385, 1, [], .size(width: 16_385, height: 1)),
      (17, 16, [0], .tileCount(1, expected: 2)), (16, 16, [0, 0], .tileCount(2, expected: 1)),
      (16, 16, [65_281], .tooBright(tile: 0)), (17, 16, [0, 16 * 255 + 1], .tooBright(tile: 1)),
    ] as [(Int, Int, [UInt16], LumaGridError?)])
  func whole(width: Int, height: Int, sums: [UInt16], expected: LumaGridError?) throws {
    var thrown: LumaGridError?
    do throws(LumaGridError) {
      let tiles = sums.map { LumaGrid.Tile(sum: $0, maximum: 255, clipped: 0) }
      let grid = try LumaGrid(
        width: width, height: height, tiles: tiles, timestamp: Timestamp(seconds: 3), sequence: 4, exposure: 5
      )
      #expect(grid.tiles == tiles && grid.sequence == 4 && grid.exposure == 5)
      #expect((grid.width, grid.height, grid.timestamp.seconds) == (width, height, 3))
    } catch {
      thrown = error
    }
    #expect(thrown == expected)
  }

  @Test("each error has a message of one line")
  func reasons() {
    #expect("\(LumaGridError.size(width: 0, height: 9))" == "no picture has 0 x 9 pixels")
    #expect("\(LumaGridError.tileCount(1, expected: 2))" == "the picture needs 2 tiles, not 1")
    #expect("\(LumaGridError.tooBright(tile: 7))" == "tile 7 is brighter than white")
  }

  @Test("the mean counts every pixel once")
  func mean() {
    var grid = LumaGrid(width: 17, height: 16)
    grid[0, 0] = .init(sum: 256 * 10, maximum: 10, clipped: 0)
    grid[1, 0] = .init(sum: 16 * 27, maximum: 27, clipped: 0)
    #expect(grid.mean == 11)
  }

  @Test("in a moved picture, tiles that lie wholly inside are visible, and the mean covers only them")
  func visible() {
    for length in [1, 15, 16, 17, 40, 64] {
      for displacement in -70...70 {
        var grid = LumaGrid(width: length, height: 16)
        grid.motion = SceneMotion(x: displacement, hasMoved: true)
        let inside = (0..<grid.columns).filter {
          let pixels = 16 * $0 + displacement..<min(16 * $0 + 16, length) + displacement
          return pixels.lowerBound >= 0 && pixels.upperBound <= length
        }
        #expect(Array(grid.places.columns) == inside, "\(length) pixels moved by \(displacement)")
        #expect(grid.places.rows == 0..<1)
        for column in inside {
          grid[column, 0] = .init(
            sum: UInt16(7 * grid.pixelCount(column: column, row: 0)), maximum: 7, clipped: 0)
        }
        #expect(grid.mean == (inside.isEmpty ? 0 : 7))
      }
    }
  }

  @Test("adopting a frame of equal size changes time, number and exposure, and keeps the tiles")
  func adoption() throws {
    var grid = LumaGrid(width: 32, height: 16)
    grid[1, 0] = .init(sum: 5, maximum: 5, clipped: 0)
    let pool = FramePool(format: FrameFormat(.grey, width: 32, height: 16), capacity: 1)
    let frame = pool.frame(timestamp: Timestamp(seconds: 3), sequence: 9, exposure: 0.01) { _ in }
    guard let frame else {
      Issue.record("a new pool has a buffer")
      return
    }
    grid.adopt(frame)
    #expect(grid.timestamp == Timestamp(seconds: 3))
    #expect(grid.sequence == 9)
    #expect(grid.exposure == 0.01)
    #expect(grid[1, 0].sum == 5)
  }
}
