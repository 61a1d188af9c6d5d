import CVideo4Linux
import Localization

/// An open video node. It is closed when the last reference is released.
///
/// Requests may come from any thread: the kernel serialises them.
final class V4L2Device: Sendable {
  let path: String
  /// The name of the camera, the name of its driver, and where it is plugged in.
  let card: String
  let driver: String
  let bus: String
  let capabilities: UInt32
  let system: any VideoSystem
  private let descriptor: CInt

  /// Opens any video node. ``V4L2Device/obstacle`` shows whether it is a usable camera.
  init(path: String, system: any VideoSystem) throws(CaptureError) {
    switch system.kind(of: path) {
    case nil: throw .noSuchCamera(path)
    case .directory: throw .notACamera(path, reason: "it is a folder")
    case .other: throw .notACamera(path, reason: "it is a file, no device (--recording reads files)")
    case .device: break
    }
    let descriptor: CInt
    do throws(Errno) {
      descriptor = try retrying { () throws(Errno) in try system.open(path) }
    } catch {
      throw switch error {
      case .noEntry: .noSuchCamera(path)
      case .denied, .notPermitted: .cameraDenied(path)
      case .busy: .cameraBusy(path)
      case .noDevice, .noSuchAddress: .cameraGone(path)
      default: .deviceFailed(path, request: "open", reason: error.text)
      }
    }
    var capability = v4l2_capability()
    do throws(Errno) {
      try Self.perform(.capability, &capability, on: descriptor, of: system)
    } catch {
      system.close(descriptor)
      throw error == .noDevice ? .cameraGone(path) : .notACamera(path, reason: "it is no video device")
    }
    self.path = path
    self.system = system
    self.descriptor = descriptor
    card = text(capability.card)
    driver = text(capability.driver)
    bus = text(capability.bus_info)
    // `capabilities` are those of the whole hardware, `device_caps` those of this node.
    let isPerNode = capability.capabilities & V4L2_CAP_DEVICE_CAPS != 0
    capabilities = isPerNode ? capability.device_caps : capability.capabilities
  }

  deinit { system.close(descriptor) }

  /// One `ioctl(2)`, repeated if a signal interrupts it.
  func perform<Argument>(_ request: VideoRequest, _ argument: inout Argument) throws(Errno) {
    try Self.perform(request, &argument, on: descriptor, of: system)
  }

  private static func perform<Argument>(
    _ request: VideoRequest, _ argument: inout Argument, on descriptor: CInt, of system: any VideoSystem
  ) throws(Errno) {
    try withUnsafeMutablePointer(to: &argument) { pointer throws(Errno) in
      try retrying { () throws(Errno) in try system.control(descriptor, request, pointer) }
    }
  }

  /// One `ioctl(2)` that has to succeed.
  func require<Argument>(_ request: VideoRequest, _ argument: inout Argument) throws(CaptureError) {
    do throws(Errno) {
      try perform(request, &argument)
    } catch {
      throw failure(of: request, error)
    }
  }

  func failure(of request: VideoRequest, _ error: Errno) -> CaptureError {
    switch error {
    case .noDevice, .io, .noSuchAddress: .cameraGone(path)
    case .busy: .cameraBusy(path)
    default: .deviceFailed(path, request: request.name, reason: error.text)
    }
  }

  /// The entries of an enumeration, from index 0 until the driver reports the end.
  func enumerate<Entry, Result: Equatable>(
    _ request: VideoRequest, entry: (UInt32) -> Entry, _ transform: (Entry) -> Result
  ) -> [Result] {
    var results: [Result] = []
    for index in UInt32(0)... {
      var entry = entry(index)
      guard (try? perform(request, &entry)) != nil else { break }
      let result = transform(entry)
      // A driver that ignores the index would never report the end.
      guard result != results.last else { break }
      results.append(result)
    }
    return results
  }

  func map(offset: Int, length: Int) throws(CaptureError) -> UnsafeMutableRawBufferPointer {
    do throws(Errno) {
      return try system.map(descriptor, offset: offset, length: length)
    } catch {
      throw .deviceFailed(path, request: "mmap", reason: error.text)
    }
  }

  /// Waits for a filled buffer. A signal ends the wait early, as if nothing had come.
  ///
  /// - Parameter seconds: Rounded up to milliseconds, because a wait of 0 before the deadline would spin.
  func wait(upTo seconds: Double) throws(CaptureError) -> Readiness {
    try wait(descriptor, upTo: seconds)
  }

  /// Only waits.
  func pause(_ seconds: Double) throws(CaptureError) {
    _ = try wait(-1, upTo: seconds)
  }

  private func wait(_ descriptor: CInt, upTo seconds: Double) throws(CaptureError) -> Readiness {
    do throws(Errno) {
      return try system.wait(descriptor, milliseconds: CInt(min((seconds * 1000).rounded(.up), 1e9)))
    } catch {
      guard error == .interrupted else {
        throw .deviceFailed(path, request: "poll", reason: error.text)
      }
      return []
    }
  }
}

extension V4L2Device {
  /// Why Aldis cannot read this node, in words; `nil` if it can.
  var obstacle: LocalizedText? {
    let has = { (capability: Int32) in self.capabilities & UInt32(bitPattern: capability) != 0 }
    if driver == "unicam" || driver == "rp1-cfe" {
      return "it delivers raw sensor data; use a USB camera, or start Aldis through libcamerify"
    }
    if has(V4L2_CAP_VIDEO_CAPTURE) {
      return has(V4L2_CAP_STREAMING) ? nil : "it cannot stream"
    }
    if has(V4L2_CAP_VIDEO_CAPTURE_MPLANE) { return "it delivers only buffers of several parts" }
    if has(V4L2_CAP_VIDEO_M2M) || has(V4L2_CAP_VIDEO_M2M_MPLANE) { return "it is a codec" }
    if has(V4L2_CAP_META_CAPTURE) { return "it delivers only data about pictures" }
    if has(V4L2_CAP_VIDEO_OUTPUT) {
      return "it only takes pictures in; nothing feeds it at the moment"
    }
    return "it captures no pictures"
  }
}

/// Repeats a call while signals interrupt it.
private func retrying<Result>(_ call: () throws(Errno) -> Result) throws(Errno) -> Result {
  while true {
    do throws(Errno) {
      return try call()
    } catch .interrupted {
      continue
    }
  }
}

/// The text in a C array of characters, which need not end in a zero.
func text<Characters>(_ characters: Characters) -> String {
  withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
