import Capture
import Frames
import Light
import Morse

/// How a source is exposed, for people.
public struct ExposureReport: Sendable, Equatable {
  /// What would be better.
  public var advice: ExposureAdvice
  /// As it stands; `nil` where the source has no such settings.
  public var setting: ExposureSetting?
  /// The fastest text that can be read in these frames, in words a minute.
  public var fastest: Double
  /// The lamps around hang on mains of so many hertz, and are seen to beat.
  public var mains: Double?
  /// Whether a coach has come to rest on this setting.
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

/// Joins what is seen of the exposure with the coach, if one is wanted: a step, a look at what became of it, the next step.
struct ExposureCoaching {
  private(set) var report: ExposureReport?
  /// What the camera is to be told; whoever tells it takes it.
  private(set) var step: ExposureSetting?
  private var coach: ExposureCoach?
  private var watch = ExposureWatch()
  private var scope: ExposureScope?
  /// The camera is about to change by itself or because it was told.
  private var isChanging = false
  /// Frames up to then may still be exposed as before.
  private var quietUntil: Double?
  /// The light for which the coach came to rest.
  private var restingFor: TorchID?
  private var nextLook = 0.0

  /// Frames may wait in the driver, and lose a little time on the way to the sensor.
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

  /// What the source tells of itself.
  mutating func note(_ info: SourceInfo) {
    isChanging = info.exposure == .settling
    // Opened anew: nothing that was learnt before holds.
    if isChanging, isWanted { setWanted(true) }
    quietUntil = nil
    scope = info.exposureScope
    watch.startOver()
    report = nil
    nextLook = 0
  }

  mutating func take(_ grid: LumaGrid, _ light: LightState, _ diagnosis: Diagnosis?) {
    let time = grid.timestamp.seconds
    guard !isChanging else { return }
    guard let quietUntil, abs(time - quietUntil) < 1e6 else { return self.quietUntil = time + Self.quiet }
    guard time >= quietUntil else { return }
    watch.take(grid, torches: light.torches)
    if nextLook - time > 2 * Self.pace { nextLook = time }
    guard time >= nextLook else { return }
    nextLook = time + Self.pace
    guard var seen = watch.measurement else { return }
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
