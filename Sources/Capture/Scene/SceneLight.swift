/// Light before the sensor converts it to bytes: grey levels in steps of 1/64, so that sixteen bits are fine enough for faint
/// light and large enough for a lamp that is far too bright.
///
/// The loops below are almost the whole cost of a frame. They are written so that the compiler vectorises them: sixteen-bit
/// lanes, no branches, no checks.
package enum SceneLight {
  /// Steps in one grey level.
  static let unit: Int16 = 64

  /// The most light of a point, 319 levels. With noise of up to ``noiseLimit`` it still fits sixteen bits, and it is so far
  /// above 255 that an overexposed pixel stays white.
  static let maximum: Int16 = 319 * unit

  /// Noise beyond 180 levels is cut off.
  static let noiseLimit: Int16 = 180 * unit

  /// The value 1 of levels, opacities and fractions.
  package static let whole: Int16 = 1 << 14

  /// The nearest number of steps, within what sixteen bits hold.
  package static func steps(_ levels: Double) -> Int16 {
    let steps = (levels * Double(unit)).rounded()
    return Int16(min(max(steps, -32_767), 32_767))
  }

  static func fraction(_ parts: SIMD2<Double>) -> SIMD2<Int16> {
    SIMD2<Int16>(parts * Double(whole), rounding: .down)
  }

  /// Adds `level` (of ``whole``) times `lamp` to `row`, up to ``maximum``.
  static func add(
    _ lamp: UnsafePointer<Int16>, level: Int16, to row: UnsafeMutablePointer<Int16>, count: Int
  ) {
    for x in 0..<count {
      row[x] = row[x] &+ min(part(level, of: lamp[x]), maximum &- row[x])
    }
  }

  /// Blends `row` with the light `cover` of an occluder, by its `opacity` (of ``whole``).
  static func cover(
    _ row: UnsafeMutablePointer<Int16>, with cover: Int16, opacity: UnsafePointer<Int16>, count: Int
  ) {
    for x in 0..<count {
      row[x] = row[x] &+ part(opacity[x], of: cover &- row[x])
    }
  }

  /// Multiplies `row` by the nearest factor in steps of 1/1024, from 0 to almost 32, up to ``maximum``.
  static func brighten(_ row: UnsafeMutablePointer<Int16>, by factor: Double, count: Int) {
    let factor = Int32(min(max((factor * 1024).rounded(), 0), Double(Int16.max)))
    for x in 0..<count {
      row[x] = Int16(truncatingIfNeeded: min((Int32(row[x]) &* factor) >> 10, Int32(maximum)))
    }
  }

  /// The row that lies `fraction` (of ``whole``) of the way from `near` to `far`.
  static func blend(
    _ near: UnsafePointer<Int16>, _ far: UnsafePointer<Int16>, fraction: Int16,
    into row: UnsafeMutablePointer<Int16>, count: Int
  ) {
    for x in 0..<count {
      row[x] = near[x] &+ part(fraction, of: far[x] &- near[x])
    }
  }

  /// The sensor's output for `row`: with noise, rounded, and clipped to 0...255.
  static func expose(
    _ row: UnsafePointer<Int16>, noise: UnsafePointer<Int16>, into bytes: UnsafeMutablePointer<UInt8>,
    count: Int
  ) {
    for x in 0..<count {
      bytes[x] = byte(row[x] &+ noise[x])
    }
  }

  /// The sensor's output for `row` without noise.
  static func expose(
    _ row: UnsafePointer<Int16>, into bytes: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for x in 0..<count {
      bytes[x] = byte(row[x])
    }
  }

  /// `fraction` (of ``whole``) of `light`. Differences of light fit sixteen bits, so this is two sixteen-bit products.
  @inline(__always)
  private static func part(_ fraction: Int16, of light: Int16) -> Int16 {
    Int16(truncatingIfNeeded: (Int32(fraction) &* Int32(light)) >> 14)
  }

  @inline(__always)
  private static func byte(_ light: Int16) -> UInt8 {
    UInt8(truncatingIfNeeded: min(max((light &+ unit / 2) >> 6, 0), 255))
  }
}
