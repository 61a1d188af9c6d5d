/// How the exposure is set.
public enum ExposureMode: Sendable, Equatable {
  /// The camera finds its exposure, then everything automatic is locked, because an exposure that reacts to the lamp hides its
  /// signal.
  case lock
  /// The camera decides; no setting is changed.
  case auto
  /// A fixed exposure in seconds; everything else is locked.
  case seconds(Double)
  /// As ``lock``, and then changed in steps by `ExposureControl`.
  case coach
  /// One step of ``coach``.
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

  /// The requested exposure, if there is one.
  var seconds: Double? {
    switch self {
    case .seconds(let seconds): seconds
    case .step(let setting): setting.time
    case .lock, .auto, .coach: nil
    }
  }
}

/// Exposure and gain of a camera.
public struct ExposureSetting: Sendable, Equatable {
  /// Seconds for which the shutter is open in each frame; `nil` if the camera has no such setting.
  public var time: Double?
  /// 0 is the camera's lowest, 1 its highest gain; `nil` if it has no such setting. The scale between them depends on the
  /// driver: a higher value is brighter, by an unknown amount.
  public var gain: Double?
  /// Frequency of the mains, in hertz: 50 or 60; `nil` does not change the camera's setting.
  public var mains: Double?

  public init(time: Double? = nil, gain: Double? = nil, mains: Double? = nil) {
    self.time = time
    self.gain = gain
    self.mains = mains
  }
}

/// The adjustable part of a camera's exposure, and its present setting.
public struct AdjustableExposure: Sendable, Equatable {
  public var setting: ExposureSetting
  /// Seconds, up to the longest exposure that does not lower the frame rate; `nil` if it cannot be set.
  public var times: ClosedRange<Double>?

  /// Whether nothing can be set.
  public var isEmpty: Bool { times == nil && setting.gain == nil }

  public init(setting: ExposureSetting = ExposureSetting(), times: ClosedRange<Double>? = nil) {
    self.setting = setting
    self.times = times
  }
}
