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

  @Test(
    "ambient light swings by so much at middle grey, and in proportion elsewhere", arguments: [128.0, 64, 0])
  func ambient(level: Double) throws {
    let frames = try luma(
      SceneDescription(
        width: 16, height: 16, rate: 8, exposure: 1, noise: 0, leadIn: 2, tail: 0,
        backdrop: .plain(level: level), ambient: SimulatedAmbient(swing: 25, period: 2)))
    // Sixteen frames per period, with the light of their middle: the brightest are the first and the last.
    let crest = 25 * 0.98 * level / 128
    for frame in frames { #expect(Set(frame).count == 1) }
    #expect(abs(Double(frames[0][0]) - (level + crest)) <= 1)
    #expect(abs(Double(frames[7][0]) - (level - crest)) <= 1)
    #expect(abs(Double(frames[15][0]) - (level + crest)) <= 1)
  }

  @Test("a lamp in a dark room lights the whole picture")
  func spill() throws {
    let torch = SimulatedTorch(marks: [0..<1], centre: SIMD2(8, 8), radius: 1, glow: 0, spill: 64)
    let frames = try luma(
      SceneDescription(
        width: 64, height: 32, rate: 1, exposure: 1, torches: [torch], noise: 0, leadIn: 0, tail: 1,
        backdrop: .plain(level: 20)))
    #expect(frames[0][31 * 64 + 63] == 30)
    #expect(frames[1][31 * 64 + 63] == 20)
  }

  @Test(
    "a passer-by hides the backdrop, moves at the given speed and leaves the picture", arguments: [40.0, -40])
  func passerBy(speed: Double) throws {
    let frames = try luma(
      SceneDescription(
        width: 80, height: 60, rate: 10, exposure: 1, noise: 0, leadIn: 4, tail: 0,
        backdrop: .plain(level: 120),
        passersBy: [
          SimulatedPasserBy(size: SIMD2(16, 40), row: 30, speed: speed, level: 10, start: 1)
        ]))
    for (index, frame) in frames.enumerated() {
      let hidden = frame[30 * 80..<31 * 80].enumerated().filter { $0.element == 10 }.map(\.offset)
      let walked = (Double(index) + 0.5) / 10 - 1
      let middle = speed > 0 ? -8 + 40 * walked : 88 - 40 * walked
      guard walked > 0, (8...72).contains(middle) else {
        #expect(walked > 0 && walked < 2.4 || frame.allSatisfy { $0 == 120 })
        continue
      }
      // Four fifths of the figure are solid.
      let ends = (hidden.first ?? -99, hidden.last ?? -99)
      #expect(abs(Double(ends.0) - (middle - 6.4)) <= 1.5)
      #expect(abs(Double(ends.1) + 1 - (middle + 6.4)) <= 1.5)
    }
    #expect(frames.count { $0.contains(10) } >= 20)
  }

  @Test("an automatic exposure dims the picture while a torch is on, and recovers")
  func autoExposure() throws {
    let torch = SimulatedTorch(marks: [0..<5], centre: SIMD2(8, 8), radius: 1, glow: 0)
    var description = SceneDescription(
      width: 48, height: 32, rate: 20, torches: [torch], noise: 0, leadIn: 1, tail: 5,
      backdrop: .plain(level: 100),
      autoExposure: SimulatedAutoExposure(depth: 0.3, settling: 0.5))
    let corner = try luma(description).map { Int($0[31 * 48 + 47]) }
    #expect(corner.prefix(21).allSatisfy { $0 == 100 })
    #expect((68...72).contains(corner[119]))
    // After one time constant, 63 % of the change: gain 1 / (1 + 0.43 * 0.63).
    #expect((77...81).contains(corner[30]))
    #expect(zip(corner[21..<120], corner[22..<120]).allSatisfy { $0 >= $1 })
    #expect(corner[219] >= 99)
    // Lost frames were exposed, too.
    description.drops = 0.5
    for frame in try SimulatedSceneTests.events(of: description).frames {
      #expect(Int(frame.planes[0][31 * 48 + 47]) == corner[Int(frame.sequence)])
    }
    #expect(SimulatedScene(description).info.exposure == .automatic)
  }
}
