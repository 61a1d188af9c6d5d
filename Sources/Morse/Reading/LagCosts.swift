import Foundation

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
