import Foundation

/// What else may switch a light, beside Morse: data in steps of one length, Manchester code, groups of flashes.
///
/// Each predicts every stretch of light or dark and is weighed beside Morse, in nats. Text is believed where Morse is
/// likelier than every one of them.
struct OtherSources: Sendable {
  private var data: [DataClock] = []
  private var groups = [Groups(flashes: 2), Groups(flashes: 3)]

  /// By how many nats Morse leads what comes nearest to it.
  private(set) var lead = 0.0

  /// More than this is not saved up against later doubts, nor so much against what comes next.
  private static let range = -8.0...30.0

  mutating func take(_ stretch: MessageGate.Stretch) {
    guard stretch.length > 0, stretch.seconds > 0 else { return }
    let unit = stretch.seconds / stretch.length
    if data.isEmpty {
      data = [0.5, 0.63, 0.8, 1, 1.26, 1.6].flatMap { steps in
        [
          DataClock(step: unit * steps, isManchester: false),
          DataClock(step: unit * steps, isManchester: true),
        ]
      }
    }
    // An edge is known to a part of a frame, and no clock is better than a camera's.
    let deviation = (0.04 * 0.04 + 0.09 / (stretch.frames * stretch.frames)).squareRoot()
    for index in data.indices { data[index].take(stretch) }
    for index in groups.indices { groups[index].take(stretch, deviation: deviation) }
    lead = min(data.map(\.lead.nats).min() ?? 0, groups.map(\.lead.nats).min() ?? 0)
  }

  /// By how many nats Morse leads one of them.
  fileprivate struct Lead: Sendable {
    private(set) var nats = 0.0

    /// - Parameter density: The logarithm of the probability of a stretch, over that of lengths of nothing in particular.
    mutating func take(_ stretch: MessageGate.Stretch, density: Double) {
      let gain =
        max(0.5, stretch.weight)
        * ((stretch.surplus ?? stretch.regularity) - max(density, OtherSources.least))
      nats = min(OtherSources.range.upperBound, max(OtherSources.range.lowerBound, nats + gain))
    }
  }

  /// Nothing is as improbable as a source makes it: any may stumble once.
  private static let least = -3.0

  /// The density of the logarithm of a length around another, over that of lengths known to a factor of two.
  fileprivate static func density(_ length: Double, around mean: Double, _ deviation: Double) -> Double {
    let z = log(length / mean) / deviation
    return 2.9 * 0.3989 / deviation * exp(-0.5 * z * z)
  }
}

/// Bits at a clock's step.
private struct DataClock: Sendable {
  /// In seconds.
  private var step: Double
  /// By how many steps light of a number of steps is longer than these, and the same of darkness: bright light blooms, lamps
  /// glow late, and a camera in step with the clock sees each edge at the same place of a frame. In ``Hand``, too, each kind of
  /// duration has a mean of its own.
  private var lit = SIMD8<Double>()
  private var dark = SIMD8<Double>()
  private let isManchester: Bool
  /// Begins as a machine's in ``Hand/styles``.
  private var spread = Hand.Spread(deviation: 0.12)
  fileprivate private(set) var lead = OtherSources.Lead()

  init(step: Double, isManchester: Bool) {
    self.step = step
    self.isManchester = isManchester
  }

  /// What ``Hand`` comes to with the even lengths of a machine, where the means are known to 3 % as well: neither is to win
  /// by being surer.
  private static let sharpest = 0.05
  /// Frames within which all edges are alike to ``Hand/Length``.
  private static let edge = 0.2

  /// Longer runs of random bits are rare: one in 128.
  private static let most = 7
  /// In steps.
  private static let mostExcess = 0.4

  mutating func take(_ stretch: MessageGate.Stretch) {
    let deviation = max(Self.sharpest, Self.edge / stretch.frames, spread.variance.squareRoot())
    let excess = stretch.isLit ? lit : dark
    var sum = 0.0
    for count in 1...(isManchester ? 2 : Self.most) {
      // Of random bits one run in two is of one bit, one in four of two; in Manchester code runs are of one half bit or two.
      let share = isManchester ? (count == 1 ? 2 / 3.0 : 1 / 3.0) : exp2(-Double(count))
      let mean = (Double(count) + excess[count]) * step
      sum += share * OtherSources.density(stretch.seconds, around: mean, deviation)
    }
    lead.take(stretch, density: log(max(sum, 1e-9)))
    let steps = stretch.seconds / step
    let count = Int(min(Double(Self.most) + 1, steps.rounded()))
    guard count >= 1, count <= Self.most else { return }
    let mean = Double(count) + excess[count]
    spread.learn(min(2.5 * deviation, max(-2.5 * deviation, log(steps / mean))), beyond: 0)
    step *= 1 + 0.1 * (steps - mean) / Double(count)
    let learned = min(Self.mostExcess, max(-Self.mostExcess, excess[count] + 0.05 * (steps - mean)))
    if stretch.isLit { lit[count] = learned } else { dark[count] = learned }
  }
}

/// Groups of flashes as lighthouses and heartbeats have them: what comes is what came a group ago.
private struct Groups: Sendable {
  private let flashes: Int
  /// The last group's stretches, in seconds, oldest first.
  private var past: [Double] = []
  fileprivate private(set) var lead = OtherSources.Lead()

  init(flashes: Int) { self.flashes = flashes }

  mutating func take(_ stretch: MessageGate.Stretch, deviation: Double) {
    var density = 0.0
    if past.count == 2 * flashes {
      // Where all pauses are alike it blinks: the gate knows that by itself.
      let pauses = past.indices.filter { stretch.isLit == ($0 % 2 == 1) }.map { past[$0] }
      let isGroup = pauses.max()! > 1.35 * pauses.min()!
      density =
        !isGroup
        ? 0 : log(max(1e-9, OtherSources.density(stretch.seconds, around: past[0], 1.41 * deviation)))
      past.removeFirst()
    }
    // Three flashes are alike; of two, one may be longer.
    if flashes > 2, stretch.isLit, past.count > 1, abs(log(stretch.seconds / past[past.count - 2])) > 0.3 {
      density = -.infinity
    }
    past.append(stretch.seconds)
    lead.take(stretch, density: density)
  }
}
