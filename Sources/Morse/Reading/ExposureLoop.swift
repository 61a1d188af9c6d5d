import Foundation
import Frames

/// How a camera's auto exposure answers the light, and what the light would be under a fixed exposure.
///
/// A loop turns the gain until the mean of the picture is what it was: frame by frame the logarithm of the gain nears
/// `-weight × log(light)` by a share, where the light is what was seen some frames before. So while a lamp shines its level
/// decays, and the dark after it begins too low and climbs back. As the levels are known, so is the gain, and it can be
/// undone. Which loop it is, if any, shows in what it leaves: under the right one the light changes only where it is keyed.
struct ExposureLoop: Sendable {
  /// A loop's settings.
  private struct Settings: Sendable, Equatable {
    /// The share of the way that the gain goes in a frame.
    var share: Double
    /// How far the gain follows: 1 where the lamp lights the whole picture as much as its own tiles.
    var weight: Double
    /// How many frames ago the camera saw what it answers.
    var delay: Int
    /// Whether it compares the picture as it was taken, with the gain of that time, or the light itself.
    var seesOwnGain: Bool
  }

  /// From half a step a second to ten at 30 frames a second, a factor of 1.3 to 2 apart.
  private static let candidates: [Settings] = [0.015, 0.03, 0.05, 0.075, 0.1, 0.13, 0.17, 0.22, 0.28, 0.36]
    .flatMap { share in
      [0.35, 0.7, 1].flatMap { weight in
        (1...6).flatMap { delay in
          [false, true].map { Settings(share: share, weight: weight, delay: delay, seesOwnGain: $0) }
        }
      }
    }

  /// Logarithms of a gain or of a level at the last eight frames, by the frame's number.
  private struct LastFrames: Sendable {
    private var last = SIMD8<Double>()

    subscript(number: Int) -> Double {
      get { last[number & 7] }
      set { last[number & 7] = newValue }
    }
  }

  /// The loop that is thought to be at work, and the samples it was undone for.
  private var present: (settings: Settings, run: Run)?
  /// Whether there may be a loop that is not certain yet.
  private(set) var isSuspected = false
  private var all = [LastFrames](repeating: LastFrames(), count: candidates.count)
  /// How much better each loop explains the light than none, in nats: where it falls, and where it rises.
  private var gained = [(falling: Double, rising: Double)](repeating: (0, 0), count: candidates.count)
  /// Logarithms of the last levels over that of the rest.
  private var levels = LastFrames()
  private var number = 0
  /// The level that the loop keeps: the median of the first ``startup`` frames.
  private var first: [Double] = []
  private var rest: Double?
  /// What an eighth of the changes from frame to frame stay below, as shares of the level of the rest, without a loop and under
  /// each: it is least under the one at work, where the light changes only where it is keyed.
  private var small = [Double](repeating: 1, count: candidates.count + 1)
  /// The largest change from frame to frame of the last seconds, without a loop and under each, and the frames since it was keyed.
  private var keys = [(step: Double, since: Int)](repeating: (0, 0), count: candidates.count + 1)

  /// Frames that show the level of the rest.
  private static let startup = 20
  private static let leastFrames = 64
  /// What a change leads the quantile by, as a share of it: much at first.
  private var pace: Double { max(0.05, 0.5 / (1 + Double(number) / 20)) }
  /// What changes by more than this share of the largest change within a frame was keyed: no loop is so quick.
  private static let keyed = 0.3
  /// What of the largest change is left after a frame.
  private static let fading = 0.99
  /// What nobody foresaw costs so much, in nats, and no more.
  private static let key = 4.0
  /// What no model of light foresees, as a logarithm.
  private static let leastDoubt = 0.01
  /// Predictions of so many standard deviations tell noise from a loop: in noise alone there are none.
  private static let notable = 1.5
  /// How much better a loop must explain the light than none to be waited for and to be undone, and another loop than the
  /// present one, in nats: without a loop the best reached 6 in 236 films of all kinds.
  private static let suspicion = 5.0
  private static let certainty = 12.0
  private static let change = 12.0
  private static let memory = 0.9995
  /// The gain forgets what it was wrong about, a share a frame: the level of the rest is known by and by.
  private static let leak = 0.002
  /// The gain of a camera changes by less than a factor of 20 to either side.
  private static let most = 3.0

  /// Seconds after which its gain is known, wherever it began: the slowest loop goes on by 1/65 a frame.
  static let settling = 10.0

  /// Learns from a sample, and returns whether the loop is now thought another.
  mutating func learn(_ sample: LightSample) -> Bool {
    guard sample.level > 0 else { return false }
    guard let rest else {
      first.append(sample.level)
      if first.count == Self.startup { rest = first.sorted()[first.count / 2] }
      return false
    }
    number += 1
    let level = Self.logarithm(sample.level, rest)
    levels[number] = level
    let change = level - levels[number - 1]
    let scale = exp((level + levels[number - 1]) / 2)
    let pace = pace
    for (index, candidate) in Self.candidates.enumerated() {
      all[index][number] = Self.gain(number, all[index], levels, candidate)
      note(change - all[index][number] + all[index][number - 1], scale, pace, under: index)
      gained[index].falling *= Self.memory
      gained[index].rising *= Self.memory
    }
    note(change, scale, pace, under: Self.candidates.count)
    // Over several frames a slow loop stands out of the noise.
    for span in [1, 4] where keys[Self.candidates.count].since >= span + 2 {
      weigh(from: number - 1 - span, to: number - 1)
    }
    return number > Self.leastFrames && number % 16 == 0 && choose()
  }

  /// Compares each loop with none by what it predicts for some frames in which nothing was keyed, where that is more than
  /// noise.
  private mutating func weigh(from start: Int, to end: Int) {
    let change = levels[end] - levels[start]
    // Of a frame, as a share of the level of the rest; of a logarithm it is the less the brighter the frame. An eighth of the
    // differences of two normals is below 0.222 σ.
    let noise = small.min()! / 0.222
    let variance =
      noise * noise * (exp(-2 * levels[start]) + exp(-2 * levels[end])) + Self.leastDoubt * Self.leastDoubt
    let least = Self.notable * variance.squareRoot()
    let precision = 1 / (2 * variance)
    // Without a loop the light stays, or goes on as it did but slower: a lamp or a camera that lags.
    let before = Double(end - start) * (levels[start] - levels[start - 1])
    let unexplained = change - max(min(0, before), min(max(0, before), change))
    let cost = min(Self.key, unexplained * unexplained * precision)
    for index in all.indices {
      let predicted = all[index][end] - all[index][start]
      guard abs(predicted) > least, keys[index].since >= end - start + 2 else { continue }
      let error = change - predicted
      let better = cost - min(Self.key, error * error * precision)
      if predicted < 0 { gained[index].falling += better } else { gained[index].rising += better }
    }
  }

  /// Leads what an eighth of all changes stay below by another change (stochastic approximation; Robbins, Monro 1951).
  private mutating func note(_ change: Double, _ scale: Double, _ pace: Double, under index: Int) {
    let change = abs(change)
    small[index] *= 1 + pace * (scale * change < small[index] ? -7 / 8 : 1 / 8)
    keys[index].step = max(Self.fading * keys[index].step, change)
    keys[index].since = change > Self.keyed * keys[index].step ? 0 : keys[index].since + 1
  }

  /// The gain of a frame, from those before.
  private static func gain(
    _ number: Int, _ gains: LastFrames, _ levels: LastFrames, _ loop: Settings
  ) -> Double {
    let before = gains[number - 1]
    let seen = number - loop.delay
    guard seen > 0 else { return before }
    let light = levels[seen] - gains[seen]
    let compared = loop.seesOwnGain ? gains[seen] : before
    let gain = before - loop.share * (compared + loop.weight * light) - leak * before
    return max(-most, min(most, gain))
  }

  private mutating func choose() -> Bool {
    // A lamp that glows on only falls: a loop shows both ways.
    func gain(_ index: Int) -> Double { 2 * min(gained[index].falling, gained[index].rising) }
    let best = gained.indices.max { gain($0) < gain($1) }!
    isSuspected = present == nil && gain(best) > Self.suspicion
    guard let present = present.flatMap({ Self.candidates.firstIndex(of: $0.settings) }) else {
      guard gain(best) > Self.certainty else { return false }
      isSuspected = false
      self.present = (Self.candidates[best], Run())
      return true
    }
    if gain(best) < 0 {
      self.present = nil
    } else if gain(best) - gain(present) > Self.change {
      self.present = (Self.candidates[best], Run())
    } else {
      return false
    }
    return true
  }

  /// The next sample to be undone follows no other.
  mutating func pause() { present?.run = Run() }

  /// The sample as it would be under a fixed exposure, after those that were given before.
  mutating func undo(_ sample: LightSample) -> LightSample {
    guard let settings = present?.settings, let rest, sample.level > 0 else { return sample }
    let light = present!.run.advance(Self.logarithm(sample.level, rest), settings)
    var fixed = sample
    fixed.level = rest * exp(light)
    return fixed
  }

  private static func logarithm(_ level: Double, _ rest: Double) -> Double {
    max(-most, Foundation.log(level / rest))
  }

  /// One loop at work.
  private struct Run: Sendable {
    private var gains = LastFrames()
    private var levels = LastFrames()
    private var number = 0

    /// The light of the next frame, from its level.
    mutating func advance(_ level: Double, _ loop: Settings) -> Double {
      number += 1
      levels[number] = level
      gains[number] = ExposureLoop.gain(number, gains, levels, loop)
      return level - gains[number]
    }
  }
}
