import CVideo4Linux
import Frames
import Testing

@testable import Capture

/// A webcam whose automatics are on: 250 is 25 ms.
private let webcam: [CameraControls.Control: ScriptedCamera.Setting] = [
  .exposureAuto: .init(value: 3, range: 0...3, menu: [1, 3]),
  .exposureTime: .init(value: 250, range: 1...5000),
  .exposurePriority: .init(value: 1),
  .gain: .init(value: 40, range: 0...255),
  .whiteBalanceAuto: .init(value: 1),
  .whiteBalance: .init(value: 4600, range: 2800...6500),
  .focusAuto: .init(value: 1),
  .focus: .init(value: 12, range: 0...250),
]

private func camera(
  _ settings: [CameraControls.Control: ScriptedCamera.Setting], frames: UInt32 = 100
) -> ScriptedCamera {
  var script = ScriptedCamera.Script()
  script.settings = settings
  script.deliveries = (0...frames).map { ScriptedCamera.Delivery(sequence: $0) }
  return ScriptedCamera(script)
}

@Suite("Exposure and other settings of a camera")
struct CameraExposureTests {
  @Test(
    "the exposure settles, is locked with the other settings, reported once, stored in frames, and restored")
  func locks() throws {
    let camera = camera(webcam)
    var source: V4L2Camera? = try V4L2Camera("/dev/video0", request: CameraRequest(), system: camera)
    #expect(source!.info.exposure == .settling)
    #expect(camera.setting(.exposurePriority) == 0)
    #expect(camera.setting(.exposureAuto) == 3)
    let run = try source!.read(frames: 30)
    #expect(run.changes == 1)
    #expect(source!.info.exposure == .locked(0.025))
    for (control, value) in [
      (CameraControls.Control.exposureAuto, 1), (.exposureTime, 250), (.gain, 40), (.whiteBalanceAuto, 0),
      (.whiteBalance, 4600), (.focusAuto, 0), (.focus, 12),
    ] as [(CameraControls.Control, Int32)] {
      #expect(camera.setting(control) == value)
    }
    guard case .frame(let frame) = try source!.next(within: .seconds(1)) else { return }
    #expect(frame.exposure == 0.025)
    source = nil
    for (control, setting) in webcam { #expect(camera.setting(control) == setting.value) }
  }

  @Test("the user can lock the exposure, and make it automatic again, while the camera streams")
  func whileStreaming() throws {
    let camera = camera(webcam)
    var source: V4L2Camera? = try V4L2Camera(
      "/dev/video0", request: CameraRequest(exposure: .auto), system: camera)
    _ = try source!.read(frames: 3)
    #expect(source!.info.exposure == .automatic)
    source!.setExposure(.lock)
    #expect(source!.info.exposure == .locked(0.025))
    #expect(camera.setting(.gainAuto) == 0 || webcam[.gainAuto] == nil)
    #expect(camera.setting(.whiteBalanceAuto) == 0)
    let run = try source!.read(frames: 3)
    #expect(run.changes == 1)
    source!.setExposure(.auto)
    #expect(source!.info.exposure == .automatic)
    // The earlier settling does not lock it again.
    _ = try source!.read(frames: 60)
    #expect(source!.info.exposure == .automatic)
    source = nil
    for (control, setting) in webcam { #expect(camera.setting(control) == setting.value) }
  }

  @Test(
    "a coach begins with the settled exposure; its steps are set, reported with the range of settings, and restored"
  )
  func coached() throws {
    let camera = camera(webcam.merging([.powerLine: .init(value: 0, range: 0...3)]) { $1 })
    var source: V4L2Camera? = try V4L2Camera(
      "/dev/video0", request: CameraRequest(exposure: .coach), system: camera)
    #expect(source!.info.exposure == .settling)
    _ = try source!.read(frames: 30)
    #expect(source!.info.exposure == .locked(0.025))
    let adjustable = try #require(source!.info.adjustableExposure)
    #expect(adjustable.setting == ExposureSetting(time: 0.025, gain: 40.0 / 255))
    #expect(adjustable.times == 0.0001...1.0 / 30)
    source!.setExposure(.step(ExposureSetting(time: 0.01, gain: 0.2, mains: 60)))
    #expect(camera.setting(.exposureTime) == 100 && camera.setting(.gain) == 51)
    #expect(camera.setting(.powerLine) == 2)
    #expect(try source!.read(frames: 3).changes == 1)
    #expect(source!.info.exposure == .locked(0.01))
    #expect(source!.info.adjustableExposure?.setting == ExposureSetting(time: 0.01, gain: 0.2))
    source = nil
    for (control, setting) in webcam { #expect(camera.setting(control) == setting.value) }
    #expect(camera.setting(.powerLine) == 0)
  }

  @Test("no step lowers the frame rate; a camera without exposure time gets only a gain")
  func steps() throws {
    let script = camera(webcam)
    let source = try V4L2Camera("/dev/video0", request: CameraRequest(exposure: .auto), system: script)
    source.setExposure(.step(ExposureSetting(time: 0.2, gain: 2)))
    #expect(script.setting(.exposureTime) == 333 && script.setting(.gain) == 255)

    let plain = camera([.gain: .init(value: 10, range: 0...100), .gainAuto: .init(value: 1)])
    let other = try V4L2Camera("/dev/video0", request: CameraRequest(exposure: .coach), system: plain)
    #expect(other.info.adjustableExposure?.times == nil)
    other.setExposure(.step(ExposureSetting(gain: 0.5)))
    #expect(plain.setting(.gain) == 50 && plain.setting(.gainAuto) == 0)
  }

  @Test(
    "a camera that was pulled out while it was locked gets its settings back after it is plugged in again"
  )
  func owed() throws {
    let camera = camera(webcam)
    let request = CameraRequest()
    var source: V4L2Camera? = try V4L2Camera("/dev/video0", request: request, system: camera)
    _ = try source!.read(frames: 30)
    camera.rewrite { $0.faults["VIDIOC_S_CTRL"] = .always(.noDevice) }
    source = nil
    #expect(camera.setting(.exposureAuto) == 1)
    camera.rewrite {
      $0.faults = [:]
      $0.deliveries = (0...30).map { ScriptedCamera.Delivery(sequence: $0) }
    }
    source = try V4L2Camera("/dev/video0", request: request, system: camera)
    source = nil
    for (control, setting) in webcam { #expect(camera.setting(control) == setting.value) }
  }

  @Test("an exposure longer than the frame interval is limited to it")
  func longest() throws {
    var settings = webcam
    settings[.exposureTime]!.value = 2000
    let camera = camera(settings)
    let source = try V4L2Camera("/dev/video0", request: CameraRequest(), system: camera)
    _ = try source.read(frames: 30)
    #expect(source.info.exposure == .locked(0.0333))
  }

  @Test(
    "a requested exposure is set at once, within the camera's range",
    arguments: [(0.01, 100), (9, 5000), (1e-9, 1)])
  func seconds(asked: Double, value: Int32) throws {
    var settings = webcam
    settings[.exposureTime]!.range = 1...5000
    let camera = camera(settings)
    let request = CameraRequest(exposure: .seconds(asked))
    let source = try V4L2Camera("/dev/video0", request: request, system: camera)
    #expect(camera.setting(.exposureAuto) == 1)
    #expect(camera.setting(.exposureTime) == value)
    _ = try source.read(frames: 60)
    #expect(source.info.exposure == .locked(Double(value) / 10_000))
  }

  @Test("automatic exposure is not changed")
  func automatic() throws {
    let camera = camera(webcam)
    let source = try V4L2Camera("/dev/video0", request: CameraRequest(exposure: .auto), system: camera)
    _ = try source.read(frames: 90)
    #expect(source.info.exposure == .automatic)
    #expect(camera.count(of: .setControl) == 0)
  }

  @Test("a camera that ignores the settings is reported as automatic")
  func ignores() throws {
    var settings = webcam
    settings[.exposureAuto]!.accepts = { _ in 3 }
    let source = try V4L2Camera("/dev/video0", request: CameraRequest(), system: camera(settings))
    _ = try source.read(frames: 90)
    #expect(source.info.exposure == .automatic)
  }

  @Test(
    "a camera in manual mode settles in an automatic mode of its menu, and is manual again at the end"
  )
  func manual() throws {
    var settings = webcam
    settings[.exposureAuto] = .init(value: 1, range: 0...3, menu: [0, 1])
    settings[.exposureTime]!.value = 7
    let camera = camera(settings)
    var source: V4L2Camera? = try V4L2Camera("/dev/video0", request: CameraRequest(), system: camera)
    #expect(camera.setting(.exposureAuto) == 0)
    _ = try source!.next(within: .seconds(1))
    source = nil
    #expect(camera.setting(.exposureAuto) == 1)
    #expect(camera.setting(.exposureTime) == 7)
  }

  @Test("a camera without a manual mode is locked in shutter priority")
  func shutterPriority() throws {
    var settings = webcam
    settings[.exposureAuto]!.menu = [2, 3]
    let camera = camera(settings)
    let source = try V4L2Camera("/dev/video0", request: CameraRequest(), system: camera)
    _ = try source.read(frames: 60)
    #expect(camera.setting(.exposureAuto) == 2)
    #expect(source.info.exposure == .locked(0.025))
  }

  @Test("a camera without exposure settings has an unknown exposure and does not settle")
  func none() throws {
    let source = try V4L2Camera("/dev/video0", request: CameraRequest(), system: camera([:]))
    #expect(source.info.exposure == .unknown)
    #expect(try source.read(frames: 90).changes == 0)
  }

  @Test("settings are restored also if the camera cannot start")
  func failure() {
    let camera = camera(webcam)
    camera.rewrite { $0.faults["VIDIOC_STREAMON"] = .always(.busy) }
    #expect(throws: CaptureError.cameraBusy("/dev/video0")) {
      try V4L2Camera("/dev/video0", request: CameraRequest(), system: camera)
    }
    for (control, setting) in webcam { #expect(camera.setting(control) == setting.value) }
  }

  static let steady = [Double](repeating: 100, count: 90)
  static let rising = (0..<90).map { (frame: Int) -> Double in frame < 20 ? Double(frame) * 10 : 200 }
  static let blinking = (0..<90).map { (frame: Int) -> Double in frame % 10 < 5 ? 50 : 60 }

  @Test(
    "the exposure has settled after 0.5 s without a change of picture or settings, or after 2 s in any case",
    arguments: [(steady, 15), (rising, 35), (blinking, 60)])
  func settles(brightness: [Double], frame: Int) {
    var settling = CameraSettling(start: .zero)
    let settled = brightness.indices.first { index in
      settling.hasSettled(
        at: Timestamp(seconds: Double(index) / 30), brightness: brightness[index], values: [250])
    }
    #expect(settled == frame)
  }

  @Test(
    "an exposure mode is lock, auto, coach or a positive number of seconds",
    arguments: [
      ("lock", .lock), ("auto", .auto), ("coach", .coach), ("0.01", .seconds(0.01)), ("1/60", nil),
      ("0", nil), ("-1", nil),
      ("nan", nil),
      ("inf", nil), ("", nil),
    ] as [(String, ExposureMode?)])
  func words(text: String, mode: ExposureMode?) {
    #expect(ExposureMode(text) == mode)
  }
}
