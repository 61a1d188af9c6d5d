import Foundation
import Frames

/// The scale of a light's levels before anything is read: the noise of a frame, and the possible step from dark to lit.
struct LightScale: Sendable {
  /// One standard deviation of a frame.
  private(set) var noise = 0.0
  /// The same without slow changes, learned within segments.
  private(set) var whiteNoise = 0.0
  var wander = LevelWander()
  /// Frames of the last seconds, oldest first. Rounded levels are dithered. Without dither, equal values would have no noise,
  /// and a change by one quantum would look like a lamp.
  private var recent: [(time: Double, level: Double)] = []
  private var ditherGenerator = SplitMix64(seed: 1)
  /// Levels are rounded to multiples of this; 0 if they are not rounded.
  private var quantum = 0.0
  /// The least noise of rounded levels, in quanta. The rounding error is 1 / √12, but a light between two levels alternates
  /// between them. This must not count as a lamp, so the step must be less than two standard deviations.
  private static let minimumNoiseInQuanta = 0.6

  /// Seconds of light used for the bright level.
  private static let memory = 4.0
  /// Seconds of light used for the noise.
  static let longMemory = 12.0

  /// The least standard deviation of a frame, as a share of the step: levels deviate this much from the model.
  private static let minimumDeviation = 0.1

  /// Estimates the noise from the last seconds.
  mutating func estimateNoise() {
    noise = max(Self.noise(of: recent.map(\.level)), Self.minimumNoiseInQuanta * quantum)
    whiteNoise = noise
  }

  private static func noise(of levels: [Double]) -> Double {
    let range = (levels.max() ?? 0) - (levels.min() ?? 0)
    let unkeyed = max(roughness(of: levels), 1e-3 * range, 1e-9)
    return keyedNoise(of: levels, range: range, guess: unkeyed) ?? unkeyed
  }

  /// The noise, from the differences of neighbouring frames. Slow changes do not contribute.
  var roughness: Double { Self.roughness(of: recent.map(\.level)) }

  static func roughness(of levels: [Double]) -> Double {
    // Most neighbours show the same state of the lamp: a quarter of the differences is below 0.45 σ (normal, of two).
    var differences = zip(levels, levels.dropFirst()).map { abs($0 - $1) }
    return differences.isEmpty ? 0 : differences.takeQuantile(0.25) / 0.45
  }

  /// The noise of a light that is already being keyed: two normals of one variance, and frames in between where the light
  /// changed, fitted by expectation maximisation; `nil` where one normal explains the levels as well.
  private static func keyedNoise(of levels: [Double], range: Double, guess: Double) -> Double? {
    guard levels.count >= 20, range > 0 else { return nil }
    let sorted = levels.sorted()
    var dark = sorted[sorted.count / 10]
    var bright = sorted[sorted.count * 9 / 10]
    var variance = max(guess * guess / 2, 1e-6 * range * range)
    var darkShare = 0.5, brightShare = 0.3
    var likelihood = 0.0
    for _ in 0..<30 {
      let before = likelihood
      var weights = (dark: 1e-9, bright: 1e-9), sums = (dark: 0.0, bright: 0.0), squares = 0.0
      likelihood = 0
      let between = max(0.02, 1 - darkShare - brightShare) / max(bright - dark, 1e-9)
      let peak = 1 / (2 * .pi * variance).squareRoot()
      for level in levels {
        let darkDensity = darkShare * peak * exp(-(level - dark) * (level - dark) / (2 * variance))
        let brightDensity = brightShare * peak * exp(-(level - bright) * (level - bright) / (2 * variance))
        let betweenDensity = level > dark && level < bright ? between : 1e-12
        let total = darkDensity + brightDensity + betweenDensity
        likelihood += log(total)
        weights.dark += darkDensity / total
        weights.bright += brightDensity / total
        sums.dark += darkDensity / total * level
        sums.bright += brightDensity / total * level
        squares +=
          (darkDensity * (level - dark) * (level - dark) + brightDensity * (level - bright) * (level - bright))
          / total
      }
      dark = sums.dark / weights.dark
      bright = sums.bright / weights.bright
      variance = max(squares / (weights.dark + weights.bright), 1e-6 * range * range)
      darkShare = weights.dark / Double(levels.count)
      brightShare = weights.bright / Double(levels.count)
      if abs(likelihood - before) < 0.02 { break }
    }
    let single = -0.5 * Double(levels.count) * (log(2 * .pi * levels.variance) + 1)
    return likelihood - single > 12 ? variance.squareRoot() : nil
  }

  /// - Parameter quantum: Levels are rounded to multiples of this; 0 if they are not rounded.
  mutating func observe(_ level: Double, at time: Double, quantum: Double) {
    self.quantum = quantum
    let offset = quantum > 0 ? Double.random(in: -quantum / 2..<quantum / 2, using: &ditherGenerator) : 0
    recent.append((time, level + offset))
    if recent[0].time < time - 1.5 * Self.longMemory || recent.count > 2048 {
      recent.removeFirst(recent.count / 3)
    }
  }

  /// Forgets the frames before `time`, but for the last two.
  mutating func forget(before time: Double) {
    let first = recent.firstIndex { $0.time >= time } ?? recent.count
    recent.removeFirst(min(first, max(0, recent.count - 2)))
  }

  /// The frames of the last seconds.
  private var lastSeconds: ArraySlice<(time: Double, level: Double)> {
    let since = (recent.last?.time ?? 0) - Self.memory
    let before = recent.lastIndex { $0.time < since }
    return recent[(before.map { $0 + 1 } ?? 0)...]
  }

  /// The dark level of a light that is off most of the time: the tenth percentile of the last seconds' frames.
  var dark: Double {
    var levels = lastSeconds.map(\.level)
    return levels.isEmpty ? 0 : levels.takeQuantile(0.1)
  }

  /// The fourth brightest frame of the last seconds, above `dark`. It is at least the step that noise alone can show.
  func step(above dark: Double) -> Double {
    var top = [Double](repeating: -.infinity, count: 4)
    for frame in lastSeconds where frame.level > top[3] {
      top[3] = frame.level
      top.sort(by: >)
    }
    return max(top[3] - dark, 2.5 * noise)
  }

  func expectation(step: Double) -> LampExpectation {
    LampExpectation(step: step, precision: precision(step: step), wanderRate: wander.rate)
  }

  /// `1 / (2 σ²)` of a frame, for a step. Differences beyond the model's prediction add to the noise.
  func precision(step: Double) -> Double {
    1 / (2 * (noise * noise + Self.minimumDeviation * Self.minimumDeviation * step * step))
  }

  /// Learns from the variance of `count` frames within one segment.
  mutating func learn(variance: Double, count: Double) {
    guard count >= 3 else { return }
    Self.learn(&noise, max(variance, leastVariance), weight: (count - 1) / 200)
  }

  /// Learns from `count` frames within one segment.
  ///
  /// - Parameter whiteVariance: Their variance, measured by the distance of each frame from the middle of its neighbours.
  mutating func learn(whiteVariance: Double, count: Double) {
    Self.learn(&whiteNoise, max(whiteVariance, leastVariance), weight: count / 200)
  }

  /// The least variance of rounded levels.
  private var leastVariance: Double {
    let deviation = Self.minimumNoiseInQuanta * quantum
    return deviation * deviation
  }

  private static func learn(_ noise: inout Double, _ variance: Double, weight: Double) {
    let weight = min(0.5, weight)
    noise = (noise * noise * (1 - weight) + weight * variance).squareRoot()
  }
}
