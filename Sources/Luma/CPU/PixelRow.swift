/// The memory layout of the luma of neighbouring pixels.
protocol PixelRow {
  static var bytesPerPixel: Int { get }

  /// The luma of sixteen pixels from `bytes` on.
  static func load16(_ bytes: UnsafeRawPointer) -> SIMD16<Int16>

  /// The luma of pixel `x` from `bytes` on.
  static func luma(_ bytes: UnsafeRawPointer, _ x: Int) -> UInt8

  /// The lane in which pixel `x` of sixteen lies.
  static func lane(_ x: Int) -> Int

  /// The sums of pixels 0 and 1, 2 and 3 ... of sixteen.
  static func pairSums(_ luma: SIMD16<Int16>) -> SIMD8<Int16>

  /// Sixteen levels, moved from the order of the pixels (one byte each) to the order of the lanes.
  static func inLaneOrder(_ levels: UnsafeRawPointer) -> SIMD16<Int16>
}

extension PixelRow {
  /// The luma of the first `count` pixels (fewer than 16), and zero in the other lanes. Reads nothing beyond these pixels.
  static func loadFirst(_ count: Int, _ bytes: UnsafeRawPointer) -> SIMD16<Int16> {
    var pixels = SIMD16<Int16>.zero
    for x in 0..<count { pixels[lane(x)] = Int16(luma(bytes, x)) }
    return pixels
  }

  @inline(__always)
  static func lane(_ x: Int) -> Int { x }

  @inline(__always)
  static func pairSums(_ luma: SIMD16<Int16>) -> SIMD8<Int16> { luma.evenHalf &+ luma.oddHalf }

  @inline(__always)
  static func inLaneOrder(_ levels: UnsafeRawPointer) -> SIMD16<Int16> {
    SIMD16(truncatingIfNeeded: levels.loadUnaligned(as: SIMD16<UInt8>.self))
  }
}

/// One byte per pixel.
enum LumaPlane: PixelRow {
  static var bytesPerPixel: Int { 1 }

  @inline(__always)
  static func load16(_ bytes: UnsafeRawPointer) -> SIMD16<Int16> {
    let pairs = bytes.loadUnaligned(as: SIMD8<UInt16>.self)
    let even = unsafeBitCast(pairs & 0xFF, to: SIMD8<Int16>.self)
    let odd = unsafeBitCast(pairs &>> 8, to: SIMD8<Int16>.self)
    return SIMD16(lowHalf: even, highHalf: odd)
  }

  @inline(__always)
  static func lane(_ x: Int) -> Int { x / 2 + 8 * (x & 1) }

  @inline(__always)
  static func pairSums(_ luma: SIMD16<Int16>) -> SIMD8<Int16> { luma.lowHalf &+ luma.highHalf }

  @inline(__always)
  static func inLaneOrder(_ levels: UnsafeRawPointer) -> SIMD16<Int16> { load16(levels) }

  @inline(__always)
  static func luma(_ bytes: UnsafeRawPointer, _ x: Int) -> UInt8 {
    bytes.load(fromByteOffset: x, as: UInt8.self)
  }
}

/// Y U Y V: two bytes per pixel, luma in the first.
enum LumaInEvenBytes: PixelRow {
  static var bytesPerPixel: Int { 2 }

  @inline(__always)
  static func load16(_ bytes: UnsafeRawPointer) -> SIMD16<Int16> {
    // The first byte is the low one: every Debian architecture with a GPU is little-endian.
    bytes.loadUnaligned(as: SIMD16<Int16>.self) & 0xFF
  }

  @inline(__always)
  static func luma(_ bytes: UnsafeRawPointer, _ x: Int) -> UInt8 {
    bytes.load(fromByteOffset: 2 * x, as: UInt8.self)
  }
}

/// U Y V Y: two bytes per pixel, luma in the second.
enum LumaInOddBytes: PixelRow {
  static var bytesPerPixel: Int { 2 }

  @inline(__always)
  static func load16(_ bytes: UnsafeRawPointer) -> SIMD16<Int16> {
    unsafeBitCast(bytes.loadUnaligned(as: SIMD16<UInt16>.self) &>> 8, to: SIMD16<Int16>.self)
  }

  @inline(__always)
  static func luma(_ bytes: UnsafeRawPointer, _ x: Int) -> UInt8 {
    bytes.load(fromByteOffset: 2 * x + 1, as: UInt8.self)
  }
}

/// Three bytes per pixel, from which the luma is computed.
protocol ColourRow: PixelRow {
  static var red: Int { get }
  static var blue: Int { get }
}

extension ColourRow {
  static var bytesPerPixel: Int { 3 }

  @inline(__always)
  static func luma(_ bytes: UnsafeRawPointer, _ x: Int) -> UInt8 {
    let r = UInt32(bytes.load(fromByteOffset: 3 * x + red, as: UInt8.self))
    let g = UInt32(bytes.load(fromByteOffset: 3 * x + 1, as: UInt8.self))
    let b = UInt32(bytes.load(fromByteOffset: 3 * x + blue, as: UInt8.self))
    return UInt8(truncatingIfNeeded: (299 &* r &+ 587 &* g &+ 114 &* b &+ 500) / 1000)
  }

  @inline(__always)
  static func load16(_ bytes: UnsafeRawPointer) -> SIMD16<Int16> {
    // The lanes are written out, because setting them one by one goes through memory and takes four times as long.
    SIMD16(
      lane(bytes, 0), lane(bytes, 1), lane(bytes, 2), lane(bytes, 3), lane(bytes, 4), lane(bytes, 5),
      lane(bytes, 6), lane(bytes, 7), lane(bytes, 8), lane(bytes, 9), lane(bytes, 10), lane(bytes, 11),
      lane(bytes, 12), lane(bytes, 13), lane(bytes, 14), lane(bytes, 15))
  }
}

extension ColourRow {
  @inline(__always)
  private static func lane(_ bytes: UnsafeRawPointer, _ x: Int) -> Int16 { Int16(luma(bytes, x)) }
}

/// R G B.
enum LumaOfRGB: ColourRow {
  static var red: Int { 0 }
  static var blue: Int { 2 }
}

/// B G R.
enum LumaOfBGR: ColourRow {
  static var red: Int { 2 }
  static var blue: Int { 0 }
}
