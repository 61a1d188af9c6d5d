/// Eight numbers that are computed at once.
typealias FloatLanes = SIMD8<Float>

// `pointwiseMax` and `pointwiseMin` of the standard library compare lane after lane, which is slower than `replacing`.
extension FloatLanes {
  func atLeast(_ least: FloatLanes) -> FloatLanes { replacing(with: least, where: self .< least) }
  func atMost(_ most: FloatLanes) -> FloatLanes { replacing(with: most, where: self .> most) }
  func atLeast(_ least: Float) -> FloatLanes { atLeast(FloatLanes(repeating: least)) }
  func atMost(_ most: Float) -> FloatLanes { atMost(FloatLanes(repeating: most)) }

  /// The exponential, to six digits (Cephes: Moshier 1989). Arguments beyond ±87 count as ±87.
  var exponential: FloatLanes {
    let x = atLeast(-87).atMost(87)
    // The nearest power of two: after this sum the last bits of the mantissa are a whole number.
    let sumOfPower = x * 1.442_695 + 12_582_912
    let power = sumOfPower - 12_582_912
    let rest = x - power * 0.693_359_375 + power * 2.121_944_4e-4
    var sum = FloatLanes(repeating: 1.987_569_2e-4)
    for coefficient: Float in [1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 0.166_666_65, 0.5] {
      sum = sum * rest + coefficient
    }
    let bits = (unsafeBitCast(sumOfPower, to: SIMD8<Int32>.self) &+ 127) &<< 23
    return (sum * rest * rest + rest + 1) * unsafeBitCast(bits, to: FloatLanes.self)
  }

  /// The natural logarithm of positive numbers, to six digits (Cephes: Moshier 1989).
  var logarithm: FloatLanes {
    let bits = unsafeBitCast(self, to: SIMD8<Int32>.self)
    // The number as 2^power times a mantissa from 0.707 to 1.414.
    let power = (bits &- 0x3F35_04F3) &>> 23
    let mantissa = unsafeBitCast(bits &- (power &<< 23), to: FloatLanes.self)
    let x = mantissa - 1
    var sum = FloatLanes(repeating: 7.037_683_6e-2)
    for coefficient: Float in [
      -0.115_146_1, 0.116_769_99, -0.124_201_41, 0.142_493_23, -0.166_680_58, 0.200_007_15, -0.249_999_94,
      0.333_333_31,
    ] {
      sum = sum * x + coefficient
    }
    let exponent = FloatLanes(power)
    return x + x * x * (sum * x - 0.5) - exponent * 2.121_944_4e-4 + exponent * 0.693_359_375
  }
}
