import Foundation
import Frames

/// Identifies a camera's auto exposure, and computes the light as it would be under a fixed exposure.
///
/// Under auto exposure the level of a lit lamp decays, and the dark after it begins too low and rises. From the known levels
/// the gain follows, and it can be undone. The loop is chosen by how well each one predicts the frames of a lamp with two
/// levels (``ExposedLamps``), compared with a light under a fixed exposure (``FixedExposure``).
struct ExposureLoop: Sendable {
  /// No loop, and loops with gain changes of 0.5 to 10 per second (in e-foldings) at 30 frames a second, a factor of 1.3 to 2
  /// apart; eight at a time, which differ in share and weight only. Lanes that are left over repeat the last one.
  private static let candidates: [ExposedLamps.Loops] = {
    let shares: [Float] = [0.015, 0.03, 0.05, 0.075, 0.1, 0.13, 0.17, 0.22, 0.28, 0.36]
    let pairs = shares.flatMap { share in [0.35, 0.7, 1].map { (share: share, weight: $0 as Float) } }
    return [.none]
      + (1...6).flatMap { delay in
        [false, true].flatMap { seesOwnGain in
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
  private var fixedExposure = FixedExposure()
  /// The indices of a candidate: of its element in `lamps`, and of its SIMD lane there, 0...7.
  private typealias Place = (group: Int, lane: Int)
  /// The candidate that is in use; `nil` if the exposure is fixed.
  private var present: Place?
  /// The lamp under that candidate, up to the last sample that was undone.
  private var undoingLamps: ExposedLamps?
  private var first: [Double] = []
  /// The level of the dark, to which all other levels are relative.
  private var darkLevel = 1.0
  /// Frames since the level of the dark is known.
  private var frameCount = 0

  /// Frames from which the level of the dark is taken.
  private static let startupFrames = 20
  /// The least noise of a frame, as a share of that level.
  private static let minimumNoise = 0.01
  /// Frames from one choice of the loop to the next.
  private static let framesBetweenChoices = 16
  /// By how many nats another candidate must exceed the present one: if the exposure counts as fixed, and otherwise.
  private static let firstLoopLead = 40.0
  private static let otherLoopLead = 12.0

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
    for index in lamps.indices { lamps[index].observe(Float(level)) }
    fixedExposure.observe(level, lamp: lamps[0].density[0])
    frameCount += 1
    return frameCount % Self.framesBetweenChoices == 0 && choose()
  }

  private mutating func begin() {
    darkLevel = first.sorted()[first.count / 2]
    let noise = max(Self.minimumNoise, LightScale.roughness(of: first) / darkLevel)
    lamps = Self.candidates.map { ExposedLamps($0, noise: Float(noise)) }
  }

  private mutating func choose() -> Bool {
    var (best, evidence): (Place?, Double) = (nil, fixedExposure.evidence)
    for group in lamps.indices.dropFirst() {
      for lane in 0..<8 where lamps[group].evidence[lane] > evidence {
        (best, evidence) = ((group, lane), lamps[group].evidence[lane])
      }
    }
    let lead = evidence - (present.map { lamps[$0.group].evidence[$0.lane] } ?? fixedExposure.evidence)
    guard lead > (present == nil ? Self.firstLoopLead : Self.otherLoopLead) else { return false }
    present = best
    pause()
    return true
  }

  /// The next sample to be undone has no predecessor.
  mutating func pause() {
    undoingLamps = present.map { lamps[$0.group].atRest }
  }

  /// The sample as it would be under a fixed exposure. Samples must come in order.
  mutating func undo(_ sample: LightSample) -> LightSample {
    guard sample.level > 0, let lane = present?.lane, undoingLamps != nil else { return sample }
    var corrected = sample
    corrected.level /= Double(undoingLamps!.observe(Float(sample.level / darkLevel))[lane])
    return corrected
  }
}
