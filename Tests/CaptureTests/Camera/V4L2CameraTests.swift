import CTurboJPEG
import CVideo4Linux
import Frames
import Localization
import Testing

@testable import Capture

private let node = "/dev/video0"

private func open(
  _ camera: ScriptedCamera, _ request: CameraRequest = CameraRequest(exposure: .auto)
) throws(CaptureError) -> V4L2Camera {
  try V4L2Camera(node, request: request, system: camera)
}

private func frames(_ sequences: ClosedRange<UInt32>) -> [ScriptedCamera.Delivery] {
  sequences.map { ScriptedCamera.Delivery(sequence: $0) }
}

private func script(_ change: (inout ScriptedCamera.Script) -> Void) -> ScriptedCamera {
  var script = ScriptedCamera.Script()
  change(&script)
  return ScriptedCamera(script)
}

@Suite("Opening a V4L2 camera")
struct V4L2OpeningTests {
  @Test(
    "the kind of file at the path is checked first",
    arguments: [
      (nil, CaptureError.noSuchCamera(node)),
      (.directory, .notACamera(node, reason: "it is a folder")),
      (.other, .notACamera(node, reason: "it is a file, no device (--recording reads files)")),
    ] as [(FileKind?, CaptureError)])
  func kinds(kind: FileKind?, error: CaptureError) {
    #expect(throws: error) { try open(script { $0.kind = kind }) }
  }

  @Test(
    "the error of a failing call names the remedy, and nothing stays open or mapped",
    arguments: [
      ("open", .noEntry, .noSuchCamera(node)),
      ("open", .denied, .cameraDenied(node)),
      ("open", .notPermitted, .cameraDenied(node)),
      ("open", .busy, .cameraBusy(node)),
      ("open", .noDevice, .cameraGone(node)),
      ("VIDIOC_QUERYCAP", .notThisDevice, .notACamera(node, reason: "it is no video device")),
      ("VIDIOC_QUERYCAP", .noDevice, .cameraGone(node)),
      ("VIDIOC_S_FMT", .busy, .cameraBusy(node)),
      ("VIDIOC_REQBUFS", .busy, .cameraBusy(node)),
      (
        "VIDIOC_REQBUFS", .invalid, .deviceFailed(node, request: "VIDIOC_REQBUFS", reason: "Invalid argument")
      ),
      ("VIDIOC_QUERYBUF", .io, .cameraGone(node)),
      ("mmap", .noSpace, .deviceFailed(node, request: "mmap", reason: "No space left on device")),
      ("VIDIOC_QBUF", .invalid, .deviceFailed(node, request: "VIDIOC_QBUF", reason: "Invalid argument")),
      (
        "VIDIOC_STREAMON", .noSpace,
        .deviceFailed(node, request: "VIDIOC_STREAMON", reason: "No space left on device")
      ),
    ] as [(String, Errno, CaptureError)])
  func failures(call: String, errno: Errno, error: CaptureError) {
    let camera = script { $0.faults[call] = .always(errno) }
    #expect(throws: error) { try open(camera) }
    #expect(camera.openDescriptors == 0)
    #expect(camera.mapped == 0)
  }

  @Test(
    "the reason is given for a node that is no camera",
    arguments: [
      (
        UInt32(V4L2_CAP_VIDEO_OUTPUT), "scripted", "it only takes pictures in; nothing feeds it at the moment"
      ),
      (UInt32(V4L2_CAP_META_CAPTURE), "scripted", "it delivers only data about pictures"),
      (UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE), "scripted", "it delivers only buffers of several parts"),
      (UInt32(V4L2_CAP_VIDEO_M2M), "scripted", "it is a codec"),
      (UInt32(V4L2_CAP_VIDEO_CAPTURE), "scripted", "it cannot stream"),
      (
        UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING), "unicam",
        "it delivers raw sensor data; use a USB camera, or start Aldis through libcamerify"
      ),
    ])
  func obstacles(capabilities: UInt32, driver: String, reason: String) {
    let camera = script {
      $0.capabilities = capabilities
      $0.driver = driver
    }
    let error = CaptureError.notACamera(node, reason: LocalizedText(system: reason))
    #expect(throws: error) { try open(camera) }
    let listed = Camera.list(of: camera)
    #expect(listed.map(\.obstacle) == [reason])
    #expect(throws: error) { try Camera.find("scripted", in: camera) }
  }

  @Test("a known camera is found again under another node, by udev's path or by its name")
  func foundAgain() throws {
    let camera = script { $0.hasStablePath = false }
    let known = KnownCamera()
    #expect(try known.find("/dev/video0", in: camera).path == "/dev/video0")
    camera.rewrite { $0.node = "/dev/video4" }
    #expect(try known.find("/dev/video0", in: camera).path == "/dev/video4")
    camera.rewrite { $0.card = "Another camera" }
    #expect(throws: CaptureError.cameraGone("/dev/video0")) { try known.find("/dev/video0", in: camera) }

    let named = KnownCamera()
    #expect(try named.find("another", in: script { $0.card = "Another camera" }).path == "/dev/video0")
    #expect(try named.find("another", in: ScriptedCamera()).path == "/dev/v4l/by-id/usb-0")
  }

  @Test("a camera is found by its path or by a part of its name, in upper or lower case")
  func found() throws {
    let camera = ScriptedCamera()
    for name in ["/dev/video0", "Scripted camera", "CAMERA", "scrip"] {
      #expect(try Camera.find(name, in: camera).path == "/dev/video0")
    }
    for name in ["webcam", ""] {
      #expect(throws: CaptureError.noSuchCamera(name)) { try Camera.find(name, in: camera) }
    }
  }

  @Test("the error for a camera without a readable format lists its formats")
  func noFormat() {
    let camera = script {
      $0.formats = [CameraFormat(code: "H264", name: ""), CameraFormat(code: "BA81", name: "")]
    }
    #expect(throws: CaptureError.noUsableFormat(node, offered: ["H264", "BA81"])) { try open(camera) }
  }

  @Test("the format that the driver sets is used, not the requested one")
  func given() throws {
    let camera = script {
      $0.given = { format in
        format.pixelformat = fourCC("NV12")
        (format.width, format.height, format.bytesperline) = (100, 50, 128)
        format.quantization = V4L2_QUANTIZATION_FULL_RANGE.rawValue
      }
      $0.rate = FrameRate(15)
    }
    let info = try open(camera).info
    #expect(info.format == FrameFormat(.nv12, width: 100, height: 50, stride: 128, range: .full))
    #expect(info.nominalRate == 15)
    #expect(info.name == "Scripted camera")
    #expect(info.isLive)
  }

  @Test("buffers that are too small for the picture are refused")
  func smallBuffers() {
    let camera = script { $0.given = { ($0.width, $0.height) = (640, 480) } }
    #expect(
      throws: CaptureError.deviceFailed(
        node, request: "VIDIOC_QUERYBUF",
        reason: "its buffers hold \(65536) bytes and a frame takes \(614400)")
    ) { try open(camera) }
    #expect(camera.mapped == 0)
  }

  @Test(
    "signals that interrupt calls have no effect",
    arguments: ["open", "VIDIOC_S_FMT", "VIDIOC_DQBUF", "poll"])
  func interrupted(call: String) throws {
    let camera = script {
      $0.faults[call] = .counted(.interrupted, count: 50)
      $0.deliveries = frames(0...10)
    }
    #expect(try open(camera).read(frames: 10).count == 10)
  }
}

@Suite("Streaming from a V4L2 camera")
struct V4L2StreamingTests {
  @Test("frames have the driver's time and number; the first frame, which may be old, is dropped")
  func streams() throws {
    let camera = script { $0.deliveries = frames(7...17) }
    let run = try open(camera).read(frames: 10)
    #expect(run.sequences == Array(8...17))
    #expect(run.intervals.allSatisfy { abs($0 - 1.0 / 30) < 2e-6 })
    #expect(run.lost.isEmpty)
  }

  @Test("an empty dequeue after a poll is no error")
  func falseAlarm() throws {
    let camera = script {
      $0.deliveries = frames(0...5)
      $0.faults["VIDIOC_DQBUF"] = .counted(.again, count: 4)
    }
    #expect(try open(camera).read(frames: 5).count == 5)
  }

  @Test("a gap in the numbers is reported before the next frame; a damaged or short frame in its place")
  func losses() throws {
    let camera = script {
      $0.deliveries = frames(0...2) + frames(6...7)
      $0.deliveries.append(
        .init(sequence: 8, flags: UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | V4L2_BUF_FLAG_ERROR)))
      $0.deliveries.append(.init(sequence: 9, bytes: [1, 2, 3]))
      $0.deliveries += frames(10...11)
    }
    let source = try open(camera)
    let run = try source.read(frames: 6)
    #expect(run.sequences == [1, 2, 6, 7, 10, 11])
    #expect(run.lost.map(\.cause) == [.source, .damaged, .incomplete])
    #expect(run.lost.map(\.count) == [3, 1, 1])
    #expect(run.lost[0].time == run.times[2])
    withExtendedLifetime(source) { #expect(camera.queued.count == 8) }
  }

  @Test(
    "an unplugged camera is reported as gone, whichever call fails", arguments: ["DQBUF", "hangup", "error"])
  func unplugged(sign: String) throws {
    let camera = script {
      $0.deliveries = frames(0...3)
      $0.readinessAtEnd =
        switch sign {
        case "hangup": [.hangup, .error]
        case "error": .error
        default: [.readable, .hangup, .error]
        }
    }
    let source = try open(camera)
    #expect(try source.read(frames: 3).count == 3)
    camera.rewrite {
      $0.faults = ["VIDIOC_DQBUF": .always(.noDevice), "VIDIOC_STREAMOFF": .always(.noDevice)]
    }
    #expect(throws: CaptureError.cameraGone(node)) { try source.read(frames: 1) }
  }

  @Test("a buffer that the driver refuses is queued again with the next frame")
  func refusedBuffer() throws {
    let camera = script { $0.deliveries = frames(0...20) }
    let source = try open(camera)
    _ = try source.read(frames: 3)
    camera.rewrite { $0.faults["VIDIOC_QBUF"] = .counted(.invalid, count: 3) }
    #expect(try source.read(frames: 10).count == 10)
    withExtendedLifetime(source) { #expect(camera.queued.count == 8) }
  }

  @Test("a camera may take three seconds until its first frame")
  func slowStart() throws {
    let camera = script { $0.deliveries = [.init(after: 2.9, sequence: 0), .init(sequence: 1)] }
    #expect(try open(camera).read(frames: 1).count == 1)
    #expect(camera.count(of: .streamOn) == 1)
  }

  @Test("a stalled camera is restarted once, and the lost frames are reported")
  func stalls() throws {
    let camera = script { $0.deliveries = frames(0...3) + [.init(after: 60, sequence: 4)] }
    let source = try open(camera)
    #expect(try source.read(frames: 3).count == 3)
    guard case .nothing = try source.next(within: .milliseconds(990)) else { throw Unexpected() }
    camera.rewrite { $0.deliveries = frames(0...5) }
    let run = try source.read(frames: 3)
    #expect(camera.count(of: .streamOff) == 1)
    #expect(run.lost.map(\.cause) == [.source])
    // A second of silence, and the first frame of the new stream.
    #expect(run.lost.map(\.count) == [31])
    #expect(run.sequenceSteps == [1, 1])
  }

  @Test("a camera that is still stalled after its restart is gone")
  func staysSilent() throws {
    let camera = script { $0.deliveries = frames(0...3) }
    let source = try open(camera)
    _ = try source.read(frames: 3)
    let start = camera.now()
    #expect(throws: CaptureError.cameraGone(node)) { try source.read(frames: 1) }
    #expect(abs(camera.now() - start - 4) < 0.01)
    #expect(camera.count(of: .streamOff) == 1)
  }

  @Test(
    "a frame's time is the start of its exposure, for drivers that stamp either end, with or without a known exposure",
    arguments: [
      (V4L2_BUF_FLAG_TSTAMP_SRC_SOE, nil, 0.0), (V4L2_BUF_FLAG_TSTAMP_SRC_EOF, nil, 1.0 / 30),
      (V4L2_BUF_FLAG_TSTAMP_SRC_EOF, 100, 0.01),
    ] as [(Int32, Int32?, Double)])
  func stampedEnd(source: Int32, exposure: Int32?, before: Double) throws {
    let camera = script {
      $0.deliveries = (0...3).map {
        .init(sequence: $0, flags: UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | source))
      }
      // In tenths of a millisecond.
      if let exposure { $0.settings[.exposureTime] = .init(value: exposure, range: 1...10_000) }
    }
    let source = try open(camera, CameraRequest(exposure: exposure == nil ? .auto : .lock))
    guard case .frame(let frame) = try source.next(within: .seconds(1)) else { throw Unexpected() }
    #expect(abs(camera.now() - frame.timestamp - before) < 1e-5)
  }

  @Test("timestamps of an unknown clock are replaced by the time of arrival, which is reported once")
  func unknownClock() throws {
    let camera = script {
      $0.deliveries = (0...10).map { .init(sequence: $0, flags: UInt32(V4L2_BUF_FLAG_TIMESTAMP_UNKNOWN)) }
    }
    let source = try open(camera)
    let run = try source.read(frames: 10)
    #expect(source.info.clock == .arrival)
    #expect(run.changes == 1)
    #expect(run.intervals.allSatisfy { abs($0 - 1.0 / 30) < 2e-6 })
  }

  @Test(
    "frames can outlive their camera: no buffer is queued on a closed device, and the last frame unmaps the memory"
  )
  func outlives() throws {
    let camera = script { $0.deliveries = frames(0...5) }
    var source: V4L2Camera? = try open(camera)
    guard case .frame(let frame) = try source!.next(within: .seconds(1)) else { throw Unexpected() }
    source = nil
    #expect(camera.openDescriptors == 0)
    #expect(camera.count(of: .streamOff) == 1)
    #expect(camera.mapped == 8)
    let queued = camera.count(of: .queue)
    _ = consume frame
    #expect(camera.count(of: .queue) == queued)
    #expect(camera.mapped == 0)
  }

  @Test("with few buffers frames are copies, and the driver gets its buffers back at once")
  func fewBuffers() throws {
    let camera = script {
      $0.bufferCount = 2
      $0.deliveries = frames(0...12)
    }
    let source = try open(camera)
    guard case .frame(let first) = try source.next(within: .seconds(1)) else { throw Unexpected() }
    #expect(camera.queued.count == 2)
    #expect(try source.read(frames: 9).lost.isEmpty)
    _ = consume first
  }

  @Test("one buffer is too few for streaming")
  func oneBuffer() {
    #expect(
      throws: CaptureError.deviceFailed(node, request: "VIDIOC_REQBUFS", reason: "too few buffers (\(1))")
    ) { try open(script { $0.bufferCount = 1 }) }
  }

  @Test("JPEG pictures are decoded; the first one sets their layout, and only an incomplete one is lost")
  func jpeg() throws {
    let whole = JPEGPicture(width: 64, height: 48, subsampling: TJSAMP_420).jpeg
    let camera = script {
      $0.formats = [CameraFormat(code: "MJPG", name: "", sizes: ScriptedCamera.yuyv.sizes)]
      $0.deliveries = [whole, whole, Array(whole.prefix(whole.count / 2)), [], whole].enumerated().map {
        .init(sequence: UInt32($0), bytes: $1)
      }
    }
    let source = try open(camera)
    #expect(source.info.format == FrameFormat(.yuv422, width: 64, height: 48, range: .full))
    let run = try source.read(frames: 2)
    #expect(source.info.format == FrameFormat(.yu12, width: 64, height: 48, range: .full))
    #expect(run.changes == 1)
    #expect(run.sequences == [1, 4])
    #expect(run.lost.map(\.cause) == [.incomplete, .incomplete])
    #expect(run.brightness.allSatisfy { $0 > 40 })
    withExtendedLifetime(source) { #expect(camera.queued.count == 8) }
  }

  @Test("without display, only the luma of JPEG pictures is decoded")
  func jpegWithoutColour() throws {
    let picture = JPEGPicture(width: 64, height: 48, subsampling: TJSAMP_420).jpeg
    let camera = script {
      $0.formats = [CameraFormat(code: "MJPG", name: "", sizes: ScriptedCamera.yuyv.sizes)]
      $0.deliveries = (0..<3).map { .init(sequence: $0, bytes: picture) }
    }
    let source = try open(camera, CameraRequest(wantsColour: false))
    let run = try source.read(frames: 2)
    #expect(source.info.format == FrameFormat(.grey, width: 64, height: 48, range: .full))
    #expect(run.changes == 0)
    #expect(run.sequences == [1, 2])
    #expect(run.brightness.allSatisfy { $0 > 40 })
  }

  @Test("a steady stream needs no system calls but poll, dequeue and queue")
  func steady() throws {
    let camera = script { $0.deliveries = frames(0...40) }
    let source = try open(camera)
    _ = try source.read(frames: 5)
    let before = camera.calls.count
    _ = try source.read(frames: 30)
    let calls = camera.calls.dropFirst(before)
    #expect(Set(calls) == ["poll", "VIDIOC_DQBUF", "VIDIOC_QBUF"])
    #expect(calls.count == 90)
  }
}

/// An event that the test does not expect.
private struct Unexpected: Error {}
