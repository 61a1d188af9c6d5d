extension [Double] {
  /// The scalar product with an array of the same length.
  func product(with other: [Double]) -> Double {
    withUnsafeBufferPointer { own in
      other.withUnsafeBufferPointer { other in
        var sum = 0.0
        for index in own.indices { sum += own[index] * other[index] }
        return sum
      }
    }
  }
}
