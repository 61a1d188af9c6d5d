import Capture
import Frames

/// Turns a trace into the samples of one torch. It estimates the exposure and the noise, and detects copied values, because a
/// trace does not contain this information.
struct TraceSamples {
  private let knownExposure: Double?
  private var noise = TraceNoise()
  private var copies = TraceCopies()
  private var exposure = TraceExposureEstimator()
  private var quantum = TraceQuantum()
  private var pending: Pending?
  /// The last intervals in seconds, and their median.
  private var intervals: [Double] = []
  private var frameTime = 0.0

  /// Values with the same time, of which the mean is taken.
  private struct Pending {
    var start: Double
    var sum: Double
    var count: Double
  }

  /// Number of intervals in the median.
  private static let intervalCount = 31
  /// Seconds. No camera takes more than a million frames per second.
  private static let shortestInterval = 1e-6

  /// - Parameter exposure: Seconds over which each value collected light; `nil` if unknown.
  init(exposure: Double?) {
    knownExposure = exposure
  }

  /// - Returns: The sample before `value`, which ends where `value` begins; `nil` if `value` has the same time.
  mutating func take(_ value: LumaTrace.Value) -> LightSample? {
    guard let last = pending else {
      pending = Pending(start: value.seconds, sum: value.luma, count: 1)
      return nil
    }
    let interval = value.seconds - last.start
    if interval >= Self.shortestInterval {
      pending = Pending(start: value.seconds, sum: value.luma, count: 1)
      note(interval)
      return sample(last, interval: interval)
    } else {
      pending?.sum += value.luma
      pending?.count += 1
      return nil
    }
  }

  /// - Returns: The last sample.
  mutating func finish() -> LightSample? {
    defer { pending = nil }
    guard let pending, frameTime > 0 else { return nil }
    return sample(pending, interval: frameTime)
  }

  private mutating func note(_ interval: Double) {
    intervals.append(interval)
    if intervals.count > Self.intervalCount { intervals.removeFirst() }
    frameTime = intervals.median
  }

  private mutating func sample(_ pending: Pending, interval: Double) -> LightSample {
    let level = pending.sum / pending.count
    quantum.take(level)
    let isCopy = copies.isCopy(level)
    if !isCopy {
      noise.take(level)
      exposure.take(level, noise: noise.deviation)
    }
    return LightSample(
      torch: TorchID(0), start: pending.start,
      exposure: min(interval, knownExposure ?? exposure.openShare * frameTime), level: level,
      noise: noise.deviation, quantum: quantum.size, isInformative: !isCopy)
  }
}
