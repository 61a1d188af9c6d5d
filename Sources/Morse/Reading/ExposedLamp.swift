import Foundation

/// A lamp that is dark or lit, seen by a camera whose exposure answers it in a given way.
///
/// Frame by frame the logarithm of the gain nears `-weight × log(light / dark)` by a share, where the light is what was seen
/// some frames before. The light of a frame is dark, lit or between (it changed within the frame), with normal noise; the
/// levels, the noise and the shares are learned as the frames come (online expectation maximisation: Cappé, Moulines 2009).
struct ExposedLamp: Sendable {
  /// How the exposure answers.
  struct Loop: Sendable {
    /// The share of the way that the gain goes in a frame.
    var share: Float
    /// How far the gain follows: 1 where the lamp lights the whole picture as much as its own tiles.
    var weight: Float
    /// How many frames ago the camera saw what it answers.
    var delay: Int
    /// Whether it compares the picture as it was taken, with the gain of that time, or the light itself.
    var seesOwnGain: Bool

    /// The exposure is fixed.
    static let none = Loop(share: 0, weight: 0, delay: 1, seesOwnGain: false)
  }

  /// Logarithms of the last eight frames.
  private struct LastFrames: Sendable {
    private var last = SIMD8<Float>()

    /// That of some frames ago; 0 before the first.
    subscript(ago ago: Int) -> Float { last[ago & 7] }

    mutating func append(_ value: Float) {
      last = SIMD8(value, last[0], last[1], last[2], last[3], last[4], last[5], last[6])
    }
  }

  private let loop: Loop
  /// The logarithm of the probability density of the frames so far, each predicted from those before it, in nats; old ones
  /// count less.
  private(set) var evidence: Double = 0
  /// The probability density of the last frame.
  private(set) var density: Float = 1
  private var gains = LastFrames()
  /// Of the light over the dark.
  private var light = LastFrames()

  private var dark: Float = 1
  /// How much brighter lit is; 0 as long as no light was seen.
  private var step: Float = 0
  /// Of a frame.
  private var variance: Float
  /// How many of the last frames were dark, lit, and neither.
  private var counts: (dark: Float, lit: Float, between: Float) = (20, 0, 0.5)
  /// How many frames tell of `variance`.
  private var known: Float = 20

  /// What is left of the evidence, and of the counts, after another frame.
  static let memory = 0.9995
  private static let recent: Float = 1 - 1 / 60
  /// What no model of light foresees of a level, as a share of it.
  private static let doubt: Float = 0.02
  private static let leastNoise: Float = 0.003
  /// So many standard deviations from the dark, and this much brighter than what was thought lit, is a new level.
  private static let notable: Float = 4
  private static let brighter: Float = 1.3
  /// Frames between dark and lit are anywhere there, but for this share of them, which is anywhere up to so many units.
  private static let stray: (share: Float, range: Float) = (0.1, 8)
  /// A lamp of which so little is left in the counts has not been lit for ten seconds, and may be another.
  private static let forgotten: Float = 0.02
  /// A gain changes by less than a factor of 20 to either side, and no light is less than such a part of the dark.
  private static let most: Float = 3
  private static let faintest: Float = 0.05

  /// - Parameter noise: One standard deviation of a frame.
  init(_ loop: Loop, noise: Float) {
    self.loop = loop
    variance = noise * noise
  }

  /// The same lamp before a camera whose gain has not answered anything yet.
  var atRest: ExposedLamp {
    var lamp = self
    lamp.gains = LastFrames()
    lamp.light = LastFrames()
    return lamp
  }

  /// Learns from the next frame, and returns the gain that it was taken with.
  ///
  /// - Parameter level: As a share of that of the first dark frames, above 0.
  @discardableResult
  mutating func see(_ level: Float) -> Float {
    let gain = nextGain
    gains.append(gain)
    let scale = exp(gain)
    let darkness = scale * dark
    let lit = scale * (dark + step)
    let hasStep = step > 0

    let total = counts.dark + counts.lit + counts.between
    let darkNoise = (variance + square(Self.doubt * darkness)).squareRoot()
    let isDark = counts.dark * Self.normal(level - darkness, darkNoise)
    let isLit =
      hasStep
      ? counts.lit * Self.normal(level - lit, (variance + square(Self.doubt * lit)).squareRoot()) : 0
    let width = max(lit - darkness, Self.notable * darkNoise)
    var isBetween = counts.between * Self.stray.share / Self.stray.range
    if hasStep, level > darkness, level < darkness + width {
      isBetween += counts.between * (1 - Self.stray.share) / width
    }
    let sum = isDark + isLit + isBetween
    density = sum / total
    evidence = Self.memory * evidence + Double(log(density))

    let fixed = level / scale
    let shares = (dark: isDark / sum, lit: isLit / sum, between: isBetween / sum)
    let likely = dark + shares.lit * step + shares.between * (fixed - dark)
    light.append(likely == dark ? 0 : log(max(likely / dark, Self.faintest)))

    learn(fixed, shares, isNew: shares.between > 0.5 && abs(level - darkness) > Self.notable * darkNoise)
    let certain = shares.dark + shares.lit
    known = min(known + certain, 1 / (1 - Self.recent))
    let squares = shares.dark * square(level - darkness) + shares.lit * square(level - lit)
    variance = max(variance + (squares - certain * variance) / known, square(Self.leastNoise))
    return scale
  }

  /// Learns the levels from that of a frame under a fixed exposure.
  private mutating func learn(
    _ level: Float, _ shares: (dark: Float, lit: Float, between: Float), isNew: Bool
  ) {
    var lit = shares.lit
    dark += shares.dark / (counts.dark + 1) * (level - dark)
    if isNew, level < dark {
      // What was thought dark was lit.
      step += dark - level
      dark = level
      (counts.lit, counts.dark) = (counts.dark, 1)
    } else if isNew, level > dark + Self.brighter * step {
      step = level - dark
      (counts.lit, lit) = (1, 0)
    } else if step > 0 {
      step += lit / (counts.lit + 1) * (level - dark - step)
    }
    counts.dark = max(counts.dark * Self.recent + shares.dark, 2)
    counts.lit = step > 0 ? counts.lit * Self.recent + lit : 0
    counts.between = max(counts.between * Self.recent + shares.between, 0.5)
    if counts.lit < Self.forgotten { step = 0 }
  }

  /// The logarithm of the gain of the next frame, from those before.
  private var nextGain: Float {
    let before = gains[ago: 0]
    let compared = loop.seesOwnGain ? gains[ago: loop.delay - 1] : before
    let gain = before - loop.share * (compared + loop.weight * light[ago: loop.delay - 1])
    return max(-Self.most, min(Self.most, gain))
  }

  private static func normal(_ distance: Float, _ deviation: Float) -> Float {
    let z = distance / deviation
    return z * z > 80 ? 0 : exp(-0.5 * z * z) / (deviation * (2 * Float.pi).squareRoot())
  }
}

private func square(_ value: Float) -> Float { value * value }
