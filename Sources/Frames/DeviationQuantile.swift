/// A quantile of the absolute deviations of normally distributed values from their mean. It gives their standard deviation.
///
/// Values that have another cause than noise, such as those of a light that changes, hardly change the quantile while they are
/// few. The quantile ``half`` is the median absolute deviation (MAD).
public enum DeviationQuantile: Double, Sendable {
  /// A quarter of the deviations are smaller.
  case quarter = 0.25
  /// Half of the deviations are smaller.
  case half = 0.5

  /// The quantile in standard deviations: Φ⁻¹((1 + fraction) / 2).
  @inlinable public var standardDeviations: Double {
    switch self {
    case .quarter: 0.31864
    case .half: 0.67449
    }
  }

  /// The same for differences of two values, in standard deviations of a value. A difference varies √2 times as much.
  @inlinable public var standardDeviationsOfDifferences: Double { 2.0.squareRoot() * standardDeviations }
}

extension [Double] {
  /// One standard deviation of a series of values. The elements are the absolute differences of successive values; 0 if there
  /// are none. Leaves the array partly sorted. A slow change of the values has little effect.
  ///
  /// - Parameter quantile: At least this share of the differences must be noise alone.
  @inlinable public mutating func takeNoise(from quantile: DeviationQuantile) -> Double {
    isEmpty ? 0 : takeQuantile(quantile.rawValue) / quantile.standardDeviationsOfDifferences
  }
}
