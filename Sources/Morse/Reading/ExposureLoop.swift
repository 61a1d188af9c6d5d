import Foundation
import Frames

/// How a camera's auto exposure answers the light, and what the light would be under a fixed exposure.
///
/// While a lamp shines its level decays, and the dark after it begins too low and climbs back. As the levels are known, so is
/// the gain, and it can be undone. Which loop it is, if any, shows in how well a lamp of two levels explains the light
/// under each (``ExposedLamp``), or a light under none (``FixedExposure``): they are weighed as they predict frame after frame.
struct ExposureLoop: Sendable {
  /// No loop, and loops from half a step a second to ten at 30 frames a second, a factor of 1.3 to 2 apart.
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
  /// The candidate that is thought to be at work.
  private var present = 0
  /// The lamp under it, as far as samples were undone.
  private var run: ExposedLamp?
  private var first: [Double] = []
  /// The level of the dark that others are shares of.
  private var unit = 1.0
  private var number = 0

  /// Frames that show the level of the dark.
  private static let startup = 20
  /// Of a frame, as a share of that level.
  private static let leastNoise = 0.01
  /// Frames from one choice to the next.
  private static let rest = 16
  /// How much better than the present candidate another must explain the light, in nats: a loop than none, and any other.
  private static let certainty = 40.0
  private static let change = 12.0

  /// Seconds after which a gain is known, wherever it began: the slowest loop goes on by 1/65 a frame.
  static let settling = 10.0

  /// Learns from a sample, and returns whether another loop is now thought to be at work.
  mutating func learn(_ sample: LightSample) -> Bool {
    guard sample.level > 0 else { return false }
    guard !lamps.isEmpty else {
      first.append(sample.level)
      if first.count == Self.startup { begin() }
      return false
    }
    let level = sample.level / unit
    for index in lamps.indices { lamps[index].see(Float(level)) }
    fixed.see(level, lamps[0])
    number += 1
    return number % Self.rest == 0 && choose()
  }

  private mutating func begin() {
    unit = first.sorted()[first.count / 2]
    let noise = max(Self.leastNoise, LightScale.roughness(of: first) / unit)
    lamps = Self.candidates.map { ExposedLamp($0, noise: Float(noise)) }
  }

  private mutating func choose() -> Bool {
    func evidence(_ index: Int) -> Double {
      index == 0 ? fixed.evidence : lamps[index].evidence
    }
    let best = lamps.indices.max { evidence($0) < evidence($1) }!
    let lead = evidence(best) - evidence(present)
    guard lead > (present == 0 ? Self.certainty : Self.change) else { return false }
    present = best
    pause()
    return true
  }

  /// The next sample to be undone follows no other.
  mutating func pause() {
    run = present == 0 ? nil : lamps[present].atRest
  }

  /// The sample as it would be under a fixed exposure, after those that were given before.
  mutating func undo(_ sample: LightSample) -> LightSample {
    guard sample.level > 0, run != nil else { return sample }
    var fixed = sample
    fixed.level /= Double(run!.see(Float(sample.level / unit)))
    return fixed
  }
}
