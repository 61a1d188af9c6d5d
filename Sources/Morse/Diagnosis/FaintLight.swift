import Foundation
import Frames

/// Whether there is a keyed light below the noise: noise is new in every frame, a lamp's light stays for some.
///
/// The autocovariance of the last minute at 1 to 12 frames is compared with what chance makes of it (Box, Pierce 1970).
struct FaintLight: Sendable {
  /// The last levels less their slow mean, newest last.
  private var recent: [Double] = []
  private var slow: Double?
  /// Sums of products of levels so many frames apart, under exponential forgetting.
  private var products = [Double](repeating: 0, count: lags + 1)
  /// The same for levels a second apart.
  private var second = 0.0
  private var weight = 0.0
  private var squaredWeight = 0.0
  /// Seconds seen.
  private var seconds = 0.0

  private static let lags = 12
  /// Frames kept: a second at up to 120 a second.
  private static let most = 128
  /// Seconds over which the light is judged, and over which its slow mean is taken: that is ambient light.
  private static let memory = 60.0
  private static let ambient = 3.0
  /// Seconds that must have been seen.
  private static let least = 22.0
  /// What must be exceeded, first and then; chance makes 12, with a standard deviation of 5.
  private static let significant = (first: 50.0, then: 27.0)

  mutating func take(_ level: Double, interval: Double) {
    guard interval > 0 else { return }
    let mean = slow ?? level
    slow = mean + (level - mean) * min(1, interval / Self.ambient)
    recent.append(level - mean)
    if recent.count > 2 * Self.most { recent.removeFirst(Self.most) }
    let far = Int(min(1 / interval, Double(Self.most)).rounded())
    guard recent.count > max(Self.lags, far) else { return }
    seconds += interval
    let keep = exp(-interval / Self.memory)
    weight = weight * keep + 1
    squaredWeight = squaredWeight * keep * keep + 1
    let last = recent.count - 1
    for lag in 0...Self.lags { products[lag] = products[lag] * keep + recent[last] * recent[last - lag] }
    second = second * keep + recent[last] * recent[last - far]
  }

  /// How far the light is from mere noise: chance makes 12.
  private var surprise: Double {
    let whole = products[0]
    guard whole > 0 else { return 0 }
    let count = weight * weight / squaredWeight
    return count * products.dropFirst().reduce(0) { $0 + ($1 / whole) * ($1 / whole) }
  }

  /// Whether there may be anything but noise.
  var mayBeLight: Bool { surprise > Self.significant.then }

  /// The step from dark to lit over the noise of a frame, if there is a light for certain that is not just ambient light that
  /// wanders; else `nil`.
  ///
  /// - Parameter isKnown: Whether there was one a moment ago.
  func contrastToNoise(isKnown: Bool) -> Double? {
    let whole = products[0]
    guard seconds > Self.least else { return nil }
    guard surprise > (isKnown ? Self.significant.then : Self.significant.first), products[1] > 0,
      second < 0.5 * products[1]
    else { return nil }
    // At no distance at all, without the noise: as far above the first as that is above the second, but not beyond twice.
    let signal = min(2 * products[1] - min(products[1], products[2]), 2 * products[1], 0.99 * whole)
    // A lamp that sends text is lit for 0.44 of the time.
    return (signal / (0.44 * 0.56) / (whole - signal)).squareRoot()
  }
}
