import Foundation

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers for the same seed on every machine.
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// The sequence of `seed`.
  public init(seed: Int) {
    // Mixed first: states a constant apart would give one and the same sequence, shifted.
    state = Self.mix(UInt64(truncatingIfNeeded: seed) &+ 0x9E37_79B9_7F4A_7C15)
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  private static func mix(_ state: UInt64) -> UInt64 {
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Standard normal, by Box and Muller.
  public mutating func normal() -> Double {
    let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &self))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}
