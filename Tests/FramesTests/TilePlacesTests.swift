import Frames
import Testing

@Suite("Places of tiles in a turned picture")
struct TilePlacesTests {
  static let motions = [
    SceneMotion(x: 3, y: -5, residual: SIMD2(-20, 31), zoom: 40, roll: -71, hasMoved: true),
    SceneMotion(x: -9, y: 2, residual: SIMD2(35, -35), zoom: -130, roll: 12, hasMoved: true),
    SceneMotion(zoom: 0, roll: 400, hasMoved: true),
  ]

  @Test("a tile moves like its centre, rounded to whole pixels")
  func displacement() {
    for motion in Self.motions {
      let places = TilePlaces(motion, width: 333, height: 250)
      for row in 0..<16 {
        for column in 0..<21 {
          let middle = 16 * SIMD2(Double(column), Double(row)) + 8
          let exact = places.displacement(at: middle) + SIMD2<Double>(motion.residual) / 64
          let displacement = places.displacement(column: column, row: row)
          let miss = SIMD2(Double(displacement.x), Double(displacement.y)) - exact
          #expect(max(abs(miss.x), abs(miss.y)) <= 0.5, "\(motion), tile \(column), \(row): \(miss)")
        }
      }
    }
  }

  @Test("without a turn, all tiles move by the same amount")
  func unturned() {
    let motion = SceneMotion(x: 3, y: -5, residual: SIMD2(35, -35), hasMoved: true)
    let places = TilePlaces(motion, width: 333, height: 250)
    for tile in 0..<16 { #expect(places.displacement(column: tile, row: tile) == SIMD2(3, -5)) }
    #expect(places.displacement(at: SIMD2(300, 10)) == SIMD2(3, -5))
  }

  @Test("visible tiles lie wholly in the picture, and only tiles along its edge are missing")
  func visible() {
    for motion in Self.motions {
      let (width, height) = (333, 250)
      let places = TilePlaces(motion, width: width, height: height)
      for row in places.rows {
        for column in places.columns {
          let displacement = places.displacement(column: column, row: row)
          #expect(16 * column + displacement.x >= 0 && min(16 * column + 16, width) + displacement.x <= width)
          #expect(16 * row + displacement.y >= 0 && min(16 * row + 16, height) + displacement.y <= height)
        }
      }
      #expect(places.columns.count >= 17 && places.rows.count >= 12, "\(motion)")
    }
  }

  @Test(
    "a moved grid keeps the place of each tile to a pixel, and leaves out tiles that either grid lacks or cuts off",
    arguments: [SIMD2(4, 0), SIMD2(-3, 5), SIMD2(0, -2)])
  func moved(by tiles: SIMD2<Int>) {
    for motion in Self.motions + [SceneMotion(x: -70, y: 31, hasMoved: true)] {
      let before = TilePlaces(motion, width: 333, height: 250)
      let after = before.moved(by: tiles)
      #expect(after.motion.origin == SIMD2<Int32>(truncatingIfNeeded: tiles))
      for row in 0..<16 {
        for column in 0..<21 {
          let (oldColumn, oldRow) = (column + tiles.x, row + tiles.y)
          let miss =
            after.displacement(column: column, row: row) &- 16 &* tiles
            &- before.displacement(column: oldColumn, row: oldRow)
          #expect(abs(miss.x) <= 1 && abs(miss.y) <= 1, "\(motion), tile \(column), \(row): \(miss)")
          // The last column has 13 pixels and the last row 10.
          let isWhole =
            (tiles.x == 0 || column < 20 && oldColumn < 20) && (tiles.y == 0 || row < 15 && oldRow < 15)
          let isSeen =
            isWhole && before.columns.contains(oldColumn) && before.rows.contains(oldRow)
          #expect((after.columns.contains(column) && after.rows.contains(row)) == isSeen)
        }
      }
    }
  }

  @Test("a tile is in the picture if its column and its row are in it")
  func contains() {
    let places = TilePlaces(Self.motions[0], width: 333, height: 250)
    for tile in 0..<21 * 16 {
      let isInside = places.columns.contains(tile % 21) && places.rows.contains(tile / 21)
      #expect(places.contains(tile: tile) == isInside)
    }
  }

  @Test("the largest turn keeps displacements below the limit at every size")
  func largest() {
    for side in [16, 100, 640, 1920, 4096, FrameFormat.largestSide] {
      let most = SceneMotion.largestTurn(width: side, height: 1)
      #expect(most > 0)
      #expect(most * (side / 32 + 1) + 128 + 4 * 36 < 1 << 16)
    }
  }
}
