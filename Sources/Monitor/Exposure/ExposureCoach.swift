import Capture

/// Leads a camera's exposure and gain, step by step, to what suits the lamp.
///
/// Light is wanted first from a long exposure, which brings no noise, and only then from gain; what is too much is taken
/// away in the opposite order. No frame lasts longer for it. What a step does is not foretold but measured: no driver tells what
/// its gain means, and cameras bend their levels. So each step goes between what was too bright and what was too dim.
///
///     var coach = ExposureCoach()
///     let scope = ExposureScope(setting: .init(time: 0.02, gain: 0.5), times: 0.0001...0.033)
///     coach.next(.init(frameTime: 0.033, clipped: 0.6), in: scope)  // gain 0
public struct ExposureCoach: Sendable {
  /// What the last measurement advised.
  public private(set) var advice = ExposureAdvice.hold
  private var tooBright: ExposureSetting?
  private var tooDim: ExposureSetting?
  private var mains: Double?
  /// The setting that the last step was to change.
  private var before: ExposureSetting?
  private var steps = 0

  /// A camera that has not come to rest by then never does: its lamp changes.
  static let mostSteps = 16
  private static let gainStep = 0.25
  /// Changes of gain, and of the time as a factor, that are not worth a step.
  private static let smallGain = 0.04
  private static let smallFactor = 1.12

  /// Has taken no step.
  public init() {}

  /// The next setting; `nil` where the present one stays: it suits, the camera has no better, or does not do as it is told.
  public mutating func next(_ seen: ExposureMeasurement, in scope: ExposureScope) -> ExposureSetting? {
    let setting = scope.setting
    mains = mains ?? seen.mains
    advice = seen.advice(at: setting.time)
    guard steps < Self.mostSteps, setting != before else { return nil }
    let next: ExposureSetting? =
      switch advice {
      case .hold: nil
      case .darker: darker(than: setting, in: scope)
      case .brighter: brighter(than: setting, in: scope)
      case .wholeSwings: wholeSwings(in: scope)
      }
    guard var next else { return nil }
    next.mains = mains
    before = setting
    steps += 1
    return next
  }

  private mutating func darker(than setting: ExposureSetting, in scope: ExposureScope) -> ExposureSetting? {
    tooBright = setting
    if let gain = setting.gain, gain > Self.smallGain {
      let least = tooDim?.time == setting.time ? tooDim?.gain ?? 0 : 0
      let next = least > 0 ? (least + gain) / 2 : 0
      return gain - next > Self.smallGain ? ExposureSetting(time: setting.time, gain: next) : nil
    }
    guard let time = setting.time, let times = scope.times else { return nil }
    var next = max(time / 2, times.lowerBound)
    if let least = tooDim, least.gain == setting.gain, let dim = least.time, dim < time {
      next = max(next, (dim * time).squareRoot())
    }
    next = whole(next, below: time)
    return time > Self.smallFactor * next ? ExposureSetting(time: next, gain: setting.gain) : nil
  }

  private mutating func brighter(than setting: ExposureSetting, in scope: ExposureScope) -> ExposureSetting? {
    tooDim = setting
    if let time = setting.time, let times = scope.times {
      var next = min(2 * time, times.upperBound)
      if let most = tooBright, most.gain == setting.gain, let bright = most.time, bright > time {
        next = min(next, (bright * time).squareRoot())
      }
      next = whole(next, below: times.upperBound)
      if next > Self.smallFactor * time { return ExposureSetting(time: next, gain: setting.gain) }
    }
    guard let gain = setting.gain else { return nil }
    var next = min(gain + Self.gainStep, 1)
    if let most = tooBright?.gain, tooBright?.time == setting.time, most > gain {
      next = min(next, (gain + most) / 2)
    }
    return next - gain > Self.smallGain ? ExposureSetting(time: setting.time, gain: next) : nil
  }

  /// The longest that the camera can, up to what it has now or one swing.
  private func wholeSwings(in scope: ExposureScope) -> ExposureSetting? {
    guard let mains, let times = scope.times, let time = scope.setting.time else { return nil }
    let next = whole(min(max(time, 0.5 / mains), times.upperBound), below: times.upperBound)
    return abs(next - time) > 1e-4 ? ExposureSetting(time: next, gain: scope.setting.gain) : nil
  }

  /// Shortened to whole swings of lamps that beat, where that leaves any.
  private func whole(_ time: Double, below limit: Double) -> Double {
    guard let mains else { return time }
    // A camera's steps may fall just short of a whole one.
    let swings = (min(time, limit) * 2 * mains + 0.03).rounded(.down)
    return swings >= 1 ? swings / (2 * mains) : time
  }
}
