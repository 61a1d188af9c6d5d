import Capture

/// What a second or more of pictures tells of how they are exposed.
public struct ExposureMeasurement: Sendable, Equatable {
  /// The light that is read.
  public struct Lamp: Sendable, Equatable {
    /// 0...1: the share of its own pixels that are as bright as the camera can tell while it is lit.
    public var clippedWhenLit: Double
    /// 0...1: the share of the pixels around it that are so while it is dark.
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
  /// 0...1: the share of the picture's pixels that are as bright as the camera can tell.
  public var clipped: Double
  /// The brightest pixel, in levels of luma.
  public var brightest: Double
  /// `nil` while none is found.
  public var lamp: Lamp?
  /// The picture beats as lamps on such mains make it do: 50 or 60 hertz.
  public var mains: Double?
  /// A light is suspected, but lost in noise.
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

  /// The fastest text that can be read in such frames, in words a minute by PARIS: a dot must last as long as a frame.
  public var fastest: Double { 1.2 / frameTime }
}

/// What would make a picture's exposure better.
public enum ExposureAdvice: Sendable, Equatable {
  /// It suits.
  case hold
  /// Less light: what is white cannot become whiter.
  case darker
  /// More light: the lamp is lost in noise.
  case brighter
  /// A time that holds whole swings of lamps on mains of so many hertz, so that no picture shows more of them than another.
  case wholeSwings(mains: Double)
}

extension ExposureMeasurement {
  /// A lamp that stands so many times above the noise is read without a doubt: the evaluation shows none at 5 and 10.
  static let enough = 10.0
  /// Around a lamp that is dark, more white than this hides it.
  private static let hidden = 0.3
  /// A lamp of which more is white shows a part of an exposure as if it were all of it.
  private static let saturated = 0.5
  /// Without a lamp, more white than this may hide one.
  private static let glaring = 0.25
  /// Above it, brighter soon means white.
  private static let bright = 200.0

  /// The first that holds: what hides the lamp, what falsifies its edges, what beats, what lets it drown in noise.
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

  /// Light swings twice in each period of its mains.
  private static func isWhole(_ time: Double?, of mains: Double) -> Bool {
    guard let time else { return false }
    let swings = time * 2 * mains
    return swings > 0.5 && abs(swings - swings.rounded()) < 0.05 * swings.rounded()
  }
}
