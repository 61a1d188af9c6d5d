import Foundation
import Frames

/// Assigns samples to ticks, with a short delay, so that levels are known before they are needed.
struct SampleIntake: Sendable {
  private(set) var ticks: Ticks?
  private(set) var scale = LightScale()
  /// Seconds from frame to frame.
  private(set) var interval = 0.0
  /// Samples that are not assigned to ticks yet.
  private var waitingSamples: [LightSample] = []
  /// The levels of the last samples that were assigned.
  private var before: [Double] = []

  /// Seconds of light collected before anything is read.
  private static let startup = 3.0
  /// Frames that wait before they are assigned to ticks.
  private static let lookahead = 6
  /// Ticks per frame. At high frame rates fewer are enough: an edge is still resolved to some milliseconds.
  private(set) var ticksPerFrame = maximumTicks
  private static let maximumTicks = 5.0
  private static let minimumTicks = 3.0
  /// Approximate length of a tick, in seconds.
  private static let tick = 1 / 150.0
  /// The shortest exposure, as a share of the frame time. If dots are whole numbers of frames, edges always come at the same
  /// phase, and the shutter may seem almost never open. Then marks of any kind could lie unseen between the frames.
  private static let shortestExposure = 0.3

  /// The shortest time from frame to frame, in seconds. No camera takes more than 5 000 frames a second.
  private static let shortestInterval = 0.0002

  /// Seconds without samples after which the next light is a separate recording. It is also the longest exposure, because ticks
  /// are made for all of it.
  private static let longestGap = 5.0

  /// Whether the time without samples before `sample` is so long that the light before it is separate.
  func isCutOff(_ sample: LightSample) -> Bool {
    waitingSamples.last.map { sample.start - $0.start > Self.longestGap || sample.start < $0.start - 1 }
      ?? false
  }

  /// Takes a sample, and returns whether there are new ticks.
  mutating func append(_ sample: LightSample) -> Bool {
    if let last = waitingSamples.last, sample.start <= last.start { return false }
    waitingSamples.append(sample)
    guard ticks != nil else {
      return sample.start - waitingSamples[0].start > Self.startup
        && waitingSamples.count > 2 * Self.lookahead && start()
    }
    scale.observe(sample.level - ticks!.zero, at: sample.start, quantum: sample.quantum)
    return advance(keeping: Self.lookahead)
  }

  mutating func finish() -> Bool {
    if ticks == nil, !start() { return false }
    return advance(keeping: 0)
  }

  private mutating func start() -> Bool {
    guard waitingSamples.count > 2 else { return false }
    var intervals = zip(waitingSamples, waitingSamples.dropFirst()).map { $1.start - $0.start }
    interval = max(intervals.takeMedian(), Self.shortestInterval)
    ticksPerFrame = min(max((interval / Self.tick).rounded(), Self.minimumTicks), Self.maximumTicks)
    let length = interval / ticksPerFrame
    var levels = waitingSamples.map(\.level)
    let dark = levels.takeQuantile(0.1)
    ticks = Ticks(origin: waitingSamples[0].start - length, length: length, zero: dark)
    for sample in waitingSamples {
      scale.observe(sample.level - dark, at: sample.start, quantum: sample.quantum)
    }
    scale.estimateNoise()
    return advance(keeping: Self.lookahead)
  }

  private mutating func advance(keeping count: Int) -> Bool {
    guard waitingSamples.count > count else { return false }
    let new = waitingSamples.prefix(waitingSamples.count - count)
    let levels = before + waitingSamples.map(\.level)
    for (index, sample) in new.enumerated() {
      if CopiedFrames.isCopy(levels, at: before.count + index, noise: scale.noise) { continue }
      let exposure = min(max(sample.exposure, Self.shortestExposure * interval), Self.longestGap)
      let end = sample.start + exposure
      let next = index + 1 < waitingSamples.count ? waitingSamples[index + 1].start : end + ticks!.length
      ticks!.append(.init(start: sample.start, end: min(end, next), level: sample.level), until: next)
    }
    before = Array(levels.prefix(before.count + new.count).suffix(CopiedFrames.longestRun))
    waitingSamples.removeFirst(new.count)
    return true
  }

  /// Statistics of the levels of frames with the same state of the lamp.
  struct Levels {
    var count = 0.0
    var mean = 0.0
    /// Variance around the mean.
    var variance = 0.0
  }

  /// The levels of the frames that lie completely between two ticks.
  func levels(from start: Int, to end: Int) -> Levels {
    guard let ticks, start >= ticks.first, start < end else { return Levels() }
    let a = ticks[start], b = ticks[end]
    let count = b.ended - a.begun
    guard count >= 2 else { return Levels() }
    let mean = (b.endedLevel - a.begunLevel) / count
    let squares = b.endedSquares - a.begunSquares
    return Levels(count: count, mean: mean, variance: max(0, (squares - count * mean * mean) / (count - 1)))
  }

  /// The variance of the distance from a frame to the middle of its neighbours, if a frame has noise of variance 1.
  private static let curvatureVariance = 1.5

  /// Evidence against a light that only drifts, for the frames between two ticks, in nats. In such a light each frame lies in
  /// the middle of its neighbours, apart from noise.
  func evidenceAgainstDrift(from start: Int, to end: Int) -> Double {
    guard let ticks, start >= ticks.first else { return 0 }
    let a = ticks[start], b = ticks[end]
    let noise = min(scale.noise, scale.whiteNoise)
    let variance = Self.curvatureVariance * noise * noise
    return variance > 0 ? 0.5 * ((b.endedCurvature - a.endedCurvature) / variance - (b.ended - a.ended)) : 0
  }

  /// Learns the noise and the wander of the levels from a segment.
  mutating func learnLevels(from start: Int, to end: Int, _ kind: SegmentKind, step: Double) {
    guard let ticks else { return }
    let levels = levels(from: start, to: end)
    scale.learn(variance: levels.variance, count: levels.count)
    let (first, last) = (start + Int(ticksPerFrame), end - Int(ticksPerFrame))
    if first < last, first >= ticks.first {
      let (a, b) = (ticks[first], ticks[last])
      let (curvature, count) = (b.endedCurvature - a.endedCurvature, b.ended - a.ended)
      if count > 0 { scale.learn(whiteVariance: curvature / (count * Self.curvatureVariance), count: count) }
    }
    scale.wander.learn(
      levels.mean, count: levels.count, at: ticks.time(of: (start + end) / 2), kind,
      noise: 1 / (2 * scale.precision(step: step)).squareRoot(), step: step)
  }

  /// Estimates the noise again, and returns whether it is much lower than before.
  mutating func reviewNoise(step: Double) -> Bool {
    let before = scale.precision(step: step)
    scale.estimateNoise()
    return scale.precision(step: step) > 1.4 * before
  }

  /// Forgets the levels before `tick`, at which they have jumped.
  mutating func forgetLevels(before tick: Int) {
    if let ticks { scale.forget(before: ticks.time(of: tick)) }
  }

  mutating func forget(before tick: Int) { ticks?.forget(before: tick) }
}
