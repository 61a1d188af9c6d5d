import Frames
import Testing

@testable import Light

/// A picture of blobs seen through tiles, moved by `shift`.
private func picture(
  _ shape: GridShape, _ blobs: [(x: Double, y: Double, light: Double)], _ shift: SIMD2<Double>
)
  -> [UInt16]
{
  (0..<shape.count).map { tile in
    let (x, y) = shape.centre(of: tile)
    var luma = 40.0
    for blob in blobs {
      let way = SIMD2(x - blob.x, y - blob.y) - shift
      luma += blob.light / (1 + (way * way).sum() / 900)
    }
    return UInt16(min(255, luma) * 256)
  }
}

private let shape = GridShape(LumaGrid(width: 320, height: 240))

private func blobs(_ random: inout SplitMix64) -> [(x: Double, y: Double, light: Double)] {
  (0..<20).map { _ in (320 * random.uniform(), 240 * random.uniform(), 60 * random.uniform()) }
}

@Suite("Shake")
struct ShakeTests {
  @Test("a picture's shift is measured, whatever a few tiles do")
  func shift() {
    var random = SplitMix64(seed: 4)
    let blobs = blobs(&random)
    var measure = PictureShift(shape)
    _ = picture(shape, blobs, .zero).withUnsafeBufferPointer { measure.take($0, at: 0) }
    for frame in 1...60 {
      let way = SIMD2(4 * random.uniform() - 2, 4 * random.uniform() - 2)
      var sums = picture(shape, blobs, way)
      // Lamps.
      for tile in [45, 46, 210] where frame % 2 == 0 { sums[tile] = 60_000 }
      let seen = sums.withUnsafeBufferPointer { measure.take($0, at: Double(frame) / 30) }
      let error = seen - way
      #expect(max(abs(error.x), abs(error.y)) < 0.1 + 0.1 * max(abs(way.x), abs(way.y)))
    }
  }

  @Test("brighter light is no movement", arguments: [0.5, 0.8, 1.1])
  func light(factor: Double) {
    var random = SplitMix64(seed: 5)
    var measure = PictureShift(shape)
    let sums = picture(shape, blobs(&random), .zero)
    _ = sums.withUnsafeBufferPointer { measure.take($0, at: 0) }
    let brighter = sums.map { UInt16(min(65_280, Double($0) * factor)) }
    let seen = brighter.withUnsafeBufferPointer { measure.take($0, at: 0.1) }
    #expect(max(abs(seen.x), abs(seen.y)) < 0.05)
  }

  @Test("a flat picture does not move, and a small one says nothing")
  func flat() {
    var random = SplitMix64(seed: 6)
    var measure = PictureShift(shape)
    for frame in 0..<20 {
      let sums = (0..<shape.count).map { _ in UInt16(20_000 + 48 * random.gaussian()) }
      let seen = sums.withUnsafeBufferPointer { measure.take($0, at: Double(frame) / 30) }
      #expect(max(abs(seen.x), abs(seen.y)) < 0.3)
    }
    var small = PictureShift(GridShape(LumaGrid(width: 64, height: 48)))
    let sums = (0..<12).map { UInt16(1000 * $0) }
    for time in [0.0, 1] { #expect(sums.withUnsafeBufferPointer { small.take($0, at: time) } == .zero) }
  }

  @Test("what a tile holds as the picture moves is taken out, and what it does by itself stays")
  func courses() throws {
    var random = SplitMix64(seed: 7)
    let shifts = (0..<200).map { _ in SIMD2(2 * random.gaussian(), 2 * random.gaussian()) }
    let courses = try #require(ShiftCourses(shifts))
    let values = shifts.map { courses.values(at: $0) }
    let keyed = (0..<200).map { Double($0 / 7 % 2) * 1000 }
    var trace = zip(shifts, keyed).map { shift, key in
      20_000 + 300 * shift.x - 150 * shift.y + 20 * shift.x * shift.y + shift.x * shift.x * shift.y + key
    }
    ShiftCourses.remove(values, from: &trace)
    let mean = trace.reduce(0, +) / 200
    let lit = zip(trace, keyed).filter { $1 > 0 }.map { $0.0 - mean }
    let dark = zip(trace, keyed).filter { $1 == 0 }.map { $0.0 - mean }
    #expect(lit.allSatisfy { $0 > 0 } && dark.allSatisfy { $0 < 0 })
    let step = lit.reduce(0, +) / Double(lit.count) - dark.reduce(0, +) / Double(dark.count)
    #expect(abs(step - 1000) < 100)
  }

  @Test("a picture that hardly moves has no courses")
  func still() {
    var random = SplitMix64(seed: 8)
    #expect(
      ShiftCourses((0..<100).map { _ in SIMD2(0.02 * random.gaussian(), 0.02 * random.gaussian()) }) == nil)
  }
}
