import Frames
import Testing

@testable import Capture

/// A format with one size for each line: width, height, and the rates.
private func format(_ code: String, emulated: Bool = false, _ sizes: (Int, Int, [UInt32])...) -> CameraFormat
{
  CameraFormat(
    code: code, name: code, isEmulated: emulated,
    sizes: sizes.map { width, height, rates in
      CameraSize(
        width: .init(width), height: .init(height), rates: rates.map { CameraRates(FrameRate($0)) })
    })
}

private func best(_ formats: CameraFormat..., for request: CameraRequest = CameraRequest()) -> StreamChoice? {
  StreamChoice.best(of: formats, for: request)
}

@Suite("Choosing a stream of a camera")
struct V4L2NegotiationTests {
  @Test("the rate has priority over the size: 29.97 frames per second count as 30, but 24 do not")
  func rateFirst() {
    let slow = format("YUYV", (640, 480, [15]), (320, 240, [30]))
    #expect(best(slow) == StreamChoice(code: "YUYV", width: 320, height: 240, rate: FrameRate(30)))
    let film = format("YUYV", (640, 480, [24]), (320, 240, [30]))
    #expect(best(film)?.width == 320)
    let ntsc = CameraFormat(
      code: "YUYV", name: "",
      sizes: [
        CameraSize(
          width: .init(640), height: .init(480), rates: [CameraRates(FrameRate(30000, in: 1001))]),
        CameraSize(width: .init(320), height: .init(240), rates: [CameraRates(FrameRate(30))]),
      ])
    #expect(
      best(ntsc) == StreamChoice(code: "YUYV", width: 640, height: 480, rate: FrameRate(30000, in: 1001)))
  }

  @Test("among fast enough sizes, the one nearest to 640x480 is chosen, with its rate nearest to 30")
  func size() {
    let camera = format("YUYV", (1920, 1080, [30]), (800, 600, [30]), (640, 480, [60, 30]), (320, 240, [30]))
    #expect(best(camera) == StreamChoice(code: "YUYV", width: 640, height: 480, rate: FrameRate(30)))
  }

  @Test(
    "a usual webcam streams uncompressed 640x480, or a compressed format if that is too slow or small"
  )
  func webcam() {
    let plain = format("YUYV", (640, 480, [30]), (1280, 720, [10]))
    let compressed = format("MJPG", (640, 480, [30]), (1280, 720, [30]))
    #expect(best(compressed, plain)?.code == "YUYV")
    #expect(best(compressed, format("YUYV", (640, 480, [10])))?.code == "MJPG")
    #expect(best(compressed, format("YUYV", (160, 120, [30])))?.code == "MJPG")
  }

  @Test("among equal choices, the format with the least work is chosen first, and colour before grey")
  func order() {
    var offered = PixelFormat.allCases.map(\.rawValue).sorted() + ["MJPG", "H264"]
    var chosen: [String] = []
    while let code = StreamChoice.best(
      of: offered.map { format($0, (640, 480, [30])) }, for: CameraRequest())?.code
    {
      chosen.append(code)
      offered.removeAll { $0 == code }
    }
    #expect(chosen == ["NV12", "YU12", "422P", "YUYV", "UYVY", "GREY", "RGB3", "BGR3", "MJPG"])
  }

  @Test("formats that are converted in software are chosen only if there is no other")
  func emulated() {
    let made = format("NV12", emulated: true, (640, 480, [30]))
    #expect(best(made, format("MJPG", (640, 480, [30])))?.code == "MJPG")
    #expect(best(made)?.code == "NV12")
  }

  @Test("the requested settings are chosen if they exist")
  func asked() {
    let camera = format("YUYV", (1920, 1080, [5]), (640, 480, [30, 15, 60]))
    #expect(best(camera, for: CameraRequest(width: 1920, height: 1080))?.width == 1920)
    #expect(best(camera, for: CameraRequest(rate: 60))?.rate == FrameRate(60))
    #expect(best(camera, for: CameraRequest(rate: 14))?.rate == FrameRate(15))
    #expect(
      best(camera, format("MJPG", (640, 480, [30])), for: CameraRequest(format: "MJPG"))?.code == "MJPG")
    #expect(best(camera, for: CameraRequest(format: "NV12")) == nil)
  }

  @Test("in ranges, the nearest step is chosen")
  func ranges() {
    let size = CameraSize(
      width: .init(minimum: 32, maximum: 1600, step: 16), height: .init(minimum: 24, maximum: 470, step: 8),
      rates: [CameraRates(slowest: FrameRate(1), fastest: FrameRate(90))])
    let camera = CameraFormat(code: "GREY", name: "", sizes: [size])
    #expect(
      best(camera) == StreamChoice(code: "GREY", width: 640, height: 464, rate: FrameRate(30_000, in: 1000)))
    #expect(best(camera, for: CameraRequest(width: 101, height: 10))?.width == 96)
    #expect(best(camera, for: CameraRequest(width: 101, height: 10))?.height == 24)
    #expect(best(camera, for: CameraRequest(rate: 500))?.rate == FrameRate(90))
  }

  @Test("a driver that lists no rates counts as fast enough")
  func noRates() {
    #expect(
      best(format("YUYV", (640, 480, []))) == StreamChoice(code: "YUYV", width: 640, height: 480, rate: nil))
  }

  @Test("invalid entries are skipped: no size, a side above the limit, a rate of zero")
  func nonsense() {
    #expect(best() == nil)
    #expect(best(format("YUYV", (0, 480, [30]), (100_000, 480, [30]))) == nil)
    #expect(best(format("YUYV", (640, 480, [0]), (320, 240, [1])))?.width == 320)
  }

  @Test("a driver's lists are read: discrete sizes, ranges, exact rates")
  func listing() throws {
    let range = CameraFormat(
      code: "GREY", name: "8-bit Greyscale",
      sizes: [
        CameraSize(
          width: .init(minimum: 32, maximum: 1600, step: 16),
          height: .init(minimum: 24, maximum: 480, step: 8),
          rates: [CameraRates(slowest: FrameRate(1), fastest: FrameRate(90))])
      ])
    let discrete = CameraFormat(
      code: "MJPG", name: "Motion-JPEG", isEmulated: true,
      sizes: [
        CameraSize(
          width: .init(640), height: .init(480),
          rates: [CameraRates(FrameRate(30000, in: 1001)), CameraRates(FrameRate(15))])
      ])
    var script = ScriptedCamera.Script()
    script.formats = [range, discrete]
    let camera = try #require(Camera.list(of: ScriptedCamera(script)).first)
    #expect(camera.formats == [range, discrete])
    #expect(camera.stablePath == "/dev/v4l/by-id/usb-0")
    #expect(camera.isUsable)
  }

  @Test("codes are written as the kernel's tools write them")
  func codes() {
    #expect(fourCC(0x5659_5559 as UInt32) == "YUYV")
    #expect(fourCC(0x2036_3159 as UInt32) == "Y16")
    #expect(fourCC(0xa036_3159 as UInt32) == "Y16-BE")
    #expect(fourCC("YUYV") as UInt32 == 0x5659_5559)
  }
}
