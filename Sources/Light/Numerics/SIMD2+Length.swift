extension SIMD2<Double> {
  /// The Euclidean length.
  var length: Double { (self * self).sum().squareRoot() }
}
