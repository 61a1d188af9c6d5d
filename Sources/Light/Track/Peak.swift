import Glibc

/// The brightest pixel of a light's tiles. It tells when the light shines while something else moves behind it.
///
/// Somebody who walks by behind a lamp changes the sums of its tiles by more than the lamp does. The lamp's own pixels stay
/// as bright as they were, and whoever is less bright than these is behind it. So what the brightest pixel shows is compared
/// with what the sums show, and where they disagree the pixel is believed.
struct Peak {
  /// A level of luma, followed, and how far it strays.
  private struct Followed {
    var mean = 0.0
    private var variance = 0.0
    private var weight = 0.0
    private var began = Double.infinity

    /// Frames that it rests on at least, and at most.
    private static let fewest = 6.0
    private static let most = 20.0
    /// And seconds: a turn signal beside the light must have been seen on and off.
    private static let learningTime = 2.5
    /// What a camera's noise and the rounding leave of a pixel in any case, in levels.
    private static let leastSpread = 1.0

    func isKnown(at time: Double) -> Bool { weight >= Self.fewest && time - began > Self.learningTime }
    var spread: Double { max(Self.leastSpread, variance.squareRoot()) }

    mutating func take(_ value: Double, at time: Double) {
      began = min(began, time)
      weight = min(weight + 1, Self.most)
      let deviation = value - mean
      mean += deviation / weight
      variance += (deviation * deviation * (1 - 1 / weight) - variance) / weight
    }

    mutating func move(to value: Double) { mean = value }
  }

  /// What is behind the light now instead of what was.
  private struct Cover {
    /// The brightest pixel while the light is off.
    var dark: Double
    /// Whether the light shone in the last frame.
    var isLit = false
    /// When the sums last said something else, when they last did while the light was off, when they last were none that the
    /// light makes, and when it last shone, in seconds.
    var lastContradiction: Double
    var lastDarkContradiction = -Double.infinity
    var lastStrange: Double
    var lastLit: Double

    init(dark: Double, time: Double) {
      self.dark = dark
      (lastContradiction, lastStrange, lastLit) = (time, time, time)
    }
  }

  private var lit = Followed()
  private var dark = Followed()
  private var cover: Cover?
  /// Whether pixel and sums disagreed though the sums were those that the light makes: the pixel is not its own.
  private var isDistrusted = false

  /// By what share of the light's step pixel and sums must disagree, beyond six times their noise; by as much sums lie outside
  /// of both of the light's levels that it does not make.
  private static let contradiction = 0.35
  /// Seconds for which the sums must agree before they are believed again.
  private static let holdTime = 0.4
  /// The share of the way to the light's own brightness by which what is behind it may brighten from frame to frame.
  private static let mostRise = 0.75
  /// Seconds without a contradiction while the light was off after which nothing is behind it any more.
  private static let passingTime = 1.2
  /// Seconds and dots for which something may be behind the light though the sums are those that the light makes.
  private static let trust = (seconds: 1.2, units: 8.0)
  /// How far above all else the light's pixel must stand out, in levels and in times of what it strays.
  private static let leastContrast = 12.0
  private static let leastClearness = 5.0
  /// A light that does not shine for so many seconds, nor for so many dots, is no longer as bright as it was.
  private static let patience = (seconds: 3.0, units: 12.0)

  /// What the sums of a frame are worth.
  enum Finding: Equatable {
    /// They are to be believed.
    case agrees
    /// The share of the exposure in which the light shone, by its brightest pixel, and one standard deviation of it.
    case shows(share: Double, noise: Double)
  }

  /// Whether something else than what is known is behind the light.
  var isCovered: Bool {
    cover.map { $0.lastContradiction - $0.lastDarkContradiction < Self.passingTime } ?? false
  }

  /// Whether something else may be there: pixel and sums have lately disagreed.
  var isInDoubt: Bool { cover != nil }

  /// Whether the pixel was last found beside the light's tiles, which it is about to leave.
  private(set) var isLeaving = false

  /// Looks at a frame.
  ///
  /// - Parameters:
  ///   - brightest: The brightest pixel, in levels of luma.
  ///   - around: That of the tiles around besides.
  ///   - share: What the sums say: 0 dark, 1 bright.
  ///   - noise: One standard deviation of that.
  ///   - time: In seconds.
  ///   - unit: The length of a dot, in seconds; 0 where it is unknown.
  mutating func look(
    at brightest: Double, around: () -> Double, beside share: Double, noise: Double, time: Double,
    unit: Double
  ) -> Finding {
    guard lit.isKnown(at: time), dark.isKnown(at: time),
      lit.mean - dark.mean > max(2 * reach, Self.leastClearness * dark.spread)
    else { return .agrees }
    let shown = min(1, max(0, (brightest - dark.mean) / (lit.mean - dark.mean)))
    let excess = share - shown
    let least = Self.contradiction + 6 * noise
    let isContradicted = abs(excess) > least
    let isStrange = share < -least || share > 1 + least
    isLeaving = isContradicted && excess > 0 && brightest < lit.mean - reach && around() > lit.mean - reach
    if isLeaving { return .agrees }
    if isStrange {
      isDistrusted = false
    } else if cover == nil, isDistrusted || isContradicted && excess < 0 && share < Self.contradiction {
      // Sums that are a dark light's say that the pixel is another light's.
      return .agrees
    }
    guard var cover = cover ?? (isContradicted ? Cover(dark: dark.mean, time: time) : nil) else {
      return .agrees
    }
    if isContradicted {
      cover.lastContradiction = time
      if shown < Self.mostRise { cover.lastDarkContradiction = time }
    }
    if isStrange { cover.lastStrange = time }
    if time - cover.lastContradiction > Self.holdTime {
      dark.move(to: cover.dark)
      self.cover = nil
      return .agrees
    }
    if time - cover.lastStrange > max(Self.trust.seconds, Self.trust.units * unit) {
      (self.cover, isDistrusted) = (nil, true)
      return .agrees
    }
    if time - cover.lastLit > max(Self.patience.seconds, Self.patience.units * unit) {
      self = Peak()
      return .agrees
    }
    let finding = infer(from: brightest, before: &cover, time)
    self.cover = cover
    return finding
  }

  /// What lies farther below the light's brightness than this is not the light.
  private var reach: Double { max(Self.leastContrast, Self.leastClearness * lit.spread) / 2 }

  private func infer(from brightest: Double, before cover: inout Cover, _ time: Double) -> Finding {
    // Brighter than the light is: what is behind it may be so too.
    guard brightest < lit.mean + 2 * reach else { return .agrees }
    let contrast = lit.mean - cover.dark
    let noise = lit.spread / contrast
    if brightest > lit.mean - reach {
      (cover.lastLit, cover.isLit) = (time, true)
      return contrast > 2 * reach ? .shows(share: 1, noise: noise) : .agrees
    }
    // Partly lit, where it was lit just now or nearly is; else what is behind it has grown brighter.
    let part = (brightest - cover.dark) / contrast
    let isPartlyLit = part > (cover.isLit ? 0 : Self.mostRise)
    if !isPartlyLit { cover.dark = brightest }
    cover.isLit = part > 0.5 && isPartlyLit
    return .shows(share: isPartlyLit ? part : 0, noise: noise)
  }

  /// Learns from a frame in which the light surely shone or surely did not.
  mutating func learn(_ brightest: Double, isLit: Bool, at time: Double) {
    guard cover == nil, !isLeaving else { return }
    if isLit { lit.take(brightest, at: time) } else { dark.take(brightest, at: time) }
  }
}
