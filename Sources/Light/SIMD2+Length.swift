extension SIMD2<Double> {
  var length: Double { (self * self).sum().squareRoot() }
}
