import Capture
import Frames
import Light
import Morse

/// How a source is exposed, for people.
public struct ExposureReport: Sendable, Equatable {
  /// Advice for a better exposure.
  public var advice: ExposureAdvice
  /// The present setting; `nil` if the source has none.
  public var setting: ExposureSetting?
  /// The fastest text that can be read from these frames, in words per minute.
  public var fastest: Double
  /// Hertz of the mains, if lamps in the picture are seen to beat.
  public var mains: Double?
  /// Whether coaching has settled on this setting.
  public var isCoached: Bool

  public init(
    advice: ExposureAdvice, setting: ExposureSetting? = nil, fastest: Double, mains: Double? = nil,
    isCoached: Bool = false
  ) {
    self.advice = advice
    self.setting = setting
    self.fastest = fastest
    self.mains = mains
    self.isCoached = isCoached
  }
}

/// Measures the exposure and, if coaching is on, asks for steps: a step, a measurement, the next step.
struct ExposureCoaching {
  private(set) var report: ExposureReport?
  /// The next setting of the camera, until it is taken.
  private(set) var step: ExposureSetting?
  private var coach: ExposureCoach?
  private var meter = ExposureMeter()
  private var scope: ExposureScope?
  /// Whether the camera changes its exposure now, by itself or because of a step.
  private var isChanging = false
  /// Until this time frames may still have the former exposure.
  private var quietUntil: Double?
  /// The light for which the exposure has settled.
  private var restingFor: TorchID?
  private var nextLook = 0.0

  /// Seconds: frames wait in the driver, and a setting reaches the sensor with a delay.
  private static let quiet = 0.4
  private static let pace = 0.5

  var isWanted: Bool { coach != nil }

  mutating func setWanted(_ isWanted: Bool) {
    coach = isWanted ? ExposureCoach() : nil
    (step, restingFor) = (nil, nil)
    report?.isCoached = false
  }

  mutating func takeStep() -> ExposureSetting? {
    guard let step else { return nil }
    self.step = nil
    isChanging = true
    return step
  }

  /// Takes the state of the source.
  mutating func note(_ info: SourceInfo) {
    isChanging = info.exposure == .settling
    // Opened again: earlier measurements do not hold.
    if isChanging, isWanted { setWanted(true) }
    quietUntil = nil
    scope = info.exposureScope
    meter.startOver()
    report = nil
    nextLook = 0
  }

  mutating func take(_ grid: LumaGrid, _ light: LightState, _ diagnosis: Diagnosis?) {
    let time = grid.timestamp.seconds
    guard !isChanging else { return }
    guard let quietUntil, abs(time - quietUntil) < 1e6 else { return self.quietUntil = time + Self.quiet }
    guard time >= quietUntil else { return }
    meter.take(grid, torches: light.torches)
    if nextLook - time > 2 * Self.pace { nextLook = time }
    guard time >= nextLook else { return }
    nextLook = time + Self.pace
    guard var seen = meter.measurement else { return }
    if case .flicker(_, let mains?) = diagnosis { seen.mains = seen.mains ?? mains / 2 }
    if case .faint = diagnosis { seen.isFaint = true }
    judge(seen, light.torches.first?.id)
  }

  private mutating func judge(_ seen: ExposureMeasurement, _ torch: TorchID?) {
    if step == nil, coach != nil, let scope, restingFor == nil || torch != nil && torch != restingFor {
      if restingFor != nil { coach = ExposureCoach() }
      step = coach?.next(seen, in: scope)
      restingFor = step == nil ? torch : nil
    }
    report = ExposureReport(
      advice: seen.advice(at: scope?.setting.time), setting: scope?.setting, fastest: seen.fastest,
      mains: seen.mains,
      isCoached: restingFor != nil)
  }
}
