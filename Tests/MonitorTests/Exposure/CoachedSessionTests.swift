import Filming
import Foundation
import Frames
import Luma
import Morse
import Testing

@testable import Capture
@testable import Monitor

/// A camera whose shutter and gain can be set, before a lamp that is keyed.
private final class SettableCamera: ExposureAdjustableSource {
  private(set) var info: SourceInfo
  private(set) var requested: [ExposureSetting] = []
  private let marks: [Range<Double>]
  private let end: Double
  private var sensor: SimulatedSensor
  /// Flicker periods per second of the surroundings' light.
  private let flicker: Double?
  private let pool: FramePool
  private static let textures = (0..<17).map { 0.7 + 0.3 * Double($0) / 17 }
  /// Standard normal noise. Each row begins at another place in it.
  private static let noise: [Double] = {
    var random = SeededRandom(seed: 7)
    return (0..<65_536).map { _ in random.normal() }
  }()
  private var index = 0
  private var hasChanged = false
  private let rate: Double
  private static let (width, height) = (96, 64)

  init(_ sensor: SimulatedSensor, text: String, rate: Double = 30, flicker: Double? = nil) throws {
    self.sensor = sensor
    self.rate = rate
    self.flicker = flicker
    let lead = 6.0
    marks = try Encoder(timing: .itu(wordsPerMinute: 12)).encode(text).marks.map {
      $0.lowerBound + lead..<$0.upperBound + lead
    }
    end = marks.last!.upperBound + 4
    let format = FrameFormat(.grey, width: Self.width, height: Self.height, range: .full)
    pool = FramePool(format: format, capacity: 2)
    info = SourceInfo(
      name: "settable", format: format, nominalRate: rate, isLive: true,
      exposure: .locked(sensor.setting.time))
    info.adjustableExposure = AdjustableExposure(setting: sensor.setting, times: sensor.times)
  }

  func setExposure(_ mode: ExposureMode) {
    guard case .step(let setting) = mode else { return }
    requested.append(setting)
    sensor.setting = ExposureSetting(time: setting.time, gain: setting.gain)
    info.exposure = .locked(setting.time)
    info.adjustableExposure?.setting = sensor.setting
    hasChanged = true
  }

  func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent {
    if hasChanged {
      hasChanged = false
      return .changed
    }
    let start = Double(index) / rate
    guard start < end else { return .ended }
    index += 1
    let exposure = sensor.setting.time!
    let lit = marks.reduce(0) { sum, mark in
      sum + max(0, min(mark.upperBound, start + exposure) - max(mark.lowerBound, start))
    }
    let gain = pow(sensor.maximumGain, sensor.setting.gain ?? 0)
    // Each row is exposed a little later than the row before, as with a rolling shutter.
    let (sensor, flicker, textures) = (sensor, flicker, Self.textures)
    let (lamp, read) = (sensor.lamp * lit * gain, sensor.readNoise * gain)
    let frame = pool.frame(timestamp: Timestamp(seconds: start), sequence: UInt64(index), exposure: exposure)
    {
      bytes in
      for y in 0..<Self.height {
        let from = start + 0.02 * Double(y) / Double(Self.height)
        var ambient = sensor.surroundings * exposure * gain
        if let flicker {
          let turn = 2 * Double.pi * flicker
          ambient *= 1 + 0.5 * (cos(turn * from) - cos(turn * (from + exposure))) / (turn * exposure)
        }
        var next = (index * 40_503 + y * 9973) & 0xffff
        for x in 0..<Self.width {
          let (dx, dy) = (x - Self.width / 2, y - Self.height / 2)
          let level = ambient * textures[(x * 7 + y * 13) % 17] + (dx * dx + dy * dy <= 16 ? lamp : 0)
          let noise = (read * read + sensor.shotNoise * min(level, 255) * gain).squareRoot()
          bytes[y * Self.width + x] = UInt8(min(255, max(0, level + noise * Self.noise[next] + 0.5)))
          next = (next + 1) & 0xffff
        }
      }
    }
    if let frame { return .frame(frame) }
    return .nothing
  }
}

@Suite("Session with exposure coaching")
struct CoachedSessionTests {
  /// Runs the camera to its end, and sets the exposures that the session requests.
  private func run(_ camera: SettableCamera, isCoached: Bool = true) throws -> Session {
    let queue = CaptureQueue()
    let session = Session(name: "test", queue: queue) { _ in }
    session.setCoaching(isCoached)
    _ = queue.put(.streaming(camera.info))
    var grid = LumaGrid(width: 1, height: 1)
    while session.outcome == nil {
      switch try camera.next(within: .zero) {
      case .frame(let frame): _ = queue.put(.frame(frame))
      case .changed: _ = queue.put(.streaming(camera.info))
      case .ended: _ = queue.put(.ended)
      default: break
      }
      try session.drain { frame, deliver in
        CPULuma.measure(frame, into: &grid)
        deliver(grid)
      }
      if let exposure = session.takeExposure() { camera.setExposure(exposure) }
    }
    return session
  }

  private static let text = "PARIS PARIS PARIS DE ALDIS"

  @Test("coaching darkens an overexposed picture until the lamp is read, and reports the final setting")
  func white() throws {
    let sensor = SimulatedSensor(
      lamp: 30_000, surroundings: 60_000, maximumGain: 16, setting: .init(time: 0.02, gain: 0.3))
    let camera = try SettableCamera(sensor, text: Self.text)
    let session = try run(camera)
    #expect(!camera.requested.isEmpty)
    #expect(session.snapshot.text.hasSuffix("DE ALDIS"), "\(session.snapshot.text)")
    let report = try #require(session.coachReport)
    #expect(report.isCoached && report.advice == .hold)
    #expect(Int(report.fastestWordsPerMinute) == 35 || Int(report.fastestWordsPerMinute) == 36)
  }

  @Test("coaching brightens a picture until a lamp hidden in noise is read")
  func dim() throws {
    let sensor = SimulatedSensor(
      lamp: 900, surroundings: 300, maximumGain: 16, readNoise: 1, setting: .init(time: 0.004, gain: 0))
    let camera = try SettableCamera(sensor, text: Self.text)
    let session = try run(camera)
    #expect(!camera.requested.isEmpty)
    #expect(session.snapshot.text.hasSuffix("DE ALDIS"), "\(session.snapshot.text)")
    #expect(session.snapshot.torches.allSatisfy { $0.id.letter == "A" })
  }

  @Test("coaching darkens a clipped lamp while it is read, and its text stays in one transcript")
  func lamp() throws {
    let sensor = SimulatedSensor(
      lamp: 200_000, surroundings: 3000, maximumGain: 16, setting: .init(time: 0.02, gain: 0.2))
    let camera = try SettableCamera(sensor, text: Self.text)
    let session = try run(camera)
    #expect(camera.requested.count >= 2)
    #expect(session.snapshot.transcripts.count == 1)
    #expect(session.snapshot.text.hasSuffix("PARIS DE ALDIS"), "\(session.snapshot.text)")
  }

  @Test("without coaching, there is advice but no step")
  func advises() throws {
    let sensor = SimulatedSensor(
      lamp: 30_000, surroundings: 60_000, maximumGain: 16, setting: .init(time: 0.02, gain: 0.3))
    let camera = try SettableCamera(sensor, text: "PARIS")
    let session = try run(camera, isCoached: false)
    #expect(camera.requested.isEmpty && session.coachReport == nil)
    #expect(session.snapshot.exposure?.advice == .darker)
  }

  @Test(
    "coaching sets an exposure of whole flicker periods if lamps beat with the frame rate",
    arguments: [(30.0, 50.0), (25, 60)])
  func mains(rate: Double, mains: Double) throws {
    let sensor = SimulatedSensor(
      lamp: 6000, surroundings: 6000, maximumGain: 16, setting: .init(time: 0.013, gain: 0))
    let camera = try SettableCamera(sensor, text: "PARIS", rate: rate, flicker: 2 * mains)
    _ = try run(camera)
    let setting = try #require(camera.requested.first { $0.mains != nil })
    #expect(setting.mains == mains)
    let periods = setting.time! * 2 * mains
    #expect(periods > 0.5 && abs(periods - periods.rounded()) < 1e-6)
  }
}
