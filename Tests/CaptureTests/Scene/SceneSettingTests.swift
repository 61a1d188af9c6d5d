import Testing

@testable import Capture

@Suite("The backdrop and objects of a simulated scene")
struct SceneSettingTests {
  private func luma(_ description: SceneDescription) throws -> [[UInt8]] {
    try SimulatedSceneTests.pictures(of: description).map { $0[0] }
  }

  @Test("the harbour's lights are constant: only the torch and its reflection change")
  func harbour() throws {
    let torch = SimulatedTorch(marks: [1..<2], radius: 5, glow: 0)
    let frames = try luma(
      SceneDescription(
        width: 320, height: 240, rate: 4, torches: [torch], noise: 0, leadIn: 0, tail: 1))
    #expect(frames.prefix(4).allSatisfy { $0 == frames[0] })
    #expect(frames.suffix(4).allSatisfy { $0 == frames[0] })
    let lamp = try #require(SceneHarbour(width: 320, height: 240, seed: 1).lampPlaces.first)
    let changed = frames[0].indices.filter { frames[5][$0] != frames[0][$0] }
    for index in changed {
      let (x, y) = (Double(index % 320) + 0.5, Double(index / 320) + 0.5)
      let isLamp = abs(x - lamp.x) < 6.5 && abs(y - lamp.y) < 6.5
      #expect(isLamp || (y > 150 && abs(x - lamp.x) < 40))
    }
    // All of the disc, and some of the water.
    #expect(changed.count { Double($0 / 320) < lamp.y + 6.5 } >= 75)
    #expect(changed.count { $0 / 320 > 150 } >= 50)
  }

  @Test("the harbour has bright and dark parts and colours")
  func harbourColours() throws {
    let planes = try #require(
      SimulatedSceneTests.pictures(
        of: SceneDescription(width: 160, height: 120, rate: 1, noise: 0, leadIn: 1, tail: 0)
      ).first)
    func mean(_ plane: [UInt8], _ rows: Range<Int>, of count: Int) -> Double {
      let stride = plane.count / count
      let part = plane[rows.lowerBound * stride..<rows.upperBound * stride]
      return part.reduce(0) { $0 + Double($1) } / Double(part.count)
    }
    // The zenith is dark and blue, the sky above the hills bright and red, the water dark.
    #expect((8...40).contains(mean(planes[0], 0..<12, of: 120)))
    #expect(mean(planes[0], 56..<64, of: 120) > 2 * mean(planes[0], 0..<12, of: 120))
    #expect(mean(planes[1], 0..<6, of: 60) > 132)
    #expect(mean(planes[2], 26..<32, of: 60) > 136)
    #expect(mean(planes[0], 108..<120, of: 120) < 60)
  }

  @Test(
    "the harbour's lamps are well inside the picture at any size",
    arguments: [(320, 240), (960, 720), (640, 360), (301, 401)])
  func harbourLamps(width: Int, height: Int) {
    let harbour = SceneHarbour(width: width, height: height, seed: 1)
    for place in harbour.lampPlaces {
      #expect((Double(width) / 10..<Double(width) * 0.9).contains(place.x))
      #expect((Double(height) / 10..<Double(height) * 0.9).contains(place.y))
    }
  }

  @Test("a torch without a place gets one well inside the picture, far from others, the same for equal seeds")
  func places() throws {
    for seed in UInt64(1)...5 {
      let torches = (0..<4).map { _ in SimulatedTorch(marks: [0..<1], radius: 2, glow: 0) }
      let description = SceneDescription(
        width: 320, height: 240, rate: 1, torches: torches, noise: 0, leadIn: 0, tail: 1,
        backdrop: .plain(level: 0), seed: seed)
      let frames = try luma(description)
      #expect(try frames == luma(description))
      let lit = frames[0].indices.filter { frames[0][$0] >= 180 }
      // Four discs of nine to sixteen whole pixels each.
      #expect((4 * 4...4 * 16).contains(lit.count))
      for index in lit {
        #expect((50...270).contains(index % 320) && (37...203).contains(index / 320))
        let neighbours = lit.count { abs($0 % 320 - index % 320) < 20 && abs($0 / 320 - index / 320) < 20 }
        #expect(neighbours <= 16)
      }
    }
  }

  @Test("a texture depends on the seed, and has the mean and contrast of a picture")
  func texture() throws {
    func picture(_ seed: UInt64) throws -> [UInt8] {
      try #require(
        luma(
          SceneDescription(
            width: 256, height: 192, rate: 1, noise: 0, leadIn: 1, tail: 0, backdrop: .texture(seed: seed))
        ).first)
    }
    let first = try picture(1)
    #expect(try first == picture(1))
    #expect(try first != picture(2))
    let mean = first.reduce(0) { $0 + Double($1) } / Double(first.count)
    let variance = first.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(first.count)
    #expect((70...110).contains(mean))
    #expect((10...40).contains(variance.squareRoot()))
  }
}
