import Capture

/// The exposure of a second or more of pictures.
public struct ExposureMeasurement: Sendable, Equatable {
  /// Of the light that is read.
  public struct Lamp: Sendable, Equatable {
    /// 0...1: the share of the lamp's own pixels that are clipped while it is lit.
    public var clippedWhenLit: Double
    /// 0...1: the share of the pixels around it that are clipped while it is dark.
    public var clippedWhenDark: Double
    /// Its brightest pixel while it is lit, in levels of luma.
    public var brightest: Double
    /// The step from dark to lit over one standard deviation of a frame's noise.
    public var contrastToNoise: Double

    public init(
      clippedWhenLit: Double = 0, clippedWhenDark: Double = 0, brightest: Double, contrastToNoise: Double
    ) {
      self.clippedWhenLit = clippedWhenLit
      self.clippedWhenDark = clippedWhenDark
      self.brightest = brightest
      self.contrastToNoise = contrastToNoise
    }
  }

  /// Seconds from frame to frame.
  public var frameTime: Double
  /// 0...1: the share of the picture's pixels that are clipped.
  public var clipped: Double
  /// The brightest pixel, in levels of luma.
  public var brightest: Double
  /// `nil` while none is found.
  public var lamp: Lamp?
  /// Hertz of the mains whose lamps make the picture beat: 50 or 60.
  public var mains: Double?
  /// Whether a light seems to be there, but is hidden in noise.
  public var isFaint: Bool

  public init(
    frameTime: Double, clipped: Double = 0, brightest: Double = 128, lamp: Lamp? = nil, mains: Double? = nil,
    isFaint: Bool = false
  ) {
    self.frameTime = frameTime
    self.clipped = clipped
    self.brightest = brightest
    self.lamp = lamp
    self.mains = mains
    self.isFaint = isFaint
  }

  /// The fastest text that can be read from such frames, in words per minute by PARIS: a dot must last as long as a frame.
  public var fastest: Double { 1.2 / frameTime }
}

/// Advice for a better exposure.
public enum ExposureAdvice: Sendable, Equatable {
  /// The exposure is good.
  case hold
  /// Less light: white pixels cannot become brighter.
  case darker
  /// More light: the lamp is hidden in noise.
  case brighter
  /// A time of whole swings of lamps on the mains, so that all pictures get the same light of them.
  case wholeSwings(mains: Double)
}

extension ExposureMeasurement {
  /// Contrast-to-noise ratio that is read without errors: the evaluation has none at 5 and 10.
  static let enough = 10.0
  /// Share of clipped pixels around a dark lamp that hides it.
  private static let hidden = 0.3
  /// Share of clipped pixels of a lit lamp: above it, a part of an exposure looks like a whole one.
  private static let saturated = 0.5
  /// Share of clipped pixels of a picture that may hide a lamp.
  private static let glaring = 0.25
  /// Level of luma close to white.
  private static let bright = 200.0

  /// The most urgent advice: against glare that hides the lamp, clipping that moves its edges, beats, noise, in this order.
  ///
  /// - Parameter time: Seconds for which the shutter is open, if known.
  public func advice(at time: Double?) -> ExposureAdvice {
    if let lamp {
      if lamp.clippedWhenDark > Self.hidden { return .darker }
      if lamp.clippedWhenLit > Self.saturated, lamp.contrastToNoise > 2 * Self.enough { return .darker }
    } else if clipped > Self.glaring {
      return .darker
    }
    if let mains, !Self.isWhole(time, of: mains) { return .wholeSwings(mains: mains) }
    guard lamp?.brightest ?? brightest < Self.bright else { return .hold }
    return lamp.map { $0.contrastToNoise < Self.enough } ?? isFaint ? .brighter : .hold
  }

  /// The light of a lamp swings twice per period of the mains.
  private static func isWhole(_ time: Double?, of mains: Double) -> Bool {
    guard let time else { return false }
    let swings = time * 2 * mains
    return swings > 0.5 && abs(swings - swings.rounded()) < 0.05 * swings.rounded()
  }
}
