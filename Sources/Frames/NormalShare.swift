/// A share of normally distributed values: those that are nearest to the mean.
///
/// The farthest of them gives the standard deviation. Values that have another cause than noise, such as those of a light that
/// changes, hardly change it while they are few.
public enum NormalShare: Double, Sendable {
  case quarter = 0.25
  case half = 0.5

  /// How far from the mean the farthest of them is, in standard deviations: Φ⁻¹((1 + share) / 2).
  @inlinable public var reach: Double {
    switch self {
    case .quarter: 0.31864
    case .half: 0.67449
    }
  }

  /// The same for differences of two values, in standard deviations of a value: those of a difference are √2 times as large.
  @inlinable public var reachOfDifferences: Double { 2.0.squareRoot() * reach }
}

extension [Double] {
  /// One standard deviation of values whose absolute differences, each from the value before it, are the elements; 0 if there
  /// are none. Leaves the array partly sorted. A slow change of the values has little effect.
  ///
  /// - Parameter share: The share of the differences that are noise alone, at least.
  @inlinable public mutating func takeNoise(from share: NormalShare) -> Double {
    isEmpty ? 0 : takeQuantile(share.rawValue) / share.reachOfDifferences
  }
}
