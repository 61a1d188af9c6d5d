import Frames
import Glibc
import Testing

@Suite("Statistics")
struct StatisticsTests {
  @Test(
    "the median is the middle value of an odd number, and the mean of the two middle values of an even number",
    arguments: [([3.0, 1, 2], 2.0), ([4, 1, 3, 2], 2.5), ([7], 7), ([1, 9], 5), ([], 0)]
      as [([Double], Double)])
  func median(values: [Double], middle: Double) {
    #expect(values.median == middle)
  }

  @Test("a quantile is an element of the sorted array", arguments: [1, 2, 3, 10, 101])
  func quantile(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let values = (0..<count).map { _ in Int.random(in: 0..<20, using: &random) }
    for fraction in [0, 0.125, 0.25, 0.5, 0.9, 1] {
      var rest = values
      let quantile = rest.takeQuantile(fraction)
      #expect(quantile == values.sorted()[min(count - 1, Int(fraction * Double(count)))])
      #expect(rest.sorted() == values.sorted())
    }
  }

  @Test("the variance is the mean squared deviation from the mean")
  func variance() {
    #expect([1.0, 3, 5, 7].variance == 5)
    #expect([Double]().variance == 0)
  }

  /// Normal numbers with a standard deviation of 3 (Box and Muller, 1958).
  private static let noise: [Double] = {
    var random = SplitMix64(seed: 1)
    return (0..<40_000).map { _ in
      let (a, b) = (Double.random(in: 0..<1, using: &random), Double.random(in: 0..<1, using: &random))
      return 3 * (-2 * log(1 - a)).squareRoot() * cos(2 * .pi * b)
    }
  }()

  @Test(
    "the noise is estimated from the values and from their differences",
    arguments: [DeviationQuantile.quarter, .half])
  func noise(quantile: DeviationQuantile) {
    var distances = Self.noise.map(abs)
    let distance = distances.takeQuantile(quantile.rawValue)
    #expect(abs(distance / quantile.standardDeviations - 3) < 0.15)
    var differences = zip(Self.noise, Self.noise.dropFirst()).map { abs($0 - $1) }
    let noise = differences.takeNoise(from: quantile)
    #expect(abs(noise - 3) < 0.15)
    differences = []
    let none = differences.takeNoise(from: quantile)
    #expect(none == 0)
  }

  @Test("a light that changes in every tenth frame adds little to the noise")
  func changes() {
    var differences = zip(Self.noise, Self.noise.dropFirst()).enumerated().map { index, pair in
      abs(pair.0 - pair.1) + (index % 10 == 0 ? 1000 : 0)
    }
    let noise = differences.takeNoise(from: .quarter)
    #expect(abs(noise - 3) < 0.5)
  }
}
