import Foundation
import Light

/// How lamps and cameras lag behind the key, and what the light would be if they did not: a filament takes its time to
/// glow and to cool, and webcams hide noise by blending each picture with the one before.
///
/// Either nears its new level by the same share from frame to frame (a first-order lag): what a change leaves to be done,
/// a share `b` of it, goes on to the next frame. So a change that nobody keyed is `b` times the one before it, and what is
/// being neared is `level + b / (1 - b) × change`. Brightening and darkening have a `b` each: filaments cool more slowly
/// than they warm.
struct Lag: Sendable {
  /// What remains of a change at the next frame, 0..<1.
  private(set) var brightening = 0.0
  private(set) var darkening = 0.0

  private var evidence = LagEvidence()
  private var scales = [1, 2, 4].map(LagScale.init)
  private var last: LightSample?

  /// From a lag that differs by so much on, what was read is worth reading anew.
  private static let notable = 0.15

  /// Seconds from frame to frame, as a rule.
  private var interval: Double { scales[0].interval }

  /// The sample as it would be without lag, after the one that was given before.
  mutating func undo(_ sample: LightSample) -> LightSample {
    defer { last = sample }
    guard let last, interval > 0 else { return sample }
    let change = sample.level - last.level
    let share = change > 0 ? brightening : darkening
    guard share > 0 else { return sample }
    // Stamps stray: no frame is nearer to the last one than the others are.
    let remains = pow(share, max(1, (sample.start - last.start) / interval))
    var prompt = sample
    prompt.level += remains / (1 - remains) * change
    return prompt
  }

  /// The next sample to be undone follows no other.
  mutating func pause() { last = nil }

  /// Learns from a sample; returns whether the lag is notably another than was thought.
  mutating func learn(_ sample: LightSample) -> Bool {
    var hasLearned = false
    for index in scales.indices where scales[index].take(sample, &evidence) { hasLearned = true }
    guard hasLearned else { return false }
    let before = (brightening, darkening)
    brightening = evidence.brightening.share(insteadOf: brightening)
    darkening = evidence.darkening.share(insteadOf: darkening)
    if brightening == darkening {
      // Together they tell sooner: cameras blend alike either way.
      brightening = (evidence.brightening + evidence.darkening).share(insteadOf: brightening)
      darkening = brightening
    }
    return abs(brightening - before.0) > Self.notable || abs(darkening - before.1) > Self.notable
  }
}

/// The changes of a light from one mean of so many frames to the next: over more of them, what lags for long stands out of
/// the noise.
struct LagScale: Sendable {
  private let frames: Int
  private var sum = (level: 0.0, start: 0.0, count: 0)
  /// The means of this block, after the last three of the one before.
  private var block: [(start: Double, level: Double)] = []
  private var rangeBefore: ClosedRange<Double>?
  /// One standard deviation of a mean.
  private var noise: Double?
  /// Seconds from mean to mean, as a rule.
  private(set) var interval = 0.0

  /// Means looked at together.
  private static let blockLength = 32
  /// Changes by less than this share of the range of levels tell nothing.
  private static let leastChange = 0.08
  /// A change by less than this share may be nothing but what noise is not.
  private static let leastBefore = 0.03
  /// How far behind the levels of late the lamp may be that lags behind, as a share of their range.
  private static let beyond = 0.5

  init(frames: Int) { self.frames = frames }

  /// Returns whether it has added to the evidence.
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
    // An eighth of the differences of two normals is below 0.222 σ. A block without rest tells more than the noise.
    let roughness = changes.map(abs).sorted()[changes.count / 8] / 0.222
    let noise = min(roughness, 1.25 * (noise ?? roughness))
    self.noise = noise

    let doubts = LagCosts.doubts(noise: noise, span: span, frames: frames)
    let possible = range.lowerBound - Self.beyond * span...range.upperBound + Self.beyond * span
    let least = max(Self.leastChange * span, 2.5 * noise)
    for index in 2..<changes.count {
      let (before, change, next) = (changes[index - 2], changes[index - 1], changes[index])
      guard abs(change) > least, intervals[index - 1...index].allSatisfy({ abs($0 / interval - 1) < 0.3 })
      else { continue }
      let isTail = before * change > 0 && abs(before) > max(Self.leastBefore * span, 2 * noise)
      let pair = LagCosts.Pair(level: levels[index], change: change, next: next, isTail: isTail)
      if change > 0 {
        evidence.brightening.add(pair, possible, doubts)
      } else {
        evidence.darkening.add(pair, possible, doubts)
      }
    }
  }
}

/// What is known of a light's lag.
struct LagEvidence: Sendable {
  var brightening = LagCosts()
  var darkening = LagCosts()
}

/// How badly each share of a change foretells the next one.
struct LagCosts: Sendable {
  /// In nats, of the shares 0, 0.05 ... 0.9 that remain at the next frame.
  private var costs = [Double](repeating: 0, count: count)
  /// Of these, what the changes behind two others say: an edge within an exposure makes two, which may be in any ratio, and
  /// always in the same one where dots are whole numbers of frames. From the third on there is nothing but lag.
  private var costsOfTails = [Double](repeating: 0, count: count)

  private static let count = 19
  private static let spacing = 0.05
  /// Lags that leave less to the next frame than this do no harm, and can't be told from an exposure that is cut by an edge.
  private static let least = 0.25
  /// A change the sender made may be any: it costs so much, in nats, and no more.
  private static let key = 4.0
  /// What no model of light foresees, as a share of the range of levels.
  private static let leastDoubt = 0.02
  /// How much better another share must foretell, in nats: a wrong one makes text unreadable.
  private static let certainty = 12.0
  /// Of shares that foretell hardly worse than the best, by so many nats, the least is taken: to undo too much does more harm
  /// than to undo too little.
  private static let caution = 3.0
  private static let certaintyOfTails = 3.0
  /// How much of what is known remains at the next pair.
  private static let memory = 0.995

  /// What a share foretells of means of several frames.
  struct Doubt {
    /// What remains of a change at the next mean.
    var share: Double
    /// `1 / (2 σ²)` of the error of what it foretells.
    var precision: Double
    /// What the error's width costs, in nats.
    var cost: Double
  }

  /// The error of a pair of changes, `n₂ - (1 + b) n₁ + b n₀`, has the variance `2 + 2 b + 2 b²` of a mean.
  static func doubts(noise: Double, span: Double, frames: Int) -> [Doubt] {
    let least = leastDoubt * leastDoubt * span * span
    let narrowest = 2 * noise * noise + least
    return (0..<count).map { index in
      let share = pow(Double(index) * spacing, Double(frames))
      let variance = noise * noise * (2 + 2 * share + 2 * share * share) + least
      guard variance > 0 else { return Doubt(share: share, precision: 0, cost: 0) }
      return Doubt(share: share, precision: 1 / (2 * variance), cost: 0.5 * log(variance / narrowest))
    }
  }

  /// A change, the level that it led to, and the change after it.
  struct Pair {
    var level: Double
    var change: Double
    var next: Double
    /// Whether it lies behind a change of the same direction.
    var isTail: Bool
  }

  /// - Parameters:
  ///   - possible: Where the light may be that is being neared. What goes on evenly, as the mean of several pictures does,
  ///     would be neared from far away.
  ///   - doubts: See ``doubts(noise:span:frames:)``.
  mutating func add(_ pair: Pair, _ possible: ClosedRange<Double>, _ doubts: [Doubt]) {
    for (index, doubt) in doubts.enumerated() {
      let error = pair.next - doubt.share * pair.change
      // In this order what is not a number costs as much as what is far.
      var cost = min(Self.key, error * error * doubt.precision + doubt.cost)
      if !possible.contains(pair.level + doubt.share / (1 - doubt.share) * pair.change) { cost = Self.key }
      costs[index] = Self.memory * costs[index] + cost
      if pair.isTail { costsOfTails[index] = Self.memory * costsOfTails[index] + cost }
    }
  }

  /// The share that foretells best, where it is certain that it does better than `present`.
  func share(insteadOf present: Double) -> Double {
    let lowest = costs.min()!
    let best = costs.firstIndex { $0 <= lowest + Self.caution }!
    let now = Int((present / Self.spacing).rounded())
    guard costs[now] - costs[best] > Self.certainty,
      costsOfTails[now] - costsOfTails[best] > Self.certaintyOfTails
    else { return present }
    let share = Double(best) * Self.spacing
    return share < Self.least ? 0 : share
  }

  static func + (one: LagCosts, other: LagCosts) -> LagCosts {
    var sum = one
    for index in sum.costs.indices {
      sum.costs[index] += other.costs[index]
      sum.costsOfTails[index] += other.costsOfTails[index]
    }
    return sum
  }
}
