import Foundation
import Frames

/// A random generator with the same numbers for the same seed on every machine.
public struct SeededRandom: RandomNumberGenerator {
  private var random: SplitMix64

  /// The sequence of `seed`.
  public init(seed: Int) {
    // The seed is mixed first, because states with a constant distance would give the same sequence, shifted.
    let mixed = SplitMix64.mixed(UInt64(truncatingIfNeeded: seed) &+ SplitMix64.golden)
    random = SplitMix64(seed: mixed)
  }

  public mutating func next() -> UInt64 { random.next() }

  /// Standard normal, by Box and Muller.
  public mutating func normal() -> Double {
    let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude..<1, using: &self))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}
