import Frames

/// The changes of a light between means of a fixed number of frames. Over more frames, a long lag stands out from the noise.
struct LagScale: Sendable {
  private let frames: Int
  private var sum = (level: 0.0, start: 0.0, count: 0)
  /// The means of this block, after the last three of the one before.
  private var block: [(start: Double, level: Double)] = []
  private var rangeBefore: ClosedRange<Double>?
  /// One standard deviation of the noise of a mean of `frames` frames.
  private var noise: Double?
  /// Usual time from mean to mean, in seconds.
  private(set) var interval = 0.0

  /// Means that are evaluated together.
  private static let blockLength = 32
  /// Smaller changes are ignored, as a share of the range of levels.
  private static let minimumChange = 0.08
  /// The least change before a tail, as a share of the range of levels.
  private static let minimumChangeBefore = 0.03
  /// How far outside the recent levels a lagging lamp's target may lie, as a share of their range.
  private static let targetMargin = 0.5
  /// The largest factor by which the estimate of the noise may grow from one block to the next. A lamp that lags behind fast
  /// keying never rests: with 1.25, its noise was overestimated after some seconds, and its lag was found after 21 s instead of
  /// 12 s.
  private static let maximumNoiseGrowth = 1.05

  init(frames: Int) { self.frames = frames }

  /// Takes a sample, and returns whether it has added to the evidence.
  mutating func take(_ sample: LightSample, _ evidence: inout LagEvidence) -> Bool {
    sum = (sum.level + sample.level, sum.start + sample.start, sum.count + 1)
    guard sum.count == frames else { return false }
    block.append((sum.start / Double(frames), sum.level / Double(frames)))
    sum = (0, 0, 0)
    guard block.count == Self.blockLength + 3 else { return false }
    add(to: &evidence)
    block.removeFirst(Self.blockLength)
    return true
  }

  private mutating func add(to evidence: inout LagEvidence) {
    let levels = block.map(\.level)
    let changes = zip(levels, levels.dropFirst()).map { $1 - $0 }
    let intervals = zip(block, block.dropFirst()).map { $1.start - $0.start }
    let interval = intervals.sorted()[intervals.count / 2]
    self.interval = interval

    let low = levels.min()!, high = levels.max()!
    let range = min(low, rangeBefore?.lowerBound ?? low)...max(high, rangeBefore?.upperBound ?? high)
    rangeBefore = low...high
    let span = range.upperBound - range.lowerBound
    // An eighth of the differences of two normals is below 0.222 σ. In a block that never rests, the differences contain more
    // than the noise.
    let roughness = changes.map(abs).sorted()[changes.count / 8] / 0.222
    let noise = min(roughness, Self.maximumNoiseGrowth * (noise ?? roughness))
    self.noise = noise

    let predictions = LagCosts.predictions(noise: noise, span: span, frames: frames)
    let possible = range.lowerBound - Self.targetMargin * span...range.upperBound + Self.targetMargin * span
    let least = max(Self.minimumChange * span, 2.5 * noise)
    for index in 2..<changes.count {
      let (before, change, next) = (changes[index - 2], changes[index - 1], changes[index])
      guard abs(change) > least, intervals[index - 1...index].allSatisfy({ abs($0 / interval - 1) < 0.3 })
      else { continue }
      let isTail = before * change > 0 && abs(before) > max(Self.minimumChangeBefore * span, 2 * noise)
      let pair = LagCosts.Pair(level: levels[index], change: change, next: next, isTail: isTail)
      if change > 0 {
        evidence.brightening.add(pair, possible, predictions)
      } else {
        evidence.darkening.add(pair, possible, predictions)
      }
    }
  }
}
