import Foundation
import Frames

/// Detects a keyed light below the noise. Noise is independent from frame to frame; a lamp's light lasts for several frames.
///
/// The autocovariance of the last minute at lags of 1 to 12 frames is compared with that of pure noise (Box, Pierce 1970).
struct FaintLight: Sendable {
  /// The last levels minus their slow mean, newest last.
  private var recent: [Double] = []
  private var slowMean: Double?
  /// Sums of products of levels at each lag in frames, with exponential forgetting.
  private var products = [Double](repeating: 0, count: lags + 1)
  /// The same for levels a second apart.
  private var second = 0.0
  private var weight = 0.0
  private var squaredWeight = 0.0
  /// Seconds of light so far.
  private var seconds = 0.0

  /// The longest lag, in frames.
  private static let lags = 12
  /// Frames kept: a second at up to 120 frames per second.
  private static let keptFrames = 128
  /// Time constants in seconds: of the autocovariance, and of the slow mean, which is ambient light.
  private static let timeConstant = 60.0
  private static let ambientTimeConstant = 3.0
  /// The least duration of light for a result, in seconds.
  private static let minimumDuration = 22.0
  /// Thresholds of ``portmanteau``: `first` to detect a light, `then` to keep it. Pure noise has 12, with a standard deviation
  /// of 5.
  private static let threshold = (first: 50.0, then: 27.0)

  mutating func take(_ level: Double, interval: Double) {
    guard interval > 0 else { return }
    let mean = slowMean ?? level
    slowMean = mean + (level - mean) * min(1, interval / Self.ambientTimeConstant)
    recent.append(level - mean)
    if recent.count > 2 * Self.keptFrames { recent.removeFirst(Self.keptFrames) }
    let far = Int(min(1 / interval, Double(Self.keptFrames)).rounded())
    guard recent.count > max(Self.lags, far) else { return }
    seconds += interval
    let keep = exp(-interval / Self.timeConstant)
    weight = weight * keep + 1
    squaredWeight = squaredWeight * keep * keep + 1
    let last = recent.count - 1
    for lag in 0...Self.lags { products[lag] = products[lag] * keep + recent[last] * recent[last - lag] }
    second = second * keep + recent[last] * recent[last - far]
  }

  /// The statistic of Box and Pierce: how far the light is from pure noise, which has 12.
  private var portmanteau: Double {
    let power = products[0]
    guard power > 0 else { return 0 }
    let count = weight * weight / squaredWeight
    return count * products.dropFirst().reduce(0) { $0 + ($1 / power) * ($1 / power) }
  }

  /// Whether there may be a light, not only noise.
  var mayBeLight: Bool { portmanteau > Self.threshold.then }

  /// The step from dark to lit divided by the noise of a frame, if there certainly is a light and not only wandering ambient
  /// light; else `nil`.
  ///
  /// - Parameter isKnown: Whether a light was detected before.
  func contrastToNoise(isKnown: Bool) -> Double? {
    let power = products[0]
    guard seconds > Self.minimumDuration else { return nil }
    guard portmanteau > (isKnown ? Self.threshold.then : Self.threshold.first), products[1] > 0,
      second < 0.5 * products[1]
    else { return nil }
    // The signal's autocovariance at lag 0, without noise: linear extrapolation from lags 1 and 2, at most twice that of lag 1.
    let signal = min(2 * products[1] - min(products[1], products[2]), 2 * products[1], 0.99 * power)
    // A lamp that sends text is lit for 0.44 of the time.
    return (signal / (0.44 * 0.56) / (power - signal)).squareRoot()
  }
}
