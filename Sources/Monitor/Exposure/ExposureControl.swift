import Capture

/// Adjusts a camera's exposure and gain to the lamp, step by step.
///
/// More light comes first from a longer exposure, which adds no noise, and then from gain; less light in the opposite order.
/// The frame rate stays. The effect of a step is measured, not computed: drivers do not define the unit of gain, and cameras
/// are not linear. So each step goes between a setting that was too bright and one that was too dark.
///
///     var control = ExposureControl()
///     let adjustable = AdjustableExposure(setting: .init(time: 0.02, gain: 0.5), times: 0.0001...0.033)
///     control.next(.init(frameTime: 0.033, clipped: 0.6), within: adjustable)  // gain 0
struct ExposureControl: Sendable {
  /// The advice of the last measurement.
  private(set) var advice = ExposureAdvice.hold
  private var tooBrightSetting: ExposureSetting?
  private var tooDimSetting: ExposureSetting?
  private var mains: Double?
  private var previousSetting: ExposureSetting?
  private var steps = 0

  /// Limit of the steps. If coaching has not settled by then, the lamp changes all the time.
  static let stepLimit = 16
  private static let gainStep = 0.25
  /// The smallest changes that are worth a step: of the gain (0...1), and of the time (a factor). Chosen.
  private static let minimumGainChange = 0.04
  private static let minimumTimeFactor = 1.12

  /// The next setting. It is `nil` if the present setting is good, the camera has no better one, or it ignored the last step.
  mutating func next(
    _ measurement: ExposureMeasurement, within adjustable: AdjustableExposure
  ) -> ExposureSetting? {
    let setting = adjustable.setting
    mains = mains ?? measurement.mains
    advice = measurement.advice(at: setting.time)
    guard steps < Self.stepLimit, setting != previousSetting else { return nil }
    let next: ExposureSetting? =
      switch advice {
      case .hold: nil
      case .darker: darker(than: setting, within: adjustable)
      case .brighter: brighter(than: setting, within: adjustable)
      case .wholeFlickerPeriods: wholeFlickerPeriods(within: adjustable)
      }
    guard var next else { return nil }
    next.mains = mains
    previousSetting = setting
    steps += 1
    return next
  }

  private mutating func darker(
    than setting: ExposureSetting, within adjustable: AdjustableExposure
  ) -> ExposureSetting? {
    tooBrightSetting = setting
    if let gain = setting.gain, gain > Self.minimumGainChange {
      let least = tooDimSetting?.time == setting.time ? tooDimSetting?.gain ?? 0 : 0
      let next = least > 0 ? (least + gain) / 2 : 0
      return gain - next > Self.minimumGainChange ? ExposureSetting(time: setting.time, gain: next) : nil
    }
    guard let time = setting.time, let times = adjustable.times else { return nil }
    var next = max(time / 2, times.lowerBound)
    if let least = tooDimSetting, least.gain == setting.gain, let dim = least.time, dim < time {
      next = max(next, (dim * time).squareRoot())
    }
    next = wholePeriods(of: next)
    return time > Self.minimumTimeFactor * next ? ExposureSetting(time: next, gain: setting.gain) : nil
  }

  private mutating func brighter(
    than setting: ExposureSetting, within adjustable: AdjustableExposure
  ) -> ExposureSetting? {
    tooDimSetting = setting
    if let time = setting.time, let times = adjustable.times {
      var next = min(2 * time, times.upperBound)
      if let most = tooBrightSetting, most.gain == setting.gain, let bright = most.time, bright > time {
        next = min(next, (bright * time).squareRoot())
      }
      next = wholePeriods(of: next)
      if next > Self.minimumTimeFactor * time { return ExposureSetting(time: next, gain: setting.gain) }
    }
    guard let gain = setting.gain else { return nil }
    var next = min(gain + Self.gainStep, 1)
    if let most = tooBrightSetting?.gain, tooBrightSetting?.time == setting.time, most > gain {
      next = min(next, (gain + most) / 2)
    }
    return next - gain > Self.minimumGainChange ? ExposureSetting(time: setting.time, gain: next) : nil
  }

  /// The longest exposure of whole flicker periods that the camera can set, up to the present one or one flicker period.
  private func wholeFlickerPeriods(within adjustable: AdjustableExposure) -> ExposureSetting? {
    guard let mains, let times = adjustable.times, let time = adjustable.setting.time else { return nil }
    let next = wholePeriods(of: min(max(time, 0.5 / mains), times.upperBound))
    return abs(next - time) > 1e-4 ? ExposureSetting(time: next, gain: adjustable.setting.gain) : nil
  }

  /// If lamps on the mains beat, `time` is shortened to whole flicker periods. A time below one period stays.
  private func wholePeriods(of time: Double) -> Double {
    guard let mains else { return time }
    // A camera's setting may be slightly shorter than a whole period.
    let periods = (time * 2 * mains + 0.03).rounded(.down)
    return periods >= 1 ? periods / (2 * mains) : time
  }
}
