import Capture

/// The exposure, measured over the last seconds.
struct ExposureMeasurement: Sendable, Equatable {
  /// Measurement of the light that is read.
  struct Lamp: Sendable, Equatable {
    /// 0...1: the share of the lamp's own pixels that are clipped while it is lit.
    var clippedWhenLit = 0.0
    /// 0...1: the share of the pixels of the lamp's tiles that are clipped while the lamp is dark.
    var clippedWhenDark = 0.0
    /// The lamp's brightest pixel while it is lit, in levels of luma.
    var brightest: Double
    /// The step from dark to lit, divided by one standard deviation of a frame's noise.
    var contrastToNoise: Double
  }

  /// Seconds from one frame to the next.
  var frameTime: Double
  /// 0...1: the share of the picture's pixels that are clipped.
  var clipped = 0.0
  /// The brightest pixel, in levels of luma.
  var brightest = 128.0
  /// `nil` while no lamp is found.
  var lamp: Lamp?
  /// Hertz of the mains if its lamps beat with the frame rate: 50 or 60.
  var mains: Double?
  /// Whether a light seems to be there, but is hidden in noise.
  var isFaint = false

  /// Speed of the fastest text that can be read from such frames, by PARIS: a dot must last at least one frame.
  var fastestWordsPerMinute: Double { 1.2 / frameTime }
}

/// Advice for a better exposure.
public enum ExposureAdvice: Sendable, Equatable {
  /// The exposure is good.
  case hold
  /// Less light, because clipped pixels cannot become brighter.
  case darker
  /// More light: the lamp is hidden in noise.
  case brighter
  /// An exposure of whole flicker periods of lamps on the mains, so that every frame gets the same light from them. Lamps
  /// flicker twice per period of the mains.
  case wholeFlickerPeriods(mains: Double)
}

extension ExposureMeasurement {
  /// Contrast-to-noise ratio at which text is read without errors: the evaluation has no errors at 5 and 10.
  static let sufficientContrast = 10.0
  /// Share of clipped pixels in the tiles of a dark lamp, above which they hide the lamp. Chosen.
  private static let hidingShare = 0.3
  /// Share of clipped pixels of a lit lamp above which light during a part of an exposure gives the same level as light during
  /// all of it.
  private static let saturatedShare = 0.5
  /// Share of clipped pixels of a picture above which they may hide a lamp. Chosen.
  private static let glareShare = 0.25
  /// Level of luma above which more light would clip pixels. Chosen.
  private static let nearWhite = 200.0

  /// The most urgent advice. The order is: glare that hides the lamp, clipping that moves its edges, beats, noise.
  ///
  /// - Parameter time: Seconds for which the shutter is open, if known.
  func advice(at time: Double?) -> ExposureAdvice {
    if let lamp {
      if lamp.clippedWhenDark > Self.hidingShare { return .darker }
      if lamp.clippedWhenLit > Self.saturatedShare, lamp.contrastToNoise > 2 * Self.sufficientContrast {
        return .darker
      }
    } else if clipped > Self.glareShare {
      return .darker
    }
    if let mains, !Self.spansWholePeriods(time, of: mains) { return .wholeFlickerPeriods(mains: mains) }
    guard lamp?.brightest ?? brightest < Self.nearWhite else { return .hold }
    return lamp.map { $0.contrastToNoise < Self.sufficientContrast } ?? isFaint ? .brighter : .hold
  }

  /// Whether the exposure is close to a whole number of flicker periods.
  private static func spansWholePeriods(_ time: Double?, of mains: Double) -> Bool {
    guard let time else { return false }
    let periods = time * 2 * mains
    return periods > 0.5 && abs(periods - periods.rounded()) < 0.05 * periods.rounded()
  }
}
