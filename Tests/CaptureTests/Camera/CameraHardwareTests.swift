import CVideo4Linux
import Foundation
import Frames
import Testing

@testable import Capture

/// The kernel's test camera, `vivid`, in a virtual machine: see Tests/CameraVM. The variable names its node.
private let node = ProcessInfo.processInfo.environment["ALDIS_TEST_CAMERA"]

/// The codes of every uncompressed format that Aldis reads from cameras.
private let codes = PixelFormat.allCases.map(\.rawValue).filter { CameraPixels(code: $0) != nil }

@Suite(.serialized, .enabled(if: node != nil, "ALDIS_TEST_CAMERA names no camera; `make test-camera` does"))
struct CameraHardwareTests {
  let path = node ?? ""
  /// 30 frames per second and few pixels, because the machine is emulated.
  let small = CameraRequest(width: 320, height: 180, rate: 30, exposure: .auto)

  @Test("every format that Aldis reads streams from a real driver", arguments: codes)
  func streams(code: String) throws {
    var request = small
    request.format = code
    let camera = try V4L2Camera(path, request: request)
    #expect(camera.info.format.pixelFormat.rawValue == code)
    #expect((camera.info.format.width, camera.info.format.height) == (320, 180))
    #expect(camera.info.nominalRate == 30)
    let run = try camera.read(frames: 20)
    #expect(run.count == 20)
    // An emulated driver may be late itself. Aldis must not lose frames that it delivers.
    #expect(run.lost.allSatisfy { $0.cause == .source })
    #expect(run.sequenceSteps.reduce(0, +) == 19 + run.lost.reduce(0) { $0 + $1.count })
    #expect(run.intervals.allSatisfy { $0 > 0 })
    #expect(camera.info.clock == .source)
  }

  @Test("white is white in every format: 235 in limited range, 255 in full range", arguments: codes)
  func white(code: String) throws {
    let settings = try Settings(path)
    defer { settings.restore() }
    settings[.testPattern] = Settings.white
    settings[.osd] = Settings.noText
    var request = small
    request.format = code
    let camera = try V4L2Camera(path, request: request)
    let run = try camera.read(frames: 3)
    let isFull = ["GREY", "RGB3", "BGR3"].contains(code)
    let white = isFull ? 255.0 : 235.0
    #expect(camera.info.format.range == (isFull ? .full : .limited))
    #expect(run.brightness.allSatisfy { abs($0 - white) <= 1 })
  }

  @Test(
    "by default the camera runs at 30 frames per second or more, at the size nearest to 640x480 with that rate"
  )
  func chooses() throws {
    let camera = try V4L2Camera(path, request: CameraRequest(exposure: .auto))
    #expect((camera.info.format.width, camera.info.format.height) == (640, 360))
    #expect(try #require(camera.info.nominalRate) >= 30)
  }

  @Test("the listing names the driver, the formats and the rates")
  func lists() throws {
    let camera = try #require(Camera.list().first { $0.path == path })
    #expect(camera.driver == "vivid")
    #expect(camera.isUsable)
    let yuyv = try #require(camera.formats.first { $0.code == "YUYV" })
    let size = try #require(yuyv.sizes.first { $0.width.minimum == 640 && $0.height.minimum == 360 })
    #expect(size.rates.contains(CameraRates(FrameRate(40))))
    #expect(try Camera.find("VIVID").path == path)
    #expect(Camera.first() != nil)
  }

  @Test("a frame flagged as damaged is lost, and no other")
  func damaged() throws {
    let settings = try Settings(path)
    let camera = try V4L2Camera(path, request: small)
    _ = try camera.read(frames: 5)
    settings.press(.bufferError)
    let run = try camera.read(frames: 10)
    // An emulated driver may be late itself.
    let lost = run.lost.filter { $0.cause != .source }
    #expect(lost.map(\.cause) == [.damaged])
    #expect(lost.map(\.count) == [1])
  }

  @Test("frames that the driver drops are counted by its sequence number")
  func dropped() throws {
    let settings = try Settings(path)
    defer { settings.restore() }
    settings[.dropped] = 40
    let camera = try V4L2Camera(path, request: small)
    let run = try camera.read(frames: 40)
    let lost = run.lost.reduce(0) { $0 + $1.count }
    #expect(lost > 0)
    #expect(run.lost.allSatisfy { $0.cause == .source })
    #expect(run.sequenceSteps.reduce(0, +) == 39 + lost)
  }

  @Test("the frame count goes on when 32 bits overflow")
  func sequenceWraps() throws {
    let settings = try Settings(path)
    defer { settings.restore() }
    settings[.wrapSequence] = 1
    let camera = try V4L2Camera(path, request: small)
    // The driver's number begins at 0xffffff80.
    let run = try camera.read(frames: 140)
    #expect(run.sequenceSteps.reduce(0, +) == 139 + run.lost.reduce(0) { $0 + $1.count })
    #expect(try #require(run.sequences.last) > UInt64(UInt32.max))
  }

  @Test("timestamps that are no monotonic time are replaced by the time of arrival", arguments: [1, 2])
  func clockWraps(bits: Int32) throws {
    let settings = try Settings(path)
    defer { settings.restore() }
    settings[.wrapTimestamp] = bits
    let camera = try V4L2Camera(path, request: small)
    let run = try camera.read(frames: 10)
    #expect(camera.info.clock == .arrival)
    #expect(run.intervals.allSatisfy { $0 > 0 })
    #expect(abs(LinuxVideoSystem().now() - (try #require(run.times.last))) < 5)
  }

  @Test("an unplugged camera is reported as gone, and can be opened again when it is back")
  func unplugged() throws {
    let settings = try Settings(path)
    do {
      let camera = try V4L2Camera(path, request: small)
      _ = try camera.read(frames: 5)
      settings.press(.disconnect)
      #expect(throws: CaptureError.cameraGone(path)) { try camera.read(frames: 5) }
      settings.close()
    }
    let again = try V4L2Camera(path, request: small)
    #expect(try again.read(frames: 5).count == 5)
  }

  @Test("a fatal error of the stream ends it")
  func fatal() throws {
    let settings = try Settings(path)
    let camera = try V4L2Camera(path, request: small)
    _ = try camera.read(frames: 5)
    settings.press(.fatalError)
    #expect(throws: CaptureError.cameraGone(path)) { try camera.read(frames: 20) }
  }

  @Test("a refused request is named")
  func refused() throws {
    let settings = try Settings(path)
    for (button, request) in [
      (Settings.Name.requestBuffersError, "VIDIOC_REQBUFS"), (.queueError, "VIDIOC_QBUF"),
      (.streamOnError, "VIDIOC_STREAMON"),
    ] {
      settings.press(button)
      #expect(throws: CaptureError.deviceFailed(path, request: request, reason: "Invalid argument")) {
        _ = try V4L2Camera(path, request: small)
      }
      #expect(try V4L2Camera(path, request: small).read(frames: 2).count == 2)
    }
  }

  @Test("a second reader gets the error that the camera is busy, and the first goes on")
  func busy() throws {
    let first = try V4L2Camera(path, request: small)
    _ = try first.read(frames: 2)
    #expect(throws: CaptureError.cameraBusy(path)) { _ = try V4L2Camera(path, request: small) }
    #expect(try first.read(frames: 2).count == 2)
  }

  @Test("a frame outlives its camera, and another can stream meanwhile")
  func frameOutlives() throws {
    var camera: V4L2Camera? = try V4L2Camera(path, request: small)
    var held: Frame?
    while held == nil {
      if case .frame(let frame) = try camera!.next(within: .seconds(1)) { held = consume frame }
    }
    guard let frame = held.take() else { return }
    camera = nil
    let next = try V4L2Camera(path, request: small)
    #expect(try next.read(frames: 5).count == 5)
    #expect(frame.sampledBrightness() > 0)
  }

  @Test("a reader that keeps all frames gets no more, and gets frames again when it releases them")
  func keeps() throws {
    let camera = try V4L2Camera(path, request: small)
    var held = InlineArray<8, Frame?> { _ in nil }
    var count = 0
    for _ in 0..<100 where count < 8 {
      if case .frame(let frame) = try camera.next(within: .seconds(1)) {
        held[count] = consume frame
        count += 1
      }
    }
    #expect(count == 8)
    guard case .nothing = try camera.next(within: .milliseconds(1200)) else {
      Issue.record("a frame came without a buffer to hold it")
      return
    }
    for index in held.indices { held[index] = nil }
    #expect(try camera.read(frames: 10).count == 10)
  }

  @Test("gain and other settings are locked when the picture has settled, and restored at the end")
  func locks() throws {
    let settings = try Settings(path)
    settings[.automaticGain] = 1
    var request = small
    request.exposure = .lock
    do {
      let camera = try V4L2Camera(path, request: request)
      #expect(camera.info.exposure == .settling)
      let run = try camera.read(frames: 75)
      #expect(run.changes == 1)
      #expect(camera.info.exposure != .settling)
      #expect(settings[.automaticGain] == 0)
    }
    #expect(settings[.automaticGain] == 1)
  }

  @Test("the steps of a coach are set in the driver and read back, and automatic gain is restored at the end")
  func coached() throws {
    let settings = try Settings(path)
    defer { settings.restore() }
    settings[.automaticGain] = 0
    settings[.gain] = 77
    var request = small
    request.exposure = .coach
    do {
      let camera = try V4L2Camera(path, request: request)
      _ = try camera.read(frames: 75)
      let adjustable = try #require(camera.info.adjustableExposure)
      #expect(adjustable.times == nil && adjustable.setting.time == nil)
      camera.setExposure(.step(ExposureSetting(gain: 0)))
      #expect(settings[.gain] == 0 && settings[.automaticGain] == 0)
      #expect(camera.info.adjustableExposure?.setting.gain == 0)
      camera.setExposure(.step(ExposureSetting(gain: 1)))
      #expect(settings[.gain] == 255)
      #expect(try camera.read(frames: 3).changes == 1)
    }
    #expect(settings[.gain] == 77)
  }

  @Test("a camera that was pulled out while locked gets its settings back after it is read again")
  func owed() throws {
    let settings = try Settings(path)
    settings[.automaticGain] = 1
    var request = small
    request.exposure = .lock
    do {
      let camera = try V4L2Camera(path, request: request)
      _ = try camera.read(frames: 75)
      #expect(settings[.automaticGain] == 0)
      settings.press(.disconnect)
      #expect(throws: CaptureError.cameraGone(path)) { try camera.read(frames: 5) }
      settings.close()
    }
    #expect(try Settings(path)[.automaticGain] == 0)
    do { _ = try V4L2Camera(path, request: request).read(frames: 5) }
    #expect(try Settings(path)[.automaticGain] == 1)
  }

  @Test("a path that is no camera and a missing camera cause different errors")
  func notCameras() {
    #expect(throws: CaptureError.noSuchCamera("/dev/video77")) { try Camera.find("/dev/video77") }
    #expect(throws: CaptureError.noSuchCamera("no camera of that name")) {
      try Camera.find("no camera of that name")
    }
    #expect(throws: CaptureError.notACamera("/dev/null", reason: "it is no video device")) {
      try Camera.find("/dev/null")
    }
    #expect(throws: CaptureError.notACamera("/dev", reason: "it is a folder")) { try Camera.find("/dev") }
  }
}

/// Sets the test camera's controls through a second descriptor, like `v4l2-ctl`.
private final class Settings {
  /// Numbers from drivers/media/test-drivers/vivid/vivid-ctrls.c.
  enum Name: UInt32 {
    case automaticGain = 0x0098_0912
    case gain = 0x0098_0913
    case testPattern = 0x00f0_f000
    case osd = 0x00f0_f001
    case wrapSequence = 0x00f0_f026
    case wrapTimestamp = 0x00f0_f027
    case dropped = 0x00f0_f040
    case disconnect = 0x00f0_f041
    case bufferError = 0x00f0_f042
    case requestBuffersError = 0x00f0_f043
    case queueError = 0x00f0_f044
    case streamOnError = 0x00f0_f045
    case fatalError = 0x00f0_f046
  }

  static let white: Int32 = 6
  static let noText: Int32 = 2

  private var device: V4L2Device?
  private var saved: [Name: Int32] = [:]

  init(_ path: String) throws {
    device = try V4L2Device(path: path, system: LinuxVideoSystem())
  }

  func close() { device = nil }

  subscript(name: Name) -> Int32 {
    get {
      var control = v4l2_control(id: name.rawValue, value: 0)
      try? device?.perform(.control, &control)
      return control.value
    }
    set {
      if saved[name] == nil { saved[name] = self[name] }
      var control = v4l2_control(id: name.rawValue, value: newValue)
      try? device?.perform(.setControl, &control)
    }
  }

  func press(_ button: Name) {
    var control = v4l2_control(id: button.rawValue, value: 1)
    try? device?.perform(.setControl, &control)
  }

  func restore() {
    for (name, value) in saved { self[name] = value }
  }
}
