import FoundationEssentials
import Frames
import Glibc

/// The random numbers of a scene: equal for equal seeds on every machine.
package struct SceneRandom: RandomNumberGenerator {
  private var random: SplitMix64

  // Streams of one seed. For `frameNoise` and `drops`, each frame has its own stream: this number plus the frame's index.
  static let noise: UInt64 = 1
  static let shake: UInt64 = 2
  package static let texture: UInt64 = 3
  static let places: UInt64 = 4
  static let lights: UInt64 = 5
  package static let hand: UInt64 = 6
  static let frameNoise: UInt64 = 1 << 60
  static let drops: UInt64 = 2 << 60

  /// - Parameter stream: Streams of one seed are independent.
  package init(seed: UInt64, stream: UInt64) {
    let mixed = SplitMix64.mixed(stream &+ SplitMix64.golden)
    random = SplitMix64(seed: SplitMix64.mixed(seed &+ mixed))
  }

  package mutating func next() -> UInt64 { random.next() }

  /// Uniform from 0 to below 1, of 53 bits.
  package mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  package mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// Two independent normal numbers, of mean 0 and deviation 1 (Box and Muller, 1958).
  package mutating func gaussianPair() -> (Double, Double) {
    let radius = (-2 * log(1 - unit())).squareRoot()
    let angle = 2 * Double.pi * unit()
    return (radius * cos(angle), radius * sin(angle))
  }
}
