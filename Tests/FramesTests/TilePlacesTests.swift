import Frames
import Testing

@Suite("Where tiles lie in a picture that has turned")
struct TilePlacesTests {
  static let motions = [
    SceneMotion(x: 3, y: -5, residual: SIMD2(-20, 31), zoom: 40, roll: -71, hasMoved: true),
    SceneMotion(x: -9, y: 2, residual: SIMD2(35, -35), zoom: -130, roll: 12, hasMoved: true),
    SceneMotion(zoom: 0, roll: 400, hasMoved: true),
  ]

  @Test("each goes with its middle, to the pixel")
  func way() {
    for motion in Self.motions {
      let places = TilePlaces(motion, width: 333, height: 250)
      for row in 0..<16 {
        for column in 0..<21 {
          let middle = 16 * SIMD2(Double(column), Double(row)) + 8
          let exact = places.way(at: middle) + SIMD2<Double>(motion.residual) / 64
          let way = places.way(column: column, row: row)
          let miss = SIMD2(Double(way.x), Double(way.y)) - exact
          #expect(max(abs(miss.x), abs(miss.y)) <= 0.5, "\(motion), tile \(column), \(row): \(miss)")
        }
      }
    }
  }

  @Test("one that has not turned goes as a whole")
  func unturned() {
    let motion = SceneMotion(x: 3, y: -5, residual: SIMD2(35, -35), hasMoved: true)
    let places = TilePlaces(motion, width: 333, height: 250)
    for tile in 0..<16 { #expect(places.way(column: tile, row: tile) == SIMD2(3, -5)) }
    #expect(places.way(at: SIMD2(300, 10)) == SIMD2(3, -5))
  }

  @Test("those that are visible lie wholly in the picture, and only those along its edge are missing")
  func visible() {
    for motion in Self.motions {
      let (width, height) = (333, 250)
      let places = TilePlaces(motion, width: width, height: height)
      for row in places.rows {
        for column in places.columns {
          let way = places.way(column: column, row: row)
          #expect(16 * column + way.x >= 0 && min(16 * column + 16, width) + way.x <= width)
          #expect(16 * row + way.y >= 0 && min(16 * row + 16, height) + way.y <= height)
        }
      }
      #expect(places.columns.count >= 17 && places.rows.count >= 12, "\(motion)")
    }
  }

  @Test("a tile is in the picture with its column and row")
  func contains() {
    let places = TilePlaces(Self.motions[0], width: 333, height: 250)
    for tile in 0..<21 * 16 {
      let isInside = places.columns.contains(tile % 21) && places.rows.contains(tile / 21)
      #expect(places.contains(tile: tile) == isInside)
    }
  }

  @Test("the largest turn stays below 2^15, whatever the size")
  func largest() {
    for side in [16, 100, 640, 1920, 4096, FrameFormat.largestSide] {
      let most = SceneMotion.largestTurn(width: side, height: 1)
      #expect(most > 0)
      #expect(most * (side / 32 + 1) + 128 + 4 * 36 < 1 << 16)
    }
  }
}
