import Foundation
import Frames

/// Identifies a camera's auto exposure, and computes the light as it would be under a fixed exposure.
///
/// Under auto exposure the level of a lit lamp decays, and the darkness after it begins too low and rises. The gain follows
/// from the known levels, and can be undone. Each loop predicts the frames of a lamp with two levels (``ExposedLamps``). Under
/// a fixed exposure the light may also wander (``LampOrWander``). The best prediction decides. The control may be switched on
/// and off during the film.
struct ExposureLoop: Sendable {
  /// A fixed exposure, and loops whose gain changes by 0.5 to 10 e-foldings per second at 30 frames a second, 1.3 to 2 times
  /// apart. The eight loops of an element differ in share and weight only. Left-over lanes repeat the last one.
  private static let candidates: [ExposedLamps.Loops] = {
    let shares: [Float] = [0.015, 0.03, 0.05, 0.075, 0.1, 0.13, 0.17, 0.22, 0.28, 0.36]
    let pairs = shares.flatMap { share in [0.35, 0.7, 1].map { (share: share, weight: $0 as Float) } }
    return [.none]
      + (1...6).flatMap { delay in
        // With a delay of one frame both are the same.
        (delay == 1 ? [false] : [false, true]).flatMap { seesOwnGain in
          stride(from: 0, to: pairs.count, by: 8).map { first in
            var loops = ExposedLamps.Loops(
              gainShare: .zero, weight: .zero, delay: delay, seesOwnGain: seesOwnGain)
            for lane in 0..<8 {
              (loops.gainShare[lane], loops.weight[lane]) = pairs[min(first + lane, pairs.count - 1)]
            }
            return loops
          }
        }
      }
  }()

  /// The lamp under each candidate; empty until the level of the dark is known.
  private var lamps: [ExposedLamps] = []
  /// The light under a fixed exposure.
  private var fixedExposure = LampOrWander()
  /// The light under the loop in use.
  private var loopLight = LampOrWander()
  /// Which elements of `lamps` rest: the exposure in use explains the light so much better that they are not compared.
  private var isResting: [Bool] = []
  /// For each element of `lamps`, when the lead of its candidates over the exposure in use was lowest.
  private var lowestLeads: [LowestLead] = []
  /// The indices of a candidate: of its element in `lamps`, and of its SIMD lane there, 0...7.
  private typealias Place = (group: Int, lane: Int)
  private static let fixed: Place = (0, 0)
  /// The candidate that is in use, and since when, in seconds.
  private var present = (place: fixed, since: -Double.infinity)
  /// The lamp under that candidate, up to the last sample that was undone.
  private var undoingLamps: ExposedLamps?
  /// The lamp at the last two choices at which the exposure in use explained the light.
  private var known: (last: KnownLamp, before: KnownLamp)?
  /// The frames since `known.before`, or since the exposure in use last changed.
  private var recent: [Frame] = []
  private var first: [Double] = []
  /// The level of the dark, to which all other levels are relative.
  private var darkLevel = 1.0
  /// Frames since the level of the dark is known.
  private var frameCount = 0

  /// The lamp as the exposure in use showed it, in all lanes, and the number of frames until then.
  private struct KnownLamp: Sendable {
    var lamp: ExposedLamps
    var frameCount: Int
  }

  private struct Frame: Sendable {
    var level: Float
    /// In seconds.
    var time: Double
    /// The evidence of the exposure in use.
    var evidence: Double
  }

  /// When the lead of a candidate over the exposure in use was lowest: since then the candidate explains the light better (Page's
  /// test for a change).
  private struct LowestLead: Sendable {
    var nats = SIMD8<Double>(repeating: .infinity)
    private(set) var time = SIMD8<Double>.zero

    mutating func note(_ lead: SIMD8<Double>, at time: Double) {
      let isLower = lead .< nats
      nats.replace(with: lead, where: isLower)
      self.time.replace(with: time, where: isLower)
    }

    mutating func replace(with other: LowestLead, where isReplaced: ExposedLamps.Mask) {
      for lane in 0..<8 where isReplaced[lane] {
        (nats[lane], time[lane]) = (other.nats[lane], other.time[lane])
      }
    }
  }

  /// Frames from which the level of the dark is taken.
  private static let startupFrames = 20
  /// The least noise of a frame, as a share of that level.
  private static let minimumNoise = 0.01
  /// Frames from one choice of the loop to the next.
  private static let framesBetweenChoices = 16
  /// By how many nats another candidate must exceed the one in use: a fixed exposure, and a loop.
  private static let leadOverFixed = 40.0
  private static let leadOverLoop = 12.0
  /// Loops rest if the exposure in use leads them by twice this many nats, and begin again with this lead against them. If the
  /// exposure is fixed, the probability is e^-90 that one makes up this lead and ``leadOverFixed`` by chance.
  private static let restingLead = 50.0
  /// Frames after which candidates that are behind begin again: the camera's control may have been switched on or off. While a
  /// lamp is keyed under a fixed exposure, half of them rest again after 15 to 40 frames.
  private static let framesBetweenBeginnings = 512
  /// Candidates also begin again after this many frames that the exposure in use has not explained: a second or two. Chosen.
  private static let unexplainedFrames = 64
  /// Beyond this many frames the lamp counts as known even if it is not explained. Chosen, to limit the time of `beginAgain`.
  private static let longestReplay = 320

  /// Seconds after which a gain no longer depends on its start: the slowest loop moves by 1/65 of the way per frame.
  static let settlingTime = 10.0

  /// Learns from a sample, and returns whether another loop is now in use.
  mutating func learn(_ sample: LightSample) -> Bool {
    guard sample.level > 0 else { return false }
    guard !lamps.isEmpty else {
      first.append(sample.level)
      if first.count == Self.startupFrames { begin() }
      return false
    }
    let level = sample.level / darkLevel
    for index in lamps.indices where !isResting[index] { lamps[index].observe(Float(level)) }
    fixedExposure.observe(level, lamp: lamps[0].density[0])
    if present.place != Self.fixed {
      loopLight.observe(level, lamp: lamps[present.place.group].density[present.place.lane])
    }
    frameCount += 1
    let evidence = presentEvidence
    recent.append(Frame(level: Float(level), time: sample.start, evidence: evidence))
    for index in lamps.indices where !isResting[index] {
      lowestLeads[index].note(self.evidence(ofGroup: index) - evidence, at: sample.start)
    }
    if frameCount % Self.framesBetweenBeginnings == 0 { beginAgain() }
    return frameCount % Self.framesBetweenChoices == 0 && choose()
  }

  private mutating func begin() {
    darkLevel = first.sorted()[first.count / 2]
    let noise = max(Self.minimumNoise, LightScale.roughness(of: first) / darkLevel)
    lamps = Self.candidates.map { ExposedLamps($0, noise: Float(noise)) }
    isResting = lamps.map { _ in false }
    lowestLeads = lamps.map { _ in LowestLead() }
  }

  private var presentEvidence: Double { evidence(ofGroup: present.place.group)[present.place.lane] }

  private func evidence(ofGroup group: Int) -> SIMD8<Double> {
    group == Self.fixed.group ? SIMD8(repeating: fixedExposure.evidence) : lamps[group].evidence
  }

  /// The candidates that rest or are far behind begin again, from the time when the exposure in use knew the lamp.
  private mutating func beginAgain() {
    guard let known = known?.before.lamp, let first = recent.first, let last = recent.last else { return }
    for index in lamps.indices {
      let lead = evidence(ofGroup: index) - last.evidence
      var isBehind = ExposedLamps.Mask()
      for lane in 0..<8 { isBehind[lane] = isResting[index] || lead[lane] < -Self.restingLead }
      guard any(isBehind) else { continue }
      var fresh = known.seen(by: Self.candidates[index], evidence: first.evidence - Self.restingLead)
      var lowest = LowestLead()
      for frame in recent {
        fresh.observe(frame.level)
        lowest.note(fresh.evidence - frame.evidence, at: frame.time)
      }
      lamps[index].replace(with: fresh, where: isBehind)
      isResting[index] = false
      if index != Self.fixed.group { lowestLeads[index].replace(with: lowest, where: isBehind) }
    }
    let lift = max(0, last.evidence - 2 * Self.restingLead - fixedExposure.evidence)
    fixedExposure.evidence += lift
    lowestLeads[Self.fixed.group].nats += lift
  }

  private mutating func choose() -> Bool {
    let place = present.place
    // As long as the exposure in use explains the light, the light is a lamp.
    let isExplained = place == Self.fixed ? fixedExposure.isLamp : loopLight.isLamp
    if isExplained || recent.count > Self.longestReplay {
      let new = KnownLamp(lamp: lamps[place.group].inAllLanes(place.lane), frameCount: frameCount)
      let before = known?.last ?? new
      known = (new, before)
      recent.removeFirst(recent.count - (frameCount - before.frameCount))
    }
    if (Self.unexplainedFrames..<Self.unexplainedFrames + Self.framesBetweenChoices).contains(recent.count) {
      beginAgain()
    }
    let presentEvidence = presentEvidence
    var (best, bestLead) = (place, 0.0)
    for group in lamps.indices where !isResting[group] {
      let lead = evidence(ofGroup: group) - presentEvidence
      // The lamp under a fixed exposure is always compared: it is needed to know whether the light wanders.
      isResting[group] =
        group != place.group && group != Self.fixed.group && lead.max() < -2 * Self.restingLead
      for lane in 0..<8 where lead[lane] > bestLead { (best, bestLead) = ((group, lane), lead[lane]) }
    }
    guard bestLead > (place == Self.fixed ? Self.leadOverFixed : Self.leadOverLoop) else { return false }
    let lowest = (
      nats: lowestLeads[best.group].nats[best.lane], time: lowestLeads[best.group].time[best.lane]
    )
    // A candidate that was never clearly behind explains the light before as well.
    present = (best, lowest.nats > -Self.leadOverLoop ? min(lowest.time, present.since) : lowest.time)
    loopLight = LampOrWander()
    forgetFrames()
    return true
  }

  /// The next sample does not follow the last one.
  mutating func cutOff() {
    undoingLamps = nil
    present.since = -.infinity
    forgetFrames()
  }

  private mutating func forgetFrames() {
    (known, recent) = (nil, [])
    lowestLeads = lamps.map { _ in LowestLead() }
  }

  /// The level of a sample as it would be under a fixed exposure. Samples must come in order.
  mutating func undo(_ sample: LightSample) -> Double {
    let place = present.place
    guard sample.level > 0, place != Self.fixed else { return sample.level }
    var lamps = undoingLamps ?? lamps[place.group].atRest
    defer { undoingLamps = lamps }
    return sample.level / Double(lamps.observe(Float(sample.level / darkLevel))[place.lane])
  }

  /// Undoes the exposure in use for the samples since it is in use. The gain continues that of the exposure before.
  mutating func undo(_ samples: inout UnreadSamples) {
    var lamps = lamps[present.place.group].atRest
    let begin = samples.firstIndex(since: present.since)
    for sample in samples[..<begin].suffix(ExposedLamps.keptFrames) where sample.received.level > 0 {
      lamps.recall(level: sample.level / darkLevel, gain: sample.received.level / sample.level)
    }
    undoingLamps = lamps
    for index in begin..<samples.endIndex { samples[index].level = undo(samples[index].received) }
  }
}
