import Foundation

/// SplitMix64: small, fast, and the same on every machine (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
struct SceneRandom: RandomNumberGenerator {
  private var state: UInt64

  // Streams of one seed. Those of frames go on from their first number, one for each frame.
  static let noise: UInt64 = 1
  static let shake: UInt64 = 2
  static let texture: UInt64 = 3
  static let places: UInt64 = 4
  static let lights: UInt64 = 5
  static let frameNoise: UInt64 = 1 << 60
  static let drops: UInt64 = 2 << 60

  /// - Parameter stream: Streams of one seed have nothing to do with each other.
  init(seed: UInt64, stream: UInt64) {
    state = Self.mixed(seed &+ Self.mixed(stream &+ Self.golden))
  }

  mutating func next() -> UInt64 {
    state &+= Self.golden
    return Self.mixed(state)
  }

  /// Uniform from 0 to below 1, of 53 bits.
  mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// Two independent normal numbers, of mean 0 and deviation 1 (Box and Muller, 1958).
  mutating func gaussianPair() -> (Double, Double) {
    let radius = (-2 * log(1 - unit())).squareRoot()
    let angle = 2 * Double.pi * unit()
    return (radius * cos(angle), radius * sin(angle))
  }

  /// 2^64 divided by the golden ratio.
  private static let golden: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// A bijection that spreads every bit of `value` over all 64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }
}
