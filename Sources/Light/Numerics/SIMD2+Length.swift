extension SIMD2<Double> {
  /// By Pythagoras.
  var length: Double { (self * self).sum().squareRoot() }
}
