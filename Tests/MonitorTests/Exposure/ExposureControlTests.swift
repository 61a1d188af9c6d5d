import Capture
import Foundation
import Testing

@testable import Monitor

private typealias Seen = ExposureMeasurement
private typealias Lamp = ExposureMeasurement.Lamp

@Suite("Exposure control")
struct ExposureControlTests {
  private static let frame = 1.0 / 30

  static let facts: [(what: String, seen: ExposureMeasurement, time: Double?, advice: ExposureAdvice)] = [
    ("nothing special", Seen(frameTime: frame), 0.01, .hold),
    ("half of the picture white, no lamp found", Seen(frameTime: frame, clipped: 0.5), 0.01, .darker),
    (
      "the same, but a lamp is read",
      Seen(frameTime: frame, clipped: 0.5, lamp: Lamp(brightest: 255, contrastToNoise: 40)), 0.01, .hold
    ),
    (
      "white around the lamp even while it is dark",
      Seen(frameTime: frame, lamp: Lamp(clippedWhenDark: 0.4, brightest: 255, contrastToNoise: 3)), 0.01,
      .darker
    ),
    (
      "a lamp that is white all over, far above the noise",
      Seen(frameTime: frame, lamp: Lamp(clippedWhenLit: 0.8, brightest: 255, contrastToNoise: 50)), 0.01,
      .darker
    ),
    (
      "a lamp with a white core",
      Seen(frameTime: frame, lamp: Lamp(clippedWhenLit: 0.2, brightest: 255, contrastToNoise: 50)), 0.01,
      .hold
    ),
    (
      "a white lamp in so much noise that less light would lose it",
      Seen(frameTime: frame, lamp: Lamp(clippedWhenLit: 0.8, brightest: 255, contrastToNoise: 15)), 0.01,
      .hold
    ),
    (
      "a lamp in noise", Seen(frameTime: frame, lamp: Lamp(brightest: 80, contrastToNoise: 4)), 0.01,
      .brighter
    ),
    (
      "a lamp in noise that is nearly white",
      Seen(frameTime: frame, lamp: Lamp(brightest: 240, contrastToNoise: 4)), 0.01, .hold
    ),
    ("a suspected light in noise", Seen(frameTime: frame, isFaint: true), 0.01, .brighter),
    ("lamps on 50 Hz, 1/60 s", Seen(frameTime: frame, mains: 50), 1.0 / 60, .wholeFlickerPeriods(mains: 50)),
    ("lamps on 50 Hz, 1/50 s", Seen(frameTime: frame, mains: 50), 0.02, .hold),
    ("lamps on 60 Hz, 1/60 s", Seen(frameTime: frame, mains: 60), 1.0 / 60, .hold),
    ("lamps on 60 Hz, 1/1000 s", Seen(frameTime: frame, mains: 60), 0.001, .wholeFlickerPeriods(mains: 60)),
    (
      "lamps on 50 Hz, an unknown time", Seen(frameTime: frame, mains: 50), nil,
      .wholeFlickerPeriods(mains: 50)
    ),
  ]

  @Test("each measurement leads to its advice", arguments: facts.indices)
  func advises(_ index: Int) {
    let fact = Self.facts[index]
    #expect(fact.seen.advice(at: fact.time) == fact.advice, "\(fact.what)")
  }

  @Test(
    "the fastest text has dots of one frame", arguments: [(30.0, 36.0), (25, 30), (60, 72), (15, 18)])
  func limit(rate: Double, wordsPerMinute: Double) {
    #expect(abs(Seen(frameTime: 1 / rate).fastestWordsPerMinute - wordsPerMinute) < 1e-9)
  }

  private static let dim = Seen(frameTime: frame, lamp: Lamp(brightest: 60, contrastToNoise: 3))
  private static let white = Seen(
    frameTime: frame, lamp: Lamp(clippedWhenLit: 1, brightest: 255, contrastToNoise: 90))
  private static let times = 0.0001...0.0333

  static let steps: [(what: String, seen: ExposureMeasurement, from: ExposureSetting, to: ExposureSetting?)] =
    [
      ("too bright: gain goes first", white, .init(time: 0.01, gain: 0.6), .init(time: 0.01, gain: 0)),
      ("and then half of the time", white, .init(time: 0.01, gain: 0), .init(time: 0.005, gain: 0)),
      ("down to the shortest", white, .init(time: 0.00015, gain: 0), .init(time: 0.0001, gain: 0)),
      ("and no further", white, .init(time: 0.0001, gain: 0), nil),
      ("too dim: twice the time", dim, .init(time: 0.01, gain: 0), .init(time: 0.02, gain: 0)),
      ("up to a whole frame", dim, .init(time: 0.02, gain: 0.1), .init(time: 0.0333, gain: 0.1)),
      ("and then gain", dim, .init(time: 0.0333, gain: 0.1), .init(time: 0.0333, gain: 0.35)),
      ("and no further", dim, .init(time: 0.0333, gain: 1), nil),
      (
        "beating lamps: the most whole flicker periods", Seen(frameTime: frame, mains: 50),
        .init(time: 0.025, gain: 0.2),
        .init(time: 0.02, gain: 0.2, mains: 50)
      ),
      (
        "at least one flicker period", Seen(frameTime: frame, mains: 60), .init(time: 0.001, gain: 0),
        .init(time: 1.0 / 120, gain: 0, mains: 60)
      ),
      ("a good exposure: no step", Seen(frameTime: frame), .init(time: 0.001, gain: 0.9), nil),
    ]

  @Test("each measurement leads to the expected next setting", arguments: steps.indices)
  func step(_ index: Int) throws {
    let step = Self.steps[index]
    var control = ExposureControl()
    let next = control.next(step.seen, within: AdjustableExposure(setting: step.from, times: Self.times))
    #expect(next?.gain == step.to?.gain && next?.mains == step.to?.mains, "\(step.what): \(next as Any)")
    #expect((next?.time).map { abs($0 - (step.to?.time ?? 0)) < 1e-9 } ?? (step.to == nil), "\(step.what)")
  }

  @Test(
    "a camera with only a shutter or only gain is adjusted by that, and a camera with neither gets no step")
  func missing() {
    var control = ExposureControl()
    #expect(control.next(Self.white, within: .init(setting: .init(gain: 0.5))) == .init(gain: 0))
    #expect(control.next(Self.white, within: .init(setting: .init(gain: 0))) == nil)
    control = ExposureControl()
    let adjustable = AdjustableExposure(setting: .init(time: 0.0333), times: Self.times)
    #expect(control.next(Self.dim, within: adjustable) == nil)
    control = ExposureControl()
    #expect(control.next(Self.dim, within: AdjustableExposure()) == nil)
    #expect(control.advice == .brighter)
  }

  @Test("a camera that ignores a step gets no second step")
  func deaf() {
    var control = ExposureControl()
    let adjustable = AdjustableExposure(setting: .init(time: 0.01, gain: 0.5), times: Self.times)
    #expect(control.next(Self.white, within: adjustable) != nil)
    #expect(control.next(Self.white, within: adjustable) == nil)
  }

  @Test("the steps end between too bright and too dim, even if no setting is good")
  func ends() {
    var control = ExposureControl()
    var setting = ExposureSetting(time: 0.01, gain: 0.5)
    var count = 0
    while let next = control.next(
      setting.time! * (1 + 20 * setting.gain!) > 0.005 ? Self.white : Self.dim,
      within: .init(setting: setting, times: Self.times))
    {
      setting = next
      count += 1
    }
    #expect(count < ExposureControl.stepLimit)
    #expect((0.004...0.006).contains(setting.time!))
  }
}

/// A sensor with noise and a gain of its own unit, and a lamp before it.
struct SimulatedSensor {
  var name = ""
  /// Levels of luma per second without gain: of the lamp, and of its surroundings.
  var lamp: Double
  var surroundings: Double
  /// Factor of the highest gain.
  var maximumGain: Double
  /// Noise in levels before gain: standard deviation per picture, and variance per level of luma.
  var readNoise = 0.4
  var shotNoise = 0.05
  var setting: ExposureSetting
  /// Number of pixels in the lamp's level.
  var pixels = 4.0
  var times = 0.0001...0.0333

  private var factor: Double { (setting.time ?? 0.02) * pow(maximumGain, setting.gain ?? 0) }

  var litLevel: Double { (lamp + surroundings) * factor }
  var darkLevel: Double { surroundings * factor }

  var contrastToNoise: Double {
    let gain = pow(maximumGain, setting.gain ?? 0)
    let lit = min(litLevel, 255)
    let noise = ((readNoise * gain) * (readNoise * gain) + shotNoise * lit * gain).squareRoot()
    return (lit - min(darkLevel, 255)) / max(noise, 0.3) * pixels.squareRoot()
  }

  var measurement: ExposureMeasurement {
    ExposureMeasurement(
      frameTime: 1.0 / 30, clipped: darkLevel >= 250 ? 1 : 0, brightest: min(litLevel, 255),
      lamp: .init(
        clippedWhenLit: litLevel >= 250 ? 1 : 0, clippedWhenDark: darkLevel >= 250 ? 1 : 0,
        brightest: min(litLevel, 255), contrastToNoise: contrastToNoise))
  }
}

@Suite("Exposure control with a simulated camera")
struct CoachedCameraTests {
  static let sensors = [
    SimulatedSensor(
      name: "a torch in a dark room, as automatic exposure left it", lamp: 2e6, surroundings: 40,
      maximumGain: 30,
      setting: .init(time: 0.0333, gain: 0.8)),
    SimulatedSensor(
      name: "a lamp before a sunny wall", lamp: 60_000, surroundings: 50_000, maximumGain: 16,
      setting: .init(time: 0.02, gain: 0.1)),
    SimulatedSensor(
      name: "a far lamp at night", lamp: 1500, surroundings: 10, maximumGain: 30,
      setting: .init(time: 0.001, gain: 0)),
    SimulatedSensor(
      name: "a far lamp by day", lamp: 4000, surroundings: 4000, maximumGain: 8,
      setting: .init(time: 0.002, gain: 0)),
    SimulatedSensor(
      name: "a camera without gain", lamp: 90_000, surroundings: 100, maximumGain: 1,
      setting: .init(time: 0.0333)),
    SimulatedSensor(
      name: "one whose gain is steep", lamp: 500, surroundings: 20, maximumGain: 4000,
      setting: .init(time: 0.0333, gain: 1)),
  ]

  @Test(
    "at the end the lamp is below white and far above the noise",
    arguments: sensors.indices)
  func leads(_ index: Int) {
    var sensor = Self.sensors[index]
    var control = ExposureControl()
    var steps = 0
    while let next = control.next(
      sensor.measurement, within: .init(setting: sensor.setting, times: sensor.times))
    {
      sensor.setting = ExposureSetting(time: next.time, gain: next.gain)
      steps += 1
    }
    #expect(control.advice == .hold, "\(sensor.name)")
    #expect(
      sensor.litLevel < 250 && sensor.contrastToNoise >= 10,
      "\(sensor.name): \(sensor.litLevel) \(sensor.setting)")
    #expect(sensor.setting.time! <= sensor.times.upperBound)
    #expect(steps < ExposureControl.stepLimit, "\(sensor.name)")
  }
}
