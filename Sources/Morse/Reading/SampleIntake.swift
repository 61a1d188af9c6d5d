import Foundation
import Frames

/// Lays samples out on ticks, a little behind their coming, so that levels are known before they are needed.
struct SampleIntake: Sendable {
  private(set) var ticks: Ticks?
  private(set) var scale = LightScale()
  /// Seconds from frame to frame.
  private(set) var interval = 0.0
  /// Samples that are not on ticks yet.
  private var ahead: [LightSample] = []

  /// Seconds of light looked at before anything is read.
  private static let startup = 3.0
  /// Frames looked ahead.
  private static let lookahead = 8
  /// Where frames are close together fewer do: an edge is seen to some milliseconds all the same.
  private(set) var ticksPerFrame = mostTicks
  private static let mostTicks = 5.0
  private static let leastTicks = 3.0
  /// Seconds, about.
  private static let tick = 1 / 150.0
  /// As a share of the frame time. Where dots are whole numbers of frames, edges always come at the same phase, and the
  /// shutter may seem hardly ever open; then all sorts of marks could hide between the frames.
  private static let shortestExposure = 0.3

  /// No camera takes more than 5 000 frames a second.
  private static let shortestInterval = 0.0002

  /// Seconds unseen after which light has nothing to do with what came before. No exposure lasts longer: ticks are made for
  /// all of it.
  private static let longestGap = 5.0

  /// Whether so much time has passed unseen before `sample` that it has nothing to do with what came before.
  func isCutOff(_ sample: LightSample) -> Bool {
    ahead.last.map { sample.start - $0.start > Self.longestGap || sample.start < $0.start - 1 } ?? false
  }

  /// Takes a sample; returns whether there are new ticks.
  mutating func append(_ sample: LightSample) -> Bool {
    if let last = ahead.last, sample.start <= last.start { return false }
    ahead.append(sample)
    guard ticks != nil else {
      return sample.start - ahead[0].start > Self.startup && ahead.count > 2 * Self.lookahead && start()
    }
    scale.see(sample.level - ticks!.zero, at: sample.start, quantum: sample.quantum)
    return advance(keeping: Self.lookahead)
  }

  mutating func finish() -> Bool {
    if ticks == nil, !start() { return false }
    return advance(keeping: 0)
  }

  private mutating func start() -> Bool {
    guard ahead.count > 2 else { return false }
    let intervals = zip(ahead, ahead.dropFirst()).map { $1.start - $0.start }.sorted()
    interval = max(intervals[intervals.count / 2], Self.shortestInterval)
    ticksPerFrame = min(max((interval / Self.tick).rounded(), Self.leastTicks), Self.mostTicks)
    let length = interval / ticksPerFrame
    let levels = ahead.map(\.level).sorted()
    let dark = levels[levels.count / 10]
    ticks = Ticks(origin: ahead[0].start - length, length: length, zero: dark)
    for sample in ahead { scale.see(sample.level - dark, at: sample.start, quantum: sample.quantum) }
    scale.estimateNoise()
    return advance(keeping: Self.lookahead)
  }

  private mutating func advance(keeping count: Int) -> Bool {
    guard ahead.count > count else { return false }
    let new = ahead.prefix(ahead.count - count)
    for (index, sample) in new.enumerated() {
      let exposure = min(max(sample.exposure, Self.shortestExposure * interval), Self.longestGap)
      let end = sample.start + exposure
      let next = index + 1 < ahead.count ? ahead[index + 1].start : end + ticks!.length
      ticks!.append(.init(start: sample.start, end: min(end, next), level: sample.level), until: next)
    }
    ahead.removeFirst(new.count)
    return true
  }

  /// The levels of frames of one state.
  struct Levels {
    var count = 0.0
    var mean = 0.0
    /// Around the mean.
    var variance = 0.0
  }

  /// The levels of the frames that lie wholly between two ticks.
  func levels(from start: Int, to end: Int) -> Levels {
    guard let ticks, start >= ticks.first else { return Levels() }
    let a = ticks[start], b = ticks[end]
    let count = b.ended - a.begun
    guard count >= 2 else { return Levels() }
    let mean = (b.endedLevel - a.begunLevel) / count
    let squares = b.endedSquare - a.begunSquare
    return Levels(count: count, mean: mean, variance: max(0, (squares - count * mean * mean) / (count - 1)))
  }

  /// How much less likely the frames between two ticks are in a light that only drifts than noise alone would make them, in
  /// nats: each frame then lies in the middle of its neighbours, but for noise of one and a half times a frame's variance.
  func restlessness(from start: Int, to end: Int) -> Double {
    guard let ticks, start >= ticks.first else { return 0 }
    let a = ticks[start], b = ticks[end]
    let variance = 1.5 * scale.noise * scale.noise
    return variance > 0 ? 0.5 * ((b.endedBend - a.endedBend) / variance - (b.ended - a.ended)) : 0
  }

  /// Learns the noise, and how fast levels wander, from a stretch of one state.
  mutating func learnLevels(from start: Int, to end: Int, _ kind: SegmentKind, step: Double) {
    guard let ticks else { return }
    let levels = levels(from: start, to: end)
    scale.learn(variance: levels.variance, count: levels.count)
    scale.wander.learn(
      levels.mean, count: levels.count, at: ticks.time(of: (start + end) / 2), kind,
      noise: 1 / (2 * scale.precision(step: step)).squareRoot(), step: step)
  }

  /// Looks anew at the noise; returns whether it is much less than thought.
  mutating func reviewNoise(step: Double) -> Bool {
    let before = scale.precision(step: step)
    scale.estimateNoise()
    return scale.precision(step: step) > 1.4 * before
  }

  mutating func forget(before tick: Int) { ticks?.forget(before: tick) }
}
