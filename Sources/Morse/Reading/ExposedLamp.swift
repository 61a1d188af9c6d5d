import Foundation

/// A lamp that is dark or lit, in the frames of a camera whose exposure control has given parameters.
///
/// In each frame the logarithm of the gain moves a share of the way to `-weight × log(light / dark)`. `light` is the light of
/// some frames before. The light of a frame is dark, lit or between (it changed within the frame), with normal noise. The
/// levels, the noise and the shares are learned frame by frame (online expectation maximisation: Cappé, Moulines 2009).
struct ExposedLamp: Sendable {
  /// The parameters of the exposure control.
  struct Loop: Sendable {
    /// The share of the way to its target that the gain moves per frame.
    var share: Float
    /// How strongly the lamp changes the gain: 1 if it lights the whole picture as much as its own tiles.
    var weight: Float
    /// The delay of the control, in frames.
    var delay: Int
    /// Whether the control measures the picture with the gain that it was taken with, or the light itself.
    var seesOwnGain: Bool

    /// The exposure is fixed.
    static let none = Loop(share: 0, weight: 0, delay: 1, seesOwnGain: false)
  }

  /// Logarithms of the last eight frames.
  private struct LastFrames: Sendable {
    private var last = SIMD8<Float>()

    /// The value of some frames ago; 0 before the first.
    subscript(ago ago: Int) -> Float { last[ago & 7] }

    mutating func append(_ value: Float) {
      last = SIMD8(value, last[0], last[1], last[2], last[3], last[4], last[5], last[6])
    }
  }

  private let loop: Loop
  /// The logarithm of the probability density of the frames so far, each predicted from those before it, in nats. Old frames
  /// count less.
  private(set) var evidence: Double = 0
  /// The probability density of the last frame.
  private(set) var density: Float = 1
  private var gains = LastFrames()
  /// The logarithm of the light over the dark.
  private var light = LastFrames()

  private var dark: Float = 1
  /// How much brighter lit is than dark; 0 until a light was detected.
  private var step: Float = 0
  /// Noise variance of a frame.
  private var variance: Float
  /// The number of the last frames that were dark, lit, and neither.
  private var counts: (dark: Float, lit: Float, between: Float) = (20, 0, 0.5)
  /// Whether the last frame was darker than the dark by more than four standard deviations. One such frame may be noise: one
  /// lamp in thirty has one among a thousand frames.
  private var wasDarker = false
  /// The number of frames that `variance` was learned from.
  private var known: Float = 20

  /// The factor by which the evidence decreases per frame.
  static let memory = 0.9995
  /// The factor by which the counts decrease per frame: a memory of 60 frames.
  private static let countMemory: Float = 1 - 1 / 60
  /// Standard deviation of what the model does not predict, as a share of the level.
  private static let relativeDeviation: Float = 0.02
  /// The least noise, as a share of the level of the dark.
  private static let leastNoise: Float = 0.003
  /// A level counts as new beyond this many standard deviations from the dark.
  private static let newLevelDeviations: Float = 4
  /// A lit level counts as new if its step exceeds the known one by this factor.
  private static let newStepFactor: Float = 1.3
  /// Frames that are neither dark nor lit are uniformly distributed between the two. This share of them is distributed over
  /// `range` instead, in units of the level of the dark.
  private static let outliers: (share: Float, range: Float) = (0.1, 8)
  /// Below this count of lit frames the lamp has been dark for ten seconds. The next light may be another lamp.
  private static let leastLitCount: Float = 0.02
  /// The logarithm of a gain is limited to a factor of 20 to either side, and a light to a twentieth of the dark.
  private static let largestLogGain: Float = 3
  private static let leastLightOverDark: Float = 0.05

  /// - Parameter noise: One standard deviation of a frame.
  init(_ loop: Loop, noise: Float) {
    self.loop = loop
    variance = noise * noise
  }

  /// The same lamp in front of a camera whose gain is at rest.
  var atRest: ExposedLamp {
    var lamp = self
    lamp.gains = LastFrames()
    lamp.light = LastFrames()
    return lamp
  }

  /// Learns from the next frame, and returns the gain that it was taken with.
  ///
  /// - Parameter level: As a share of the level of the first dark frames, above 0.
  @discardableResult
  mutating func observe(_ level: Float) -> Float {
    let gain = nextGain
    gains.append(gain)
    let scale = exp(gain)
    let darkness = scale * dark
    let lit = scale * (dark + step)
    let hasStep = step > 0

    let total = counts.dark + counts.lit + counts.between
    let darkNoise = (variance + square(Self.relativeDeviation * darkness)).squareRoot()
    let isDark = counts.dark * Self.normal(level - darkness, darkNoise)
    let isLit =
      hasStep
      ? counts.lit * Self.normal(level - lit, (variance + square(Self.relativeDeviation * lit)).squareRoot())
      : 0
    let width = max(lit - darkness, Self.newLevelDeviations * darkNoise)
    var isBetween = counts.between * Self.outliers.share / Self.outliers.range
    if hasStep, level > darkness, level < darkness + width {
      isBetween += counts.between * (1 - Self.outliers.share) / width
    }
    let sum = isDark + isLit + isBetween
    density = sum / total
    evidence = Self.memory * evidence + Double(log(density))

    let fixed = level / scale
    let shares = (dark: isDark / sum, lit: isLit / sum, between: isBetween / sum)
    let expected = dark + shares.lit * step + shares.between * (fixed - dark)
    light.append(expected == dark ? 0 : log(max(expected / dark, Self.leastLightOverDark)))

    learn(
      fixed, shares,
      isNew: shares.between > 0.5 && abs(level - darkness) > Self.newLevelDeviations * darkNoise)
    let certain = shares.dark + shares.lit
    known = min(known + certain, 1 / (1 - Self.countMemory))
    let squares = shares.dark * square(level - darkness) + shares.lit * square(level - lit)
    variance = max(variance + (squares - certain * variance) / known, square(Self.leastNoise))
    return scale
  }

  /// Learns the levels from a frame's level under a fixed exposure.
  private mutating func learn(
    _ level: Float, _ shares: (dark: Float, lit: Float, between: Float), isNew: Bool
  ) {
    var lit = shares.lit
    dark += shares.dark / (counts.dark + 1) * (level - dark)
    let isDarker = isNew && level < dark
    defer { wasDarker = isDarker }
    if isDarker, wasDarker {
      // The level that counted as dark was the lit one.
      step += dark - level
      dark = level
      (counts.lit, counts.dark) = (counts.dark, 1)
    } else if isNew, level > dark + Self.newStepFactor * step {
      step = level - dark
      (counts.lit, lit) = (1, 0)
    } else if step > 0 {
      step += lit / (counts.lit + 1) * (level - dark - step)
    }
    counts.dark = max(counts.dark * Self.countMemory + shares.dark, 2)
    counts.lit = step > 0 ? counts.lit * Self.countMemory + lit : 0
    counts.between = max(counts.between * Self.countMemory + shares.between, 0.5)
    if counts.lit < Self.leastLitCount { step = 0 }
  }

  /// The logarithm of the gain of the next frame, from those before.
  private var nextGain: Float {
    let before = gains[ago: 0]
    let compared = loop.seesOwnGain ? gains[ago: loop.delay - 1] : before
    let gain = before - loop.share * (compared + loop.weight * light[ago: loop.delay - 1])
    return max(-Self.largestLogGain, min(Self.largestLogGain, gain))
  }

  private static func normal(_ distance: Float, _ deviation: Float) -> Float {
    let z = distance / deviation
    return z * z > 80 ? 0 : exp(-0.5 * z * z) / (deviation * (2 * Float.pi).squareRoot())
  }
}

private func square(_ value: Float) -> Float { value * value }
