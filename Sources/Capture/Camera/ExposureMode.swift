/// Who sets how long the shutter is open.
public enum ExposureMode: Sendable, Equatable {
  /// The camera finds its exposure, then everything automatic is locked: an exposure that follows the lamp erases it.
  case lock
  /// The camera keeps deciding; nothing is touched.
  case auto
  /// This many seconds, and the rest locked.
  case seconds(Double)
  /// As ``lock``, and from there in steps to what suits the lamp: whoever sees the lamp asks for each.
  case coach
  /// A step on that way.
  case step(ExposureSetting)

  /// `lock`, `auto`, `coach`, or a number of seconds above zero.
  public init?(_ text: String) {
    switch text {
    case "lock": self = .lock
    case "auto": self = .auto
    case "coach": self = .coach
    default:
      guard let seconds = Double(text), seconds > 0, seconds.isFinite else { return nil }
      self = .seconds(seconds)
    }
  }

  /// The time asked for, if one is.
  var seconds: Double? {
    switch self {
    case .seconds(let seconds): seconds
    case .step(let setting): setting.time
    case .lock, .auto, .coach: nil
    }
  }
}

/// How a camera is exposed.
public struct ExposureSetting: Sendable, Equatable {
  /// Seconds for which the shutter is open in each frame; `nil` where the camera has no such setting.
  public var time: Double?
  /// 0 for the least the camera has, 1 for the most; `nil` where it has no such setting. What lies between is the driver's
  /// own scale: more is brighter, by how much nobody tells.
  public var gain: Double?
  /// The frequency of the mains that the lamps around hang on, in hertz: 50 or 60; `nil` leaves it as it is.
  public var mains: Double?

  public init(time: Double? = nil, gain: Double? = nil, mains: Double? = nil) {
    self.time = time
    self.gain = gain
    self.mains = mains
  }
}

/// What can be set of a camera's exposure.
public struct ExposureScope: Sendable, Equatable {
  /// As it stands.
  public var setting: ExposureSetting
  /// Seconds, from the shortest to the longest that leaves the frame rate as it is; `nil` where it cannot be set.
  public var times: ClosedRange<Double>?

  /// Whether anything can be set.
  public var isEmpty: Bool { times == nil && setting.gain == nil }

  public init(setting: ExposureSetting = ExposureSetting(), times: ClosedRange<Double>? = nil) {
    self.setting = setting
    self.times = times
  }
}
