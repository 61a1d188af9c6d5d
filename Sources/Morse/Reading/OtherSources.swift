import Foundation

/// What else may switch a light, beside Morse: data in steps of one length, Manchester code, groups of flashes.
///
/// Each predicts every stretch of light or dark and is weighed beside Morse, in nats. Text is believed where Morse is
/// likelier than every one of them.
struct OtherSources: Sendable {
  /// What a light may be that is no Morse.
  enum Source: Sendable {
    case data(bitsPerSecond: Double)
    /// `period` is from group to group, in seconds.
    case flashes(count: Int, period: Double)
  }

  private var data: [DataClock] = []
  private var groups = [Groups(flashes: 2), Groups(flashes: 3)]

  /// By how many nats Morse leads what comes nearest to it.
  private(set) var lead = 0.0

  /// Frames within which edges are alike; as many as ``PathSearch`` takes where the light is clear.
  private static let slack = 0.25
  /// More than this is not saved up against later doubts, nor so much against what comes next.
  private static let range = -8.0...30.0

  /// What comes nearest to Morse, or is likelier, as far as it explains the light better than lengths of nothing in particular.
  var likeliest: Source? {
    let clock = data.min { $0.lead < $1.lead }
    let group = groups.min { $0.lead.nats < $1.lead.nats }
    guard let clock, let group else { return nil }
    if clock.lead < group.lead.nats {
      return clock.evidence > Self.enough ? .data(bitsPerSecond: clock.bitsPerSecond) : nil
    }
    return group.lead.evidence > Self.enough ? .flashes(count: group.flashes, period: group.period) : nil
  }

  /// As many nats as ``MessageGate`` asks of Morse.
  private static let enough = 14.0

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
    let slack = Self.slack / max(stretch.frames, 1)
    for index in data.indices { data[index].take(stretch, slack: slack) }
    for index in groups.indices { groups[index].take(stretch, slack: slack) }
    compare()
  }

  /// The lengths that were taken last were a code word's, which the text before makes more probable by so many nats: that Morse
  /// alone explains.
  mutating func take(gain: Double) {
    for index in data.indices { data[index].take(gain: gain) }
    for index in groups.indices { groups[index].lead.take(gain: gain) }
    compare()
  }

  private mutating func compare() {
    lead = min(data.map(\.lead).min() ?? 0, groups.map(\.lead.nats).min() ?? 0)
  }

  /// By how many nats Morse leads one of them.
  fileprivate struct Lead: Sendable {
    private(set) var nats = 0.0
    /// By how many nats the source leads lengths of nothing in particular.
    private(set) var evidence = 0.0

    /// - Parameters:
    ///   - density: The logarithm of the probability of a stretch, over that of lengths of nothing in particular.
    ///   - morse: The same in Morse; as the reading has it, if not given.
    mutating func take(_ stretch: MessageGate.Stretch, density: Double, morse: Double? = nil) {
      let weight = max(0.5, stretch.weight)
      let density = max(density, OtherSources.least)
      nats += weight * ((morse ?? stretch.surplus ?? stretch.regularity) - density)
      evidence += weight * density
      take(gain: 0)
      evidence = min(OtherSources.range.upperBound, max(OtherSources.range.lowerBound, evidence))
    }

    /// The text speaks for Morse.
    mutating func take(gain: Double) {
      nats = min(OtherSources.range.upperBound, max(OtherSources.range.lowerBound, nats + gain))
    }
  }

  /// Nothing is as improbable as a source makes it: any may stumble once.
  fileprivate static let least = -3.0

  /// The density of the logarithm of a length around another, over that of lengths known to a factor of two.
  ///
  /// - Parameter slack: Within so wide a part of the mean all lengths are alike, and their densities add up (as in
  ///   ``Hand/Length``): the edges stand where the reading of Morse wanted them.
  fileprivate static func density(
    _ length: Double, around mean: Double, _ deviation: Double, slack: Double
  ) -> Double {
    let z = max(0, abs(log(length / mean)) - slack / 2) / deviation
    return 2.9 * min(1 / slack, 0.3989 / deviation) * exp(-0.5 * z * z)
  }
}

/// Bits at a clock's step.
private struct DataClock: Sendable {
  /// In seconds.
  private var step: Double
  /// By how many steps light is longer and darkness shorter: bright light blooms, and lamps glow late.
  private var excess = 0.0
  private let isManchester: Bool
  /// Begins as a machine's in ``Hand/styles``.
  private var spread = Hand.Spread(deviation: 0.12)
  /// By how much Morse as the reading has it, and Morse that keeps to this clock, lead. A reading is slow to be as sharp as the
  /// clock where a sender has changed the speed.
  private var reading = OtherSources.Lead()
  private var machine = OtherSources.Lead()

  /// A bit of Manchester code has two halves, and a step is one of them.
  var bitsPerSecond: Double { 1 / (isManchester ? 2 * step : step) }

  var lead: Double { max(reading.nats, machine.nats) }
  var evidence: Double { reading.evidence }

  init(step: Double, isManchester: Bool) {
    self.step = step
    self.isManchester = isManchester
  }

  /// What ``Hand`` comes to with the even lengths of a machine, where the means are known to 3 % as well: neither is to win
  /// by being surer.
  private static let sharpest = 0.05

  /// Longer runs of random bits are rare: one in 128.
  private static let most = 7
  /// In steps.
  private static let mostExcess = 0.4

  mutating func take(gain: Double) {
    reading.take(gain: gain)
    machine.take(gain: gain)
  }

  mutating func take(_ stretch: MessageGate.Stretch, slack: Double) {
    let deviation = max(Self.sharpest, spread.variance.squareRoot())
    let excess = stretch.isLit ? excess : -excess
    func density(_ count: Int, _ deviation: Double) -> Double {
      OtherSources.density(stretch.seconds, around: (Double(count) + excess) * step, deviation, slack: slack)
    }
    var sum = 0.0
    for count in 1...(isManchester ? 2 : Self.most) {
      // Of random bits one run in two is of one bit, one in four of two; in Manchester code runs are of one half bit or two.
      let share = isManchester ? (count == 1 ? 2 / 3.0 : 1 / 3.0) : exp2(-Double(count))
      sum += share * density(count, deviation)
    }
    // The shares are those of ``Hand``; between words it is dark for seven units, or much longer.
    let morse =
      stretch.isLit
      ? 0.56 * density(1, deviation) + 0.44 * density(3, deviation)
      : 0.62 * density(1, deviation) + 0.26 * density(3, deviation) + 0.12 * density(7, 0.5)
    reading.take(stretch, density: log(max(sum, 1e-9)))
    machine.take(stretch, density: log(max(sum, 1e-9)), morse: max(OtherSources.least, log(max(morse, 1e-9))))
    let steps = stretch.seconds / step
    let count = Int(min(Double(Self.most) + 1, steps.rounded()))
    guard count >= 1, count <= Self.most else { return }
    let mean = Double(count) + excess
    spread.learn(min(2.5 * deviation, max(-2.5 * deviation, log(steps / mean))), beyond: 0)
    step *= 1 + 0.1 * (steps - mean) / Double(count)
    self.excess += (stretch.isLit ? 0.05 : -0.05) * (steps - mean)
    self.excess = min(Self.mostExcess, max(-Self.mostExcess, self.excess))
  }
}

/// Groups of flashes as lighthouses and heartbeats have them: what comes is what came a group ago.
private struct Groups: Sendable {
  let flashes: Int
  /// No clock is better than a camera's.
  private static let deviation = 0.056
  /// The last group's stretches, in seconds, oldest first.
  private var past: [Double] = []
  fileprivate var lead = OtherSources.Lead()

  /// Of the last group, in seconds.
  var period: Double { past.reduce(0, +) }

  init(flashes: Int) { self.flashes = flashes }

  mutating func take(_ stretch: MessageGate.Stretch, slack: Double) {
    var density = 0.0
    if past.count == 2 * flashes {
      // Where all pauses are alike it blinks: the gate knows that by itself.
      let pauses = past.indices.filter { stretch.isLit == ($0 % 2 == 1) }.map { past[$0] }
      let isGroup = pauses.max()! > 1.35 * pauses.min()!
      density =
        !isGroup
        ? 0
        : log(
          max(
            1e-9, OtherSources.density(stretch.seconds, around: past[0], Self.deviation, slack: 1.41 * slack))
        )
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
