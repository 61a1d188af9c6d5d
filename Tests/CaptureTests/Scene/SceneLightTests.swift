import Testing

@testable import Capture

@Suite("The light in a simulated scene")
struct SceneLightTests {
  /// The luma of a scene's frames.
  private func luma(_ description: SceneDescription) throws -> [[Double]] {
    try SimulatedSceneTests.pictures(of: description).map { $0[0].map(Double.init) }
  }

  private func mean(_ numbers: [Double]) -> Double {
    numbers.reduce(0, +) / Double(numbers.count)
  }

  private func deviation(_ numbers: [Double]) -> Double {
    let mean = mean(numbers)
    return (numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)).squareRoot()
  }

  @Test(
    "noise has the requested standard deviation and does not change the mean", arguments: [0.5, 1, 2, 4, 8])
  func noise(sigma: Double) throws {
    let frames = try luma(
      SceneDescription(
        width: 128, height: 96, rate: 4, noise: sigma, leadIn: 1, tail: 0, backdrop: .plain(level: 100)))
    for frame in frames {
      // Rounding to whole levels adds a twelfth to the variance.
      let expected = (sigma * sigma + 1.0 / 12).squareRoot()
      #expect(abs(deviation(frame) / expected - 1) < 0.03)
      #expect(abs(mean(frame) - 100) < 4 * expected / Double(frame.count).squareRoot())
    }
    // The noise of frames is independent: differences are larger by the square root of two.
    let change = zip(frames[0], frames[1]).map { $0 - $1 }
    #expect(abs(deviation(change) / (2 * sigma * sigma + 1.0 / 6).squareRoot() - 1) < 0.03)
  }

  @Test("the noise of neighbouring pixels is not correlated")
  func noiseOfTiles() throws {
    let frames = try luma(
      SceneDescription(
        width: 256, height: 256, rate: 8, noise: 3, leadIn: 1, tail: 0, backdrop: .plain(level: 100)))
    var sums: [Double] = []
    for frame in frames {
      for tile in 0..<256 {
        let corner = tile / 16 * 16 * 256 + tile % 16 * 16
        sums.append((0..<256).reduce(0) { $0 + frame[corner + $1 / 16 * 256 + $1 % 16] })
      }
    }
    // The standard deviation of the sum of 256 independent pixels; 2048 sums give it to 1.6 %.
    #expect(abs(deviation(sums) / (16 * (9 + 1.0 / 12).squareRoot()) - 1) < 0.08)
  }

  @Test("a disc adds its brightness times its area", arguments: [0.6, 0.7, 1, 2, 5.5, 12, 20])
  func lampArea(radius: Double) throws {
    let torch = SimulatedTorch(
      marks: [0..<0.5], centre: SIMD2(47.3, 33.8), radius: radius, brightness: 120, glow: 0)
    let frames = try luma(
      SceneDescription(
        width: 96, height: 72, rate: 10, torches: [torch], noise: 0, leadIn: 0.5, tail: 0,
        backdrop: .plain(level: 30)))
    let step = zip(frames[9], frames[0]).reduce(0) { $0 + $1.0 - $1.1 }
    let area = Double.pi * radius * radius
    // Rounding changes each pixel of the edge by up to half a level.
    #expect(abs(step - 120 * area) < 0.01 * 120 * area + 4)
  }

  @Test("the lamp is at its place")
  func lampPlace() throws {
    let torch = SimulatedTorch(
      marks: [0..<1], centre: SIMD2(20.25, 30.5), radius: 2.5, brightness: 200, glow: 0)
    let frames = try luma(
      SceneDescription(
        width: 64, height: 48, rate: 10, exposure: 0.5, torches: [torch], noise: 0, leadIn: 0, tail: 0,
        backdrop: .plain(level: 0)))
    for frame in frames {
      let light = frame.reduce(0, +)
      let x = frame.indices.reduce(0) { $0 + (Double($1 % 64) + 0.5) * frame[$1] } / light
      let y = frame.indices.reduce(0) { $0 + (Double($1 / 64) + 0.5) * frame[$1] } / light
      #expect(abs(x - 20.25) < 0.03)
      #expect(abs(y - 30.5) < 0.03)
      #expect(abs(light / (200 * Double.pi * 2.5 * 2.5) - 1) < 0.02)
    }
  }

  @Test(
    "a lamp larger than the picture fills it; a lamp beside the picture lights at most the border",
    arguments: [
      (centre: SIMD2(20, 15), radius: 2000.0, corner: 150, border: 150),
      (centre: SIMD2(-5, 15), radius: 10, corner: 50, border: 150),
      (centre: SIMD2(-500, 15), radius: 10, corner: 50, border: 50),
    ])
  func lampBeyond(centre: SIMD2<Double>, radius: Double, corner: Double, border: Double) throws {
    let torch = SimulatedTorch(
      marks: [0..<1], centre: centre, radius: radius, brightness: 100, glow: 0)
    let frame = try #require(
      luma(
        SceneDescription(
          width: 41, height: 31, rate: 1, torches: [torch], noise: 0, leadIn: 0, tail: 0,
          backdrop: .plain(level: 50))
      ).first)
    #expect(frame[40] == corner)
    #expect(frame[15 * 41] == border)
  }

  @Test("a lamp that is on for half of the exposure has half of the light")
  func partialExposure() throws {
    let torch = SimulatedTorch(marks: [0..<0.125], centre: SIMD2(16, 16), radius: 6, brightness: 160)
    let frames = try luma(
      SceneDescription(
        width: 32, height: 32, rate: 10, exposure: 0.5, torches: [torch], noise: 0, leadIn: 0, tail: 0.2,
        backdrop: .plain(level: 20)))
    let steps = frames.map { $0[16 * 32 + 16] - 20 }
    #expect(Array(steps.prefix(3)) == [160, 80, 0])
  }

  @Test("light above white is clipped to white, at any brightness")
  func dazzle() throws {
    let torches = [500.0, 500, 300].map {
      SimulatedTorch(marks: [0..<1], centre: SIMD2(20, 20), radius: 6, brightness: $0)
    }
    let frame = try #require(
      luma(
        SceneDescription(
          width: 40, height: 40, rate: 1, torches: torches, noise: 6, leadIn: 0, tail: 0,
          backdrop: .plain(level: 250))
      ).first)
    for y in 16..<24 {
      for x in 16..<24 { #expect(frame[y * 40 + x] == 255) }
    }
  }

  @Test("a hand shakes by the requested amount, smoothly, and within its reach", arguments: [0.5, 2])
  func shake(rms: Double) {
    let shake = SceneShake(rms: rms, seed: 11)
    let places = (0..<6000).map { shake.offset(at: Double($0) / 30) }
    for axis in 0..<2 {
      let square = places.reduce(0) { $0 + $1[axis] * $1[axis] } / Double(places.count)
      #expect(abs(square.squareRoot() / rms - 1) < 0.05)
      #expect(places.allSatisfy { abs($0[axis]) <= Double(shake.reach) })
      for (place, next) in zip(places, places.dropFirst()) {
        #expect(abs(next[axis] - place[axis]) < 2 * rms)
      }
    }
  }

  @Test("a shaken picture is the picture at rest, moved together with its lamp")
  func shakenPicture() throws {
    var description = SceneDescription(
      width: 80, height: 60, rate: 6,
      torches: [SimulatedTorch(marks: [0..<1], centre: SIMD2(30, 25), radius: 5, brightness: 90)], noise: 0,
      leadIn: 0, tail: 0, backdrop: .texture(seed: 4))
    let rest = try luma(description)[0]
    description.shake = 3
    let shake = SceneShake(rms: 3, seed: description.seed)
    for (index, frame) in try luma(description).enumerated() {
      let offset = shake.offset(at: (Double(index) + 0.25) / 6)
      var error = 0.0
      for y in 20..<40 {
        for x in 20..<60 {
          let from = SIMD2(Double(x), Double(y)) - offset
          let whole = from.rounded(.down)
          let part = from - whole
          let corner = Int(whole.y) * 80 + Int(whole.x)
          let above = rest[corner] + (rest[corner + 1] - rest[corner]) * part.x
          let below = rest[corner + 80] + (rest[corner + 81] - rest[corner + 80]) * part.x
          error = max(error, abs(frame[y * 80 + x] - (above + (below - above) * part.y)))
        }
      }
      // Both pictures are rounded to whole levels.
      #expect(error < 1.2)
    }
  }
}
