/// What is asked of a camera. What is left open, Aldis chooses from what the camera offers.
public struct CameraRequest: Sendable, Equatable {
  /// Size in pixels. Either counts only together with the other.
  public var width: Int?
  public var height: Int?
  /// Frames a second.
  public var rate: Double?
  /// A pixel format by Video4Linux2's four characters, as in `MJPG`.
  public var format: String?
  public var exposure: ExposureMode
  /// Whether anyone looks at the pictures. Of Motion JPEG only the luma is decoded where nobody does; it is the same, and
  /// sooner there.
  public var wantsColour: Bool

  public init(
    width: Int? = nil, height: Int? = nil, rate: Double? = nil, format: String? = nil,
    exposure: ExposureMode = .lock, wantsColour: Bool = true
  ) {
    self.width = width
    self.height = height
    self.rate = rate
    self.format = format
    self.exposure = exposure
    self.wantsColour = wantsColour
  }
}

/// Who sets how long the shutter is open.
public enum ExposureMode: Sendable, Equatable {
  /// The camera finds its exposure, then everything automatic is locked: an exposure that follows the lamp erases it.
  case lock
  /// The camera keeps deciding; nothing is touched.
  case auto
  /// This many seconds, and the rest locked.
  case seconds(Double)

  /// `lock`, `auto`, or a number of seconds above zero.
  public init?(_ text: String) {
    switch text {
    case "lock": self = .lock
    case "auto": self = .auto
    default:
      guard let seconds = Double(text), seconds > 0, seconds.isFinite else { return nil }
      self = .seconds(seconds)
    }
  }

  /// The time asked for, if one is.
  var seconds: Double? {
    if case .seconds(let seconds) = self { seconds } else { nil }
  }
}
