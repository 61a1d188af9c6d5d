import Capture
import Frames
import Light
import Morse

/// The exposure of a source, for people.
public struct ExposureReport: Sendable, Equatable {
  /// Advice for a better exposure.
  public var advice: ExposureAdvice
  /// The present setting; `nil` if the source has none.
  public var setting: ExposureSetting?
  /// Speed of the fastest text that can be read from these frames.
  public var fastestWordsPerMinute: Double
  /// Hertz of the mains, if lamps in the picture are seen to beat.
  public var mains: Double?
  /// Whether coaching has settled on this setting.
  public var isCoached: Bool

  public init(
    advice: ExposureAdvice, setting: ExposureSetting? = nil, fastestWordsPerMinute: Double,
    mains: Double? = nil, isCoached: Bool = false
  ) {
    self.advice = advice
    self.setting = setting
    self.fastestWordsPerMinute = fastestWordsPerMinute
    self.mains = mains
    self.isCoached = isCoached
  }
}

/// Measures the exposure. If coaching is on, it requests a step, measures its effect, and requests the next step.
struct ExposureControlLoop {
  private(set) var report: ExposureReport?
  /// The requested setting, until ``takeStep()`` returns it.
  private(set) var step: ExposureSetting?
  private var control: ExposureControl?
  private var meter = ExposureMeter()
  private var adjustable: AdjustableExposure?
  /// Whether the camera is changing its exposure, by itself or because of a step.
  private var isChanging = false
  /// Until this time, frames may still have the previous exposure.
  private var settledFrom: Double?
  /// The light for which coaching has settled.
  private var settledTorch: TorchID?
  private var nextMeasurement = 0.0

  /// Seconds after a change in which frames are not measured: frames wait in the driver, and a setting reaches the sensor with
  /// a delay.
  private static let settlingTime = 0.4
  /// Seconds between two measurements.
  private static let interval = 0.5

  var isCoaching: Bool { control != nil }

  mutating func setCoaching(_ isCoaching: Bool) {
    control = isCoaching ? ExposureControl() : nil
    (step, settledTorch) = (nil, nil)
    report?.isCoached = false
  }

  mutating func takeStep() -> ExposureSetting? {
    guard let step else { return nil }
    self.step = nil
    isChanging = true
    return step
  }

  /// Takes the state of the source, and starts measuring again.
  mutating func note(_ info: SourceInfo) {
    isChanging = info.exposure == .settling
    // The camera was opened again, so that earlier measurements no longer apply.
    if isChanging, isCoaching { setCoaching(true) }
    settledFrom = nil
    adjustable = info.adjustableExposure
    meter.startOver()
    report = nil
    nextMeasurement = 0
  }

  mutating func take(_ grid: LumaGrid, _ light: LightState, _ diagnosis: Diagnosis?) {
    let time = grid.timestamp.seconds
    guard !isChanging else { return }
    // An earlier time means that the time axis has started again.
    guard let settledFrom, time >= settledFrom - Self.settlingTime else {
      return self.settledFrom = time + Self.settlingTime
    }
    guard time >= settledFrom else { return }
    meter.take(grid, torches: light.torches)
    if nextMeasurement - time > 2 * Self.interval { nextMeasurement = time }
    guard time >= nextMeasurement else { return }
    nextMeasurement = time + Self.interval
    guard var measurement = meter.measurement else { return }
    // Lamps flicker twice per period of the mains.
    if case .flicker(_, let flashes?) = diagnosis { measurement.mains = measurement.mains ?? flashes / 2 }
    if case .faint = diagnosis { measurement.isFaint = true }
    update(with: measurement, light.torches.first?.id)
  }

  private mutating func update(with measurement: ExposureMeasurement, _ torch: TorchID?) {
    if step == nil, control != nil, let adjustable,
      settledTorch == nil || torch != nil && torch != settledTorch
    {
      if settledTorch != nil { control = ExposureControl() }
      step = control?.next(measurement, within: adjustable)
      settledTorch = step == nil ? torch : nil
    }
    report = ExposureReport(
      advice: measurement.advice(at: adjustable?.setting.time), setting: adjustable?.setting,
      fastestWordsPerMinute: measurement.fastestWordsPerMinute, mains: measurement.mains,
      isCoached: settledTorch != nil)
  }
}
