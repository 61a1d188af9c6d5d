/// A lamp that is dark or lit, in the frames of a camera whose exposure control has given parameters; eight such controls at a
/// time.
///
/// In each frame the logarithm of the gain moves a share of the way to `-weight × log(light / dark)`. `light` is the light of
/// some frames before. The light of a frame is dark, lit or between (it changed within the frame), with normal noise. The
/// levels, the noise and the shares are learned frame by frame (online expectation maximisation: Cappé, Moulines 2009).
struct ExposedLamps: Sendable {
  typealias Mask = SIMDMask<SIMD8<Int32>>

  /// The parameters of eight exposure controls.
  struct Loops: Sendable {
    /// The share of the way to its target that the gain moves per frame.
    var gainShare: FloatLanes
    /// How strongly the lamp changes the gain: 1 if it lights the whole picture as much as its own tiles.
    var weight: FloatLanes
    /// The delay of the control, in frames.
    var delay: Int
    /// Whether the control measures the picture with the gain that it was taken with, or the light itself.
    var seesOwnGain: Bool

    /// The exposure is fixed.
    static let none = Loops(gainShare: .zero, weight: .zero, delay: 1, seesOwnGain: false)
  }

  /// The frames that are kept for the next gain: at least the longest delay.
  static let keptFrames = 8

  /// Logarithms of the last frames.
  private struct LastFrames: Sendable {
    private var frames: [8 of FloatLanes] = InlineArray(repeating: .zero)
    private var count = 0

    /// The value of some frames ago; 0 before the first.
    subscript(ago ago: Int) -> FloatLanes { frames[(count &- 1 &- ago) & 7] }

    mutating func append(_ value: FloatLanes) {
      frames[count & 7] = value
      count &+= 1
    }

    /// The values of one lane, in all lanes.
    func inAllLanes(_ lane: Int) -> LastFrames {
      var copy = self
      for index in frames.indices { copy.frames[index] = FloatLanes(repeating: frames[index][lane]) }
      return copy
    }

    /// - Precondition: Both have as many frames, or more by a multiple of ``keptFrames``.
    mutating func replace(with other: LastFrames, where isReplaced: Mask) {
      assert((count &- other.count) & 7 == 0)
      for index in frames.indices { frames[index].replace(with: other.frames[index], where: isReplaced) }
    }
  }

  private var loops: Loops
  /// The logarithm of the probability density of the frames so far, each predicted from those before it, in nats. Old frames
  /// count less.
  private(set) var evidence = SIMD8<Double>.zero
  /// The probability density of the last frame.
  private(set) var density = FloatLanes.one
  private var gains = LastFrames()
  /// The logarithm of the light over the dark.
  private var light = LastFrames()

  private var dark = FloatLanes.one
  /// How much brighter lit is than dark; 0 until a light was detected.
  private var step = FloatLanes.zero
  /// Noise variance of a frame.
  private var variance: FloatLanes
  /// The number of the last frames that were dark, lit, and neither.
  private var counts = Shares(
    dark: FloatLanes(repeating: 20), lit: .zero, between: FloatLanes(repeating: 0.5))
  /// Whether the last frame was darker than the dark by more than four standard deviations. One such frame may be noise: one
  /// lamp in thirty has one among a thousand frames.
  private var wasDarker = Mask(repeating: false)
  /// The number of frames that `variance` was learned from.
  private var known = FloatLanes(repeating: 20)

  private struct Shares: Sendable {
    var dark: FloatLanes
    var lit: FloatLanes
    var between: FloatLanes
  }

  /// The factor by which the evidence decreases per frame.
  static let memory = 0.9995
  /// The factor by which the counts decrease per frame: a memory of 60 frames.
  private static let countMemory: Float = 1 - 1 / 60
  /// Standard deviation of the unpredicted part of a level, as a share of the level.
  private static let relativeDeviation: Float = 0.02
  /// The least noise, as a share of the level of the dark.
  private static let minimumNoise: Float = 0.003
  /// A level counts as new beyond this many standard deviations from the dark.
  private static let newLevelDeviations: Float = 4
  /// A lit level counts as new if its step exceeds the known one by this factor.
  private static let newStepFactor: Float = 1.3
  /// Frames that are neither dark nor lit are uniformly distributed between the two. This share of them is distributed over
  /// `range` instead, in units of the level of the dark.
  private static let outliers: (share: Float, range: Float) = (0.1, 8)
  /// Below this count of lit frames the lamp has been dark for ten seconds. The next light may be another lamp.
  private static let minimumLitCount: Float = 0.02
  /// A gain is limited to a factor of 20 up or down (its logarithm to ±3), and a light to at least a twentieth of the dark.
  private static let largestLogGain: Float = 3
  private static let minimumLightOverDark: Float = 0.05

  /// - Parameter noise: One standard deviation of a frame.
  init(_ loops: Loops, noise: Float) {
    self.loops = loops
    variance = FloatLanes(repeating: noise * noise)
  }

  /// The same lamps in front of a camera whose gain is at rest.
  var atRest: ExposedLamps {
    var lamps = self
    lamps.gains = LastFrames()
    lamps.light = LastFrames()
    return lamps
  }

  /// The lamp of one lane, in all lanes.
  func inAllLanes(_ lane: Int) -> ExposedLamps {
    var lamps = self
    lamps.dark = FloatLanes(repeating: dark[lane])
    lamps.step = FloatLanes(repeating: step[lane])
    lamps.variance = FloatLanes(repeating: variance[lane])
    lamps.counts = Shares(
      dark: FloatLanes(repeating: counts.dark[lane]), lit: FloatLanes(repeating: counts.lit[lane]),
      between: FloatLanes(repeating: counts.between[lane]))
    lamps.wasDarker = SIMDMask(repeating: wasDarker[lane])
    lamps.known = FloatLanes(repeating: known[lane])
    lamps.gains = gains.inAllLanes(lane)
    lamps.light = light.inAllLanes(lane)
    return lamps
  }

  /// Notes a past frame: its level under a fixed exposure, and the gain that it was taken with.
  mutating func recall(level: Double, gain: Double) {
    gains.append(FloatLanes(repeating: Float(gain)).logarithm)
    light.append((FloatLanes(repeating: Float(level)) / dark).atLeast(Self.minimumLightOverDark).logarithm)
  }

  /// Replaces some of the lamps by others that have observed the same number of frames.
  mutating func replace(with other: ExposedLamps, where isReplaced: Mask) {
    dark.replace(with: other.dark, where: isReplaced)
    step.replace(with: other.step, where: isReplaced)
    variance.replace(with: other.variance, where: isReplaced)
    counts.dark.replace(with: other.counts.dark, where: isReplaced)
    counts.lit.replace(with: other.counts.lit, where: isReplaced)
    counts.between.replace(with: other.counts.between, where: isReplaced)
    wasDarker.replace(with: other.wasDarker, where: isReplaced)
    known.replace(with: other.known, where: isReplaced)
    gains.replace(with: other.gains, where: isReplaced)
    light.replace(with: other.light, where: isReplaced)
    for lane in 0..<8 where isReplaced[lane] { evidence[lane] = other.evidence[lane] }
  }

  /// The same lamps in front of other cameras.
  ///
  /// - Parameter evidence: The evidence of all of these.
  func seen(by loops: Loops, evidence: Double) -> ExposedLamps {
    var lamps = self
    lamps.loops = loops
    lamps.evidence = SIMD8(repeating: evidence)
    return lamps
  }

  /// Learns from the next frame, and returns the gains that it was taken with.
  ///
  /// - Parameter level: As a share of the level of the first dark frames, above 0.
  @discardableResult
  mutating func observe(_ level: Float) -> FloatLanes {
    let gain = nextGain
    gains.append(gain)
    let scale = gain.exponential
    let darkness = scale * dark
    let lit = scale * (dark + step)
    let hasStep = step .> 0

    let darkNoise = (variance + square(Self.relativeDeviation * darkness)).squareRoot()
    let litNoise = (variance + square(Self.relativeDeviation * lit)).squareRoot()
    let isDark = counts.dark * Self.normal(level - darkness, darkNoise)
    let isLit = (counts.lit * Self.normal(level - lit, litNoise)).replacing(with: 0, where: .!hasStep)
    let width = (lit - darkness).atLeast(Self.newLevelDeviations * darkNoise)
    let outlier = counts.between * (Self.outliers.share / Self.outliers.range)
    let isInside = hasStep .& (darkness .< level) .& (darkness + width .> level)
    let isBetween = outlier.replacing(
      with: outlier + counts.between * (1 - Self.outliers.share) / width, where: isInside)
    let sum = isDark + isLit + isBetween
    density = sum / (counts.dark + counts.lit + counts.between)
    evidence = Self.memory * evidence + SIMD8<Double>(density.logarithm)

    let fixed = level / scale
    let shares = Shares(dark: isDark / sum, lit: isLit / sum, between: isBetween / sum)
    let expected = dark + shares.lit * step + shares.between * (fixed - dark)
    light.append((expected / dark).atLeast(Self.minimumLightOverDark).logarithm)

    let distance = level - darkness
    let isFar = square(distance) .> square(Self.newLevelDeviations * darkNoise)
    learn(fixed, shares, isNew: (shares.between .> 0.5) .& isFar)
    let certain = shares.dark + shares.lit
    known = (known + certain).atMost(1 / (1 - Self.countMemory))
    let squares = shares.dark * square(distance) + shares.lit * square(level - lit)
    variance = (variance + (squares - certain * variance) / known)
      .atLeast(Self.minimumNoise * Self.minimumNoise)
    return scale
  }

  /// Learns the levels from a frame's level under a fixed exposure.
  private mutating func learn(_ level: FloatLanes, _ shares: Shares, isNew: Mask) {
    dark += shares.dark / (counts.dark + 1) * (level - dark)
    let isDarker = isNew .& (level .< dark)
    // The level that counted as dark was the lit one.
    let isDark = isDarker .& wasDarker
    let isLit = isNew .& (level .> dark + Self.newStepFactor * step) .& .!isDark
    wasDarker = isDarker
    let learned = step + shares.lit / (counts.lit + 1) * (level - dark - step)
    let newStep = learned.replacing(with: step, where: step .<= 0)
      .replacing(with: level - dark, where: isLit)
      .replacing(with: step + dark - level, where: isDark)
    let before = counts
    counts.dark.replace(with: 1, where: isDark)
    counts.lit.replace(with: before.dark, where: isDark)
    counts.lit.replace(with: 1, where: isLit)
    dark.replace(with: level, where: isDark)
    step = newStep
    let lit = shares.lit.replacing(with: 0, where: isLit)
    counts.dark = (counts.dark * Self.countMemory + shares.dark).atLeast(2)
    counts.lit = (counts.lit * Self.countMemory + lit).replacing(with: 0, where: step .<= 0)
    counts.between = (counts.between * Self.countMemory + shares.between).atLeast(0.5)
    step.replace(with: 0, where: counts.lit .< Self.minimumLitCount)
  }

  /// The logarithm of the gain of the next frame, from those before.
  private var nextGain: FloatLanes {
    let before = gains[ago: 0]
    let compared = loops.seesOwnGain ? gains[ago: loops.delay - 1] : before
    let gain = before - loops.gainShare * (compared + loops.weight * light[ago: loops.delay - 1])
    return gain.atLeast(-Self.largestLogGain).atMost(Self.largestLogGain)
  }

  private static func normal(_ distance: FloatLanes, _ deviation: FloatLanes) -> FloatLanes {
    let z = distance / deviation
    return ((-0.5 * z * z).exponential / (deviation * (2 * Float.pi).squareRoot()))
      .replacing(with: 0, where: z * z .> 80)
  }
}

private func square(_ value: FloatLanes) -> FloatLanes { value * value }
