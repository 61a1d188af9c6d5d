/// Random numbers that depend only on the seed, not on the machine: small and fast (Steele, Lea, Flood, "Fast splittable
/// pseudorandom number generators", 2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Numbers that depend on `seed` alone.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= Self.golden
    return Self.mixed(state)
  }

  /// A bijection that spreads every bit of `value` over all 64.
  public static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }

  /// 2^64 divided by the golden ratio.
  public static let golden: UInt64 = 0x9e37_79b9_7f4a_7c15
}
