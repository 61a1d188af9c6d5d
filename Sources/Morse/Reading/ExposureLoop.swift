import Foundation
import Frames

/// Identifies a camera's auto exposure, and computes the light as it would be under a fixed exposure.
///
/// Under auto exposure the level of a lit lamp decays, and the dark after it begins too low and rises. From the known levels
/// the gain follows, and it can be undone. The loop is chosen by how well each one predicts the frames of a lamp with two
/// levels (``ExposedLamp``), compared with a light under a fixed exposure (``FixedExposure``).
struct ExposureLoop: Sendable {
  /// No loop, and loops with gain changes of 0.5 to 10 per second (in e-foldings) at 30 frames a second, a factor of 1.3 to 2
  /// apart.
  private static let candidates: [ExposedLamp.Loop] =
    [.none]
    + [0.015, 0.03, 0.05, 0.075, 0.1, 0.13, 0.17, 0.22, 0.28, 0.36].flatMap { (share: Float) in
      [0.35, 0.7, 1].flatMap { (weight: Float) in
        (1...6).flatMap { delay in
          [false, true].map {
            ExposedLamp.Loop(share: share, weight: weight, delay: delay, seesOwnGain: $0)
          }
        }
      }
    }

  /// The lamp under each candidate; empty until the level of the dark is known.
  private var lamps: [ExposedLamp] = []
  private var fixed = FixedExposure()
  /// The index of the candidate that is in use.
  private var present = 0
  /// The lamp under that candidate, up to the last sample that was undone.
  private var undoingLamp: ExposedLamp?
  private var first: [Double] = []
  /// The level of the dark, to which all other levels are relative.
  private var darkLevel = 1.0
  /// Frames since the level of the dark is known.
  private var frameCount = 0

  /// Frames from which the level of the dark is taken.
  private static let startupFrames = 20
  /// The least noise of a frame, as a share of that level.
  private static let leastNoise = 0.01
  /// Frames from one choice of the loop to the next.
  private static let framesBetweenChoices = 16
  /// By how many nats another candidate must exceed the present one: if the present one is `none`, and otherwise.
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
    fixed.observe(level, lamps[0])
    frameCount += 1
    return frameCount % Self.framesBetweenChoices == 0 && choose()
  }

  private mutating func begin() {
    darkLevel = first.sorted()[first.count / 2]
    let noise = max(Self.leastNoise, LightScale.roughness(of: first) / darkLevel)
    lamps = Self.candidates.map { ExposedLamp($0, noise: Float(noise)) }
  }

  private mutating func choose() -> Bool {
    func evidence(_ index: Int) -> Double {
      index == 0 ? fixed.evidence : lamps[index].evidence
    }
    let best = lamps.indices.max { evidence($0) < evidence($1) }!
    let lead = evidence(best) - evidence(present)
    guard lead > (present == 0 ? Self.firstLoopLead : Self.otherLoopLead) else { return false }
    present = best
    pause()
    return true
  }

  /// The next sample to be undone has no predecessor.
  mutating func pause() {
    undoingLamp = present == 0 ? nil : lamps[present].atRest
  }

  /// The sample as it would be under a fixed exposure. Samples must come in order.
  mutating func undo(_ sample: LightSample) -> LightSample {
    guard sample.level > 0, undoingLamp != nil else { return sample }
    var fixed = sample
    fixed.level /= Double(undoingLamp!.observe(Float(sample.level / darkLevel)))
    return fixed
  }
}
