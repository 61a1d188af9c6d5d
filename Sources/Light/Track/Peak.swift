import Glibc

/// The brightest pixel of a light's tiles. It shows when the light is lit while something moves behind it.
///
/// An object that passes behind a lamp changes the sums of the lamp's tiles by more than the lamp does. The lamp's own pixels
/// keep their brightness, and pixels that are less bright show what is behind it. So the state by the brightest pixel is
/// compared with the state by the sums. Where they disagree, the pixel decides.
struct Peak {
  /// Mean and standard deviation of the brightest pixel, in levels of luma.
  private struct PixelLevel {
    var mean = 0.0
    private var variance = 0.0
    private var weight = 0.0
    private var began = Double.infinity

    /// The fewest frames for a known mean, and the most that the mean remembers.
    private static let minimumFrames = 6.0
    private static let maximumFrames = 20.0
    /// The least time for a known mean, in seconds: it must cover a turn signal beside the light both on and off.
    private static let minimumLearningTime = 2.5
    /// The least standard deviation of a pixel by camera noise and rounding, in levels of luma.
    private static let minimumSpread = 1.0

    func isKnown(at time: Double) -> Bool {
      weight >= Self.minimumFrames && time - began > Self.minimumLearningTime
    }
    var spread: Double { max(Self.minimumSpread, variance.squareRoot()) }

    mutating func take(_ value: Double, at time: Double) {
      began = min(began, time)
      weight = min(weight + 1, Self.maximumFrames)
      let deviation = value - mean
      mean += deviation / weight
      variance += (deviation * deviation * (1 - 1 / weight) - variance) / weight
    }

    mutating func move(to value: Double) { mean = value }
  }

  /// A background that differs from the learned one.
  private struct ChangedBackground {
    /// The brightest pixel while the light is off.
    var dark: Double
    /// Whether the light was lit in the last frame.
    var isLit = false
    /// Times in seconds: when pixel and sums last disagreed, when they last did while the light was off, when the sums were
    /// last outside the light's levels, and when the light was last lit.
    var lastContradiction: Double
    var lastDarkContradiction = -Double.infinity
    var lastOutsideLevels: Double
    var lastLit: Double

    init(dark: Double, time: Double) {
      self.dark = dark
      (lastContradiction, lastOutsideLevels, lastLit) = (time, time, time)
    }
  }

  private var lit = PixelLevel()
  private var dark = PixelLevel()
  private var changedBackground: ChangedBackground?
  /// Whether pixel and sums disagreed although the sums were within the light's levels: then the pixel is not the light's.
  private var isForeign = false

  /// The least disagreement of pixel and sums, as a share of the step, in addition to six times the noise. Sums that lie
  /// outside the two levels by as much are not the light's.
  private static let minimumContradiction = 0.35
  /// Seconds for which pixel and sums must agree until the sums are trusted again.
  private static let agreementTime = 0.4
  /// The largest brightening of the background from frame to frame, as a share of the distance to the light's brightness.
  private static let maximumRise = 0.75
  /// After this time without a contradiction while the light was off, in seconds, the background is the learned one again.
  private static let passingTime = 1.2
  /// The longest time, in seconds and in dots, for which the background may count as changed although the sums are within the
  /// light's levels.
  private static let longestAmbiguity = (seconds: 1.2, units: 8.0)
  /// How far the light's pixel must lie above the background, in levels of luma and in standard deviations.
  private static let minimumContrast = 12.0
  private static let minimumSeparation = 5.0
  /// If a light is not lit for this time, in seconds and in dots, its learned brightness no longer holds.
  private static let longestDarkness = (seconds: 3.0, units: 12.0)

  /// Whether the sums of a frame can be trusted.
  enum Comparison: Equatable {
    /// They can be trusted.
    case agrees
    /// They cannot. The brightest pixel shows this share of the exposure lit, with this standard deviation.
    case shows(share: Double, noise: Double)
  }

  /// Whether the background behind the light differs from the learned one.
  var hasChangedBackground: Bool {
    changedBackground.map { $0.lastContradiction - $0.lastDarkContradiction < Self.passingTime } ?? false
  }

  /// Whether the background may differ: pixel and sums have lately disagreed.
  var isUncertain: Bool { changedBackground != nil }

  /// Whether the light's brightest pixel was last found beside the light's tiles: the light is about to leave them.
  private(set) var isLeaving = false

  /// Compares the brightest pixel of a frame with its sums.
  ///
  /// - Parameters:
  ///   - brightest: The brightest pixel, in levels of luma.
  ///   - around: The same, with the tiles around included.
  ///   - share: The state by the sums: 0 dark, 1 bright.
  ///   - noise: One standard deviation of `share`.
  ///   - time: In seconds.
  ///   - unit: The length of a dot, in seconds; 0 where it is unknown.
  mutating func measure(
    at brightest: Double, around: () -> Double, beside share: Double, noise: Double, time: Double,
    unit: Double
  ) -> Comparison {
    guard lit.isKnown(at: time), dark.isKnown(at: time),
      lit.mean - dark.mean > max(2 * levelMargin, Self.minimumSeparation * dark.spread)
    else { return .agrees }
    let shown = min(1, max(0, (brightest - dark.mean) / (lit.mean - dark.mean)))
    let excess = share - shown
    let minimum = Self.minimumContradiction + 6 * noise
    let isContradicted = abs(excess) > minimum
    let isOutsideLevels = share < -minimum || share > 1 + minimum
    isLeaving =
      isContradicted && excess > 0 && brightest < lit.mean - levelMargin && around() > lit.mean - levelMargin
    if isLeaving { return .agrees }
    if isOutsideLevels {
      isForeign = false
    } else if changedBackground == nil,
      isForeign || isContradicted && excess < 0 && share < Self.minimumContradiction
    {
      // If the sums show a dark light, a bright pixel is another light's.
      return .agrees
    }
    guard
      var changedBackground = changedBackground
        ?? (isContradicted ? ChangedBackground(dark: dark.mean, time: time) : nil)
    else {
      return .agrees
    }
    if isContradicted {
      changedBackground.lastContradiction = time
      if shown < Self.maximumRise { changedBackground.lastDarkContradiction = time }
    }
    if isOutsideLevels { changedBackground.lastOutsideLevels = time }
    if time - changedBackground.lastContradiction > Self.agreementTime {
      dark.move(to: changedBackground.dark)
      self.changedBackground = nil
      return .agrees
    }
    if time - changedBackground.lastOutsideLevels
      > max(Self.longestAmbiguity.seconds, Self.longestAmbiguity.units * unit)
    {
      (self.changedBackground, isForeign) = (nil, true)
      return .agrees
    }
    if time - changedBackground.lastLit > max(Self.longestDarkness.seconds, Self.longestDarkness.units * unit)
    {
      self = Peak()
      return .agrees
    }
    let finding = infer(from: brightest, before: &changedBackground, time)
    self.changedBackground = changedBackground
    return finding
  }

  /// A pixel that is darker than the light by more than this, in levels of luma, is not the light's.
  private var levelMargin: Double { max(Self.minimumContrast, Self.minimumSeparation * lit.spread) / 2 }

  private func infer(
    from brightest: Double, before changedBackground: inout ChangedBackground, _ time: Double
  ) -> Comparison {
    // The pixel is brighter than the light: it may be the background.
    guard brightest < lit.mean + 2 * levelMargin else { return .agrees }
    let contrast = lit.mean - changedBackground.dark
    let shareNoise = lit.spread / contrast
    if brightest > lit.mean - levelMargin {
      (changedBackground.lastLit, changedBackground.isLit) = (time, true)
      return contrast > 2 * levelMargin ? .shows(share: 1, noise: shareNoise) : .agrees
    }
    // The frame is partly lit if the light was lit just before, or if the pixel is nearly as bright as the light. Otherwise the
    // background has become brighter.
    let part = (brightest - changedBackground.dark) / contrast
    let isPartlyLit = part > (changedBackground.isLit ? 0 : Self.maximumRise)
    if !isPartlyLit { changedBackground.dark = brightest }
    changedBackground.isLit = part > 0.5 && isPartlyLit
    return .shows(share: isPartlyLit ? part : 0, noise: shareNoise)
  }

  /// Learns from a frame whose state is certain.
  mutating func learn(_ brightest: Double, isLit: Bool, at time: Double) {
    guard changedBackground == nil, !isLeaving else { return }
    if isLit { lit.take(brightest, at: time) } else { dark.take(brightest, at: time) }
  }
}
