/// Light before the sensor turns it into bytes: grey levels in steps of 1/64, so that sixteen bits hold faint light
/// exactly enough and a lamp far too bright.
///
/// The loops below are the whole cost of a frame. They are written so that the compiler vectorises them: sixteen-bit
/// lanes, no branches, no checks.
enum SceneLight {
  /// Steps in one grey level.
  static let unit: Int16 = 64

  /// The most light a point can have, 319 levels: noise of up to ``noiseLimit`` on top still fits sixteen bits, and is
  /// far enough above 255 that a dazzled pixel stays white.
  static let maximum: Int16 = 319 * unit

  /// Noise beyond 180 levels is cut off.
  static let noiseLimit: Int16 = 180 * unit

  static func steps(_ levels: Double) -> Int16 {
    let steps = (levels * Double(unit)).rounded()
    return Int16(Swift.min(Swift.max(steps, -32_767), 32_767))
  }

  /// Adds `level` (32 768 = whole) times `lamp` to `row`, up to ``maximum``.
  static func add(
    _ lamp: UnsafePointer<Int16>, level: Int32, to row: UnsafeMutablePointer<Int16>, count: Int
  ) {
    for x in 0..<count {
      let light = Int16(truncatingIfNeeded: (Int32(lamp[x]) &* level) >> 15)
      row[x] = row[x] &+ Swift.min(light, maximum &- row[x])
    }
  }

  /// The row `fraction` (32 768 = whole) of the way from `near` to `far`.
  static func blend(
    _ near: UnsafePointer<Int16>, _ far: UnsafePointer<Int16>, fraction: Int32,
    into row: UnsafeMutablePointer<Int16>, count: Int
  ) {
    for x in 0..<count {
      let step = (Int32(far[x]) &- Int32(near[x])) &* fraction
      row[x] = near[x] &+ Int16(truncatingIfNeeded: step >> 15)
    }
  }

  /// What the sensor makes of `row`: with noise, rounded, and clipped to 0...255.
  static func expose(
    _ row: UnsafePointer<Int16>, noise: UnsafePointer<Int16>, into bytes: UnsafeMutablePointer<UInt8>,
    count: Int
  ) {
    for x in 0..<count {
      bytes[x] = byte(row[x] &+ noise[x])
    }
  }

  /// What the sensor makes of `row` without noise.
  static func expose(
    _ row: UnsafePointer<Int16>, into bytes: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for x in 0..<count {
      bytes[x] = byte(row[x])
    }
  }

  @inline(__always)
  private static func byte(_ light: Int16) -> UInt8 {
    UInt8(truncatingIfNeeded: Swift.min(Swift.max((light &+ unit / 2) >> 6, 0), 255))
  }
}
