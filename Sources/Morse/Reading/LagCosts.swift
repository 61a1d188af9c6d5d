import Foundation

/// The prediction errors of a first-order lag, for each possible share of a change that remains.
struct LagCosts: Sendable {
  /// In nats, of the shares 0, 0.05 ... 0.9 that remain at the next frame.
  private var costs = [Double](repeating: 0, count: count)
  /// The part of these costs that comes from tails: the third change in one direction, and all later ones. An edge within an
  /// exposure makes only two changes. If dots are whole numbers of frames, the ratio of these two is always the same, and looks
  /// like a lag. From the third change on only lag is left.
  private var costsOfTails = [Double](repeating: 0, count: count)

  /// Shares that are compared.
  private static let count = 19
  private static let spacing = 0.05
  /// Lags that leave less than this share to the next frame are harmless, and cannot be distinguished from an edge within an
  /// exposure.
  private static let minimumShare = 0.25
  /// The most that a change costs, in nats: the sender may make any change.
  private static let keyedChangeCost = 4.0
  /// Standard deviation of the prediction error beyond the noise, as a share of the range of levels.
  private static let minimumDeviation = 0.02
  /// By how many nats another share must predict better. A wrong share makes text unreadable.
  private static let requiredLead = 12.0
  /// Among the shares whose costs exceed the lowest by at most this many nats, the smallest is used: undoing too much does more
  /// harm than undoing too little.
  private static let toleratedCost = 3.0
  /// As ``requiredLead``, for ``costsOfTails`` alone.
  private static let requiredLeadOfTails = 3.0
  /// The factor by which the costs decrease per pair.
  private static let memory = 0.995

  /// The prediction of one share for means of several frames.
  struct Prediction {
    /// The share of a change that remains at the next mean.
    var share: Double
    /// `1 / (2 σ²)` of the prediction error.
    var precision: Double
    /// The cost of a wider error distribution, in nats.
    var cost: Double
  }

  /// If `n₀`, `n₁`, `n₂` is the noise of three means in a row and `b` the share, the prediction of the second change has the
  /// error `n₂ - (1 + b) n₁ + b n₀`. Its variance is `2 + 2 b + 2 b²` times that of a mean.
  static func predictions(noise: Double, span: Double, frames: Int) -> [Prediction] {
    let least = minimumDeviation * minimumDeviation * span * span
    let narrowest = 2 * noise * noise + least
    return (0..<count).map { index in
      let share = pow(Double(index) * spacing, Double(frames))
      let variance = noise * noise * (2 + 2 * share + 2 * share * share) + least
      guard variance > 0 else { return Prediction(share: share, precision: 0, cost: 0) }
      return Prediction(share: share, precision: 1 / (2 * variance), cost: 0.5 * log(variance / narrowest))
    }
  }

  /// Two changes in a row, and the level between them.
  struct Pair {
    var level: Double
    var change: Double
    var next: Double
    /// Whether it follows a change in the same direction.
    var isTail: Bool
  }

  /// - Parameters:
  ///   - possible: The range of the level that is approached. An evenly changing level, such as the mean of several pictures,
  ///     would seem to approach a level far away.
  ///   - predictions: See ``predictions(noise:span:frames:)``.
  mutating func add(_ pair: Pair, _ possible: ClosedRange<Double>, _ predictions: [Prediction]) {
    for (index, prediction) in predictions.enumerated() {
      let error = pair.next - prediction.share * pair.change
      // With this order of arguments, NaN costs as much as a large error.
      var cost = min(Self.keyedChangeCost, error * error * prediction.precision + prediction.cost)
      if !possible.contains(pair.level + prediction.share / (1 - prediction.share) * pair.change) {
        cost = Self.keyedChangeCost
      }
      costs[index] = Self.memory * costs[index] + cost
      if pair.isTail { costsOfTails[index] = Self.memory * costsOfTails[index] + cost }
    }
  }

  /// The share that predicts best, if it is certainly better than `present`; else `present`.
  func share(insteadOf present: Double) -> Double {
    let lowest = costs.min()!
    let best = costs.firstIndex { $0 <= lowest + Self.toleratedCost }!
    let now = Int((present / Self.spacing).rounded())
    guard costs[now] - costs[best] > Self.requiredLead,
      costsOfTails[now] - costsOfTails[best] > Self.requiredLeadOfTails
    else { return present }
    let share = Double(best) * Self.spacing
    return share < Self.minimumShare ? 0 : share
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
