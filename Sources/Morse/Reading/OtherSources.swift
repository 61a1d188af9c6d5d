import Foundation

/// Sources other than Morse that switch a light: data in steps of one length, Manchester code, groups of flashes, irregular
/// flashes.
///
/// Each source predicts every segment of light or dark, and is compared with Morse, in nats. Text is reported only if Morse is
/// likelier than every one of them.
struct OtherSources: Sendable {
  /// A kind of light that is not Morse.
  enum Source: Sendable {
    case data(bitsPerSecond: Double)
    /// `period` is from group to group, in seconds.
    case flashes(count: Int, period: Double)
  }

  private var data: [DataClock] = []
  /// The unit of the reading when the clocks began, in seconds.
  private var firstUnit = 0.0
  private var groups = [FlashGroups(flashes: 2), FlashGroups(flashes: 3)]
  private var irregularFlashes = IrregularFlashes()

  /// By how many nats Morse leads the likeliest other source.
  private(set) var morseLead = 0.0

  /// Uncertainty of edges, in frames: that of ``PathSearch`` at high contrast.
  private static let edgeSlack = 0.25
  /// Limits of the evidence, in nats, so that later evidence can take effect.
  private static let evidenceRange = -8.0...30.0

  /// The source that comes nearest to Morse, or is likelier; `nil` if it does not explain the light better than random lengths.
  var likeliest: Source? {
    let clock = data.min { $0.morseLead < $1.morseLead }
    let group = groups.min { $0.lead.nats < $1.lead.nats }
    guard let clock, let group else { return nil }
    if clock.morseLead < group.lead.nats {
      return clock.evidence > Self.requiredEvidence ? .data(bitsPerSecond: clock.bitsPerSecond) : nil
    }
    return group.lead.evidence > Self.requiredEvidence
      ? .flashes(count: group.flashes, period: group.period) : nil
  }

  /// Evidence, in nats, for a source over random lengths: as much as ``MessageGate`` requires of Morse.
  private static let requiredEvidence = 14.0

  mutating func take(_ segment: MessageGate.Segment) {
    guard segment.length > 0, segment.seconds > 0 else { return }
    let unit = segment.seconds / segment.length
    if unit > 2 * firstUnit || firstUnit > 2 * unit {
      // The clocks learn smaller changes of speed. The new clocks keep Morse's least lead over the old ones.
      firstUnit = unit
      let lead = max(0, data.map(\.morseLead).min() ?? 0)
      data = [0.5, 0.63, 0.8, 1, 1.26, 1.6].flatMap { steps in
        [false, true].map { DataClock(step: unit * steps, isManchester: $0, morseLead: lead) }
      }
    }
    let slack = Self.edgeSlack / max(segment.frames, 1)
    for index in data.indices { data[index].take(segment, slack: slack) }
    for index in groups.indices { groups[index].take(segment, slack: slack) }
    irregularFlashes.take(segment, slack: slack)
    compare()
  }

  /// Adds `gain` nats for Morse. The preceding text makes the last code word more probable by this gain, and only Morse
  /// explains that.
  mutating func take(gain: Double) {
    for index in data.indices { data[index].take(gain: gain) }
    for index in groups.indices { groups[index].lead.take(gain: gain) }
    irregularFlashes.lead.take(gain: gain)
    compare()
  }

  private mutating func compare() {
    let leads = data.map(\.morseLead) + groups.map(\.lead.nats) + [irregularFlashes.lead.nats]
    morseLead = leads.min() ?? 0
  }

  /// By how many nats Morse leads one source.
  struct Lead: Sendable {
    private(set) var nats = 0.0
    /// By how many nats the source leads random lengths.
    private(set) var evidence = 0.0

    /// - Parameters:
    ///   - density: The logarithm of the probability of a segment, over that of random lengths.
    ///   - morse: The same in Morse; by default that of the reading.
    mutating func take(_ segment: MessageGate.Segment, density: Double, morse: Double? = nil) {
      let weight = max(0.5, segment.weight)
      let density = max(density, OtherSources.minimumDensity)
      nats += weight * ((morse ?? segment.unweightedRegularity ?? segment.regularity) - density)
      evidence += weight * density
      take(gain: 0)
      evidence = min(
        OtherSources.evidenceRange.upperBound, max(OtherSources.evidenceRange.lowerBound, evidence))
    }

    /// Adds evidence of the text for Morse.
    mutating func take(gain: Double) {
      nats = min(
        OtherSources.evidenceRange.upperBound, max(OtherSources.evidenceRange.lowerBound, nats + gain))
    }
  }

  /// The least logarithm of a density: any source may have an error once.
  fileprivate static let minimumDensity = -3.0

  /// The density of the logarithm of a length around a mean, divided by that of random lengths. The 2.9 of random lengths is
  /// explained at `PathSearch.randomLengthDensity`.
  ///
  /// - Parameter slack: Within this share of the mean all lengths are equal, and their densities add up (as in
  ///   ``SenderTiming/Length``), because the Morse reading has placed the edges.
  static func density(
    _ length: Double, around mean: Double, _ deviation: Double, slack: Double
  ) -> Double {
    let z = max(0, abs(log(length / mean)) - slack / 2) / deviation
    return 2.9 * min(1 / slack, 0.3989 / deviation) * exp(-0.5 * z * z)
  }
}

/// Data: bits at the step of a clock.
private struct DataClock: Sendable {
  /// The leads of Morse over data: with the reading's timing, and with the timing of the clock. After a change of speed the
  /// reading's timing takes long to become as precise as the clock.
  private struct Leads: Sendable {
    private var ofReading = OtherSources.Lead()
    private var ofClock = OtherSources.Lead()

    var nats: Double { max(ofReading.nats, ofClock.nats) }
    var evidence: Double { ofReading.evidence }

    /// - Parameters:
    ///   - density: See ``OtherSources/Lead/take(_:density:morse:)``.
    ///   - morse: The same in Morse with the timing of the clock.
    mutating func take(_ segment: MessageGate.Segment, density: Double, morse: Double) {
      ofReading.take(segment, density: density)
      ofClock.take(segment, density: density, morse: morse)
    }

    mutating func take(gain: Double) {
      ofReading.take(gain: gain)
      ofClock.take(gain: gain)
    }
  }

  /// In seconds.
  private var step: Double
  /// By how many steps light is longer and darkness shorter: bright light blooms, and lamps have afterglow.
  private var excess = 0.0
  private let isManchester: Bool
  /// Starts with the deviation of a machine in ``SenderTiming/styles``.
  private var spread = SenderTiming.Spread(deviation: 0.12)
  /// The leads of Morse over random bits, half of which are followed by a different bit, and over bits with any such share.
  private var overRandomBits = Leads()
  private var overChance = Leads()

  /// A bit of Manchester code has two halves, and a step is one of them.
  var bitsPerSecond: Double { 1 / (isManchester ? 2 * step : step) }

  var morseLead: Double { min(overRandomBits.nats, overChance.nats) }
  var evidence: Double { overRandomBits.evidence }

  init(step: Double, isManchester: Bool, morseLead: Double) {
    self.step = step
    self.isManchester = isManchester
    take(gain: morseLead)
  }

  /// The least standard deviation of the logarithm of a length. ``SenderTiming`` has the same one for a machine's regular
  /// lengths, if their means are known to 3 % too. So neither Morse nor data wins only because its deviation is smaller.
  private static let minimumDeviation = 0.05

  /// Of the runs of random bits, one in two has one bit, one in four has two.
  private static let shares = SIMD8(0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0)
  /// How often a bit of light, and of darkness, is followed by the other in a light that something switches by chance.
  private var lightEnds = RunEnds()
  private var darknessEnds = RunEnds()
  /// The shares of Morse: those of ``SenderTiming`` for a machine that keys dashes of three steps, until others are learned.
  private var marks = MarkLengths()
  private var gaps = RunLengths(prior: SIMD8(0.6, 0.1, 0.2, 0.04, 0.02, 0.02, 0.02, 0))
  /// The probability that the last change was in the middle of a bit of Manchester code.
  private var middleProbability = 0.5

  /// The longest run, in bits. Longer runs of random bits are rare: one in 128.
  private static let longestRun = 7
  /// Limit of ``excess``, in steps.
  private static let largestExcess = 0.4

  mutating func take(gain: Double) {
    overRandomBits.take(gain: gain)
    overChance.take(gain: gain)
  }

  mutating func take(_ segment: MessageGate.Segment, slack: Double) {
    let deviation = max(Self.minimumDeviation, spread.variance.squareRoot())
    let excess = segment.isLit ? excess : -excess
    func density(_ count: Int, _ deviation: Double) -> Double {
      OtherSources.density(segment.seconds, around: (Double(count) + excess) * step, deviation, slack: slack)
    }
    var lengths = SIMD8<Double>.zero
    for count in 1...Self.longestRun { lengths[count - 1] = density(count, deviation) }
    let dataDensity: Double
    let chanceDensity: Double
    if isManchester {
      // From the middle of a bit the next change comes after one step or two; from between two bits always after one.
      let short = middleProbability * 0.5 + (1 - middleProbability), long = middleProbability * 0.5
      dataDensity = short * lengths[0] + long * lengths[1]
      let nextMiddleProbability = (1 - middleProbability) * lengths[0] + long * lengths[1]
      chanceDensity = dataDensity
      middleProbability = dataDensity > 1e-9 ? min(0.99, max(0.01, nextMiddleProbability / dataDensity)) : 0.5
    } else {
      dataDensity = (lengths * Self.shares).sum()
      chanceDensity = segment.isLit ? lightEnds.take(lengths) : darknessEnds.take(lengths)
    }
    // Between words it is dark for seven units, or much longer.
    let morseDensity =
      segment.isLit ? marks.take(lengths) : 0.88 * gaps.take(lengths) + 0.12 * density(7, 0.5)
    let morse = max(OtherSources.minimumDensity, log(max(morseDensity, 1e-9)))
    overRandomBits.take(segment, density: log(max(dataDensity, 1e-9)), morse: morse)
    overChance.take(segment, density: log(max(chanceDensity, 1e-9)), morse: morse)
    let steps = segment.seconds / step
    let count = Int(min(Double(Self.longestRun) + 1, steps.rounded()))
    guard count >= 1, count <= Self.longestRun else { return }
    let mean = Double(count) + excess
    spread.learn(min(2.5 * deviation, max(-2.5 * deviation, log(steps / mean))), beyond: 0)
    step *= 1 + 0.1 * (steps - mean) / Double(count)
    self.excess += (segment.isLit ? 0.05 : -0.05) * (steps - mean)
    self.excess = min(Self.largestExcess, max(-Self.largestExcess, self.excess))
  }
}

/// How probably a run ends after each step, if that does not depend on its length so far: lengths have a geometric distribution.
private struct RunEnds: Sendable {
  /// Ends and steps so far, including the prior: half of random bits are followed by a different bit.
  private var ends = 0.5 * priorWeight
  private var steps = priorWeight
  /// The prior counts as much as this many steps: it is as weak as that of ``RunLengths``.
  private static let priorWeight = 8.0
  private static let counts = SIMD8<Double>(1, 2, 3, 4, 5, 6, 7, 8)

  /// Learns from a run, and returns its density before.
  ///
  /// - Parameter lengths: The density of its length as a run of one step, of two, and so on.
  mutating func take(_ lengths: SIMD8<Double>) -> Double {
    var parts = SIMD8<Double>.zero
    var share = ends / steps
    for index in parts.indices {
      parts[index] = share * lengths[index]
      share *= 1 - ends / steps
    }
    let total = parts.sum()
    guard total > 1e-9 else { return total }
    ends += 1
    steps += (parts * Self.counts).sum() / total
    return total
  }
}

/// How often a sender that keys by a clock sends runs of one step, two, and so on. Morse has three lengths of gaps, but a
/// machine's may be any number of steps.
private struct RunLengths: Sendable {
  private var counts: SIMD8<Double>
  /// The prior counts as much as this many runs.
  private static let priorWeight = 4.0

  init(prior: SIMD8<Double>) { counts = (prior + 0.01) * Self.priorWeight }

  /// Learns from a run, and returns its density before.
  ///
  /// - Parameter lengths: The density of its length as a run of one step, of two, and so on.
  mutating func take(_ lengths: SIMD8<Double>) -> Double {
    let parts = counts * lengths
    let (total, sum) = (parts.sum(), counts.sum())
    if total > 1e-9 { counts += parts / total }
    return total / sum
  }
}

/// The lengths of the marks of a machine that keys by a clock: two lengths, each a whole number of steps.
private struct MarkLengths: Sendable {
  /// The lengths of dot and dash, in steps. As SenderTiming limits it, a dash is at least 1.9 dots.
  private static let pairs = (1...3).flatMap { dot in (2 * dot...7).map { (dot: dot, dash: $0) } }
  /// The probability of each pair.
  private var weights = initialWeights
  /// The numbers of marks so far if a pair is the right one, including the prior.
  private var dots = SIMD16(repeating: SenderTiming.dotShare * priorWeight)
  private var dashes = SIMD16(repeating: SenderTiming.dashShare * priorWeight)
  /// The prior shares of dots and dashes count as much as this many marks.
  private static let priorWeight = 4.0
  /// The least probability of a pair, so that it may gain when the sender changes.
  private static let minimumWeight = 1e-4
  /// Most machines have dashes of three dots.
  private static let initialWeights = {
    var weights = SIMD16<Double>.zero
    for (index, pair) in pairs.enumerated() { weights[index] = pair.dash == 3 * pair.dot ? 4 : 1 }
    return weights / weights.sum()
  }()

  /// Learns from a mark, and returns its density before.
  ///
  /// - Parameter lengths: The density of its length as a run of one step, of two, and so on.
  mutating func take(_ lengths: SIMD8<Double>) -> Double {
    var (dot, dash) = (SIMD16<Double>.zero, SIMD16<Double>.zero)
    for (index, pair) in Self.pairs.enumerated() {
      dot[index] = lengths[pair.dot - 1]
      dash[index] = lengths[pair.dash - 1]
    }
    dot *= dots / (dots + dashes)
    dash *= dashes / (dots + dashes)
    let total = (weights * (dot + dash)).sum()
    guard total > 1e-9 else { return total }
    weights = (weights * (dot + dash) / total).clamped(
      lowerBound: SIMD16(repeating: Self.minimumWeight), upperBound: .one)
    weights /= weights.sum()
    let sum = dot + dash + 1e-12
    dots += dot / sum
    dashes += dash / sum
    return total
  }
}

/// Groups of flashes, as lighthouses and heartbeats send them: each segment is as long as the same segment of the last group.
private struct FlashGroups: Sendable {
  let flashes: Int
  /// Standard deviation of the logarithm of a length, limited by the camera's clock.
  private static let deviation = 0.056
  /// The lengths of the last segments, in seconds, oldest first: at most one group.
  private var past: [Double] = []
  fileprivate var lead = OtherSources.Lead()

  /// Length of the last group, in seconds.
  var period: Double { past.reduce(0, +) }

  init(flashes: Int) { self.flashes = flashes }

  mutating func take(_ segment: MessageGate.Segment, slack: Double) {
    var density = 0.0
    if past.count == 2 * flashes {
      // If all marks and all pauses are equal, the light blinks; the gate detects that itself.
      if areUnequal(from: 0) || areUnequal(from: 1) {
        let ofGroup = OtherSources.density(
          segment.seconds, around: past[0], Self.deviation, slack: 1.41 * slack)
        density = log(max(1e-9, ofGroup))
      }
      past.removeFirst()
    }
    past.append(segment.seconds)
    lead.take(segment, density: density)
  }

  /// Whether the past segments of one kind, every second one from `first` on, differ in length.
  private func areUnequal(from first: Int) -> Bool {
    let lengths = stride(from: first, to: past.count, by: 2).map { past[$0] }
    return lengths.max()! > 1.35 * lengths.min()!
  }
}
