import CVideo4Linux
import Frames

/// A camera of Video4Linux2, streaming into memory that is shared with its driver.
///
/// It is opened, read and released on one thread; its frames may end on any thread. Releasing it stops the stream and restores
/// the camera's settings.
public final class V4L2Camera: ExposureAdjustableSource {
  public private(set) var info: SourceInfo

  private let device: V4L2Device
  private let ring: V4L2BufferRing
  /// Set if frames are copies instead of the driver's buffers.
  private let copies: CameraCopies?
  private let isJPEG: Bool
  private let controls: CameraControls
  private var mode: ExposureMode
  /// Seconds between frames, if the driver reports them.
  private let interval: Double?

  private var sequence = V4L2Sequence()
  private var clock: V4L2Clock
  private var stall: V4L2StallWatch
  private var settling: CameraSettling?
  private var exposureTime: Double?
  private var latest: Timestamp?
  /// Whether the next frame is the first after a start.
  private var isFirst = true
  /// Whether the stream was restarted after a stall. The next good frame shows how many frames were lost.
  private var isResuming = false

  // Events that `next` still has to return, in this order.
  private var hasChanged = false
  private var losses: [FramesLost] = []
  private var waiting: Frame?

  /// Opens a camera and starts its stream.
  ///
  /// - Parameter path: The node, as in `/dev/video0`, or a link to it.
  public convenience init(_ path: String, request: CameraRequest = CameraRequest()) throws(CaptureError) {
    try self.init(path, request: request, system: LinuxVideoSystem())
  }

  init(_ path: String, request: CameraRequest, system: any VideoSystem) throws(CaptureError) {
    device = try V4L2Device(path: path, system: system)
    if let obstacle = device.obstacle { throw .notACamera(path, reason: obstacle) }
    let formats = device.formats(for: request)
    guard let choice = StreamChoice.best(of: formats, for: request) else {
      throw .noUsableFormat(path, offered: formats.map(\.code))
    }
    var (format, isJPEG) = try device.setFormat(choice)
    if isJPEG, !request.wantsColour {
      format = FrameFormat(.grey, width: format.width, height: format.height, range: .full)
    }
    let rate = device.setRate(choice.rate)
    interval = rate.map { 1 / $0.perSecond }
    ring = try V4L2BufferRing(device: device, byteCount: isJPEG ? 1 : format.byteCount)
    self.isJPEG = isJPEG
    let decoder = isJPEG ? JPEGDecoder(wantsColour: request.wantsColour) : nil
    copies = isJPEG || !ring.hasBuffersToLend ? CameraCopies(format: format, decoder: decoder) : nil

    controls = CameraControls(device: device, unrestored: request.unrestored)
    mode = request.exposure
    switch mode {
    case .auto: break
    case .lock, .coach: controls.settle()
    case .step(let setting):
      controls.settle()
      controls.expose(setting)
    case .seconds(let seconds):
      controls.settle()
      controls.expose(for: seconds)
    }

    let start = system.now()
    clock = V4L2Clock(start: start)
    stall = V4L2StallWatch(interval: max(interval ?? 0, mode.seconds ?? 0), start: start)
    info = SourceInfo(name: device.card, format: format, nominalRate: rate?.perSecond, isLive: true)
    info.exposure = mode == .auto || !controls.hasAutomaticMode ? controls.exposure : .settling
    if mode != .auto, info.exposure != .settling { controls.lock(longest: mode.seconds ?? interval) }
    noteExposure()
    try ring.start()
  }

  deinit {
    controls.restore()
    // Frames that are still lent retain the ring, so its `deinit` would come too late for another program.
    ring.close()
  }

  public func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent {
    let end = device.system.now() + timeout / .seconds(1)
    while true {
      if hasChanged {
        hasChanged = false
        return .changed
      }
      if !losses.isEmpty { return .lost(losses.removeFirst()) }
      if let frame = waiting.take() { return .frame(frame) }
      guard try awaitBuffer(until: end) else { return .nothing }
      if let filled = try ring.dequeue() { accept(filled) }
    }
  }

  /// Waits for a filled buffer. Restarts a camera that delivers none, and throws if that does not help.
  ///
  /// - Returns: `false` when the time is up.
  private func awaitBuffer(until end: Timestamp) throws(CaptureError) -> Bool {
    while true {
      let now = device.system.now()
      let left = max(end - now, 0)
      if ring.isStarved {
        stall.extendDeadline(at: now)
        guard left > 0 else { return false }
        // A frame that ends on another thread does not wake this one. A reader that holds all buffers loses frames anyway.
        try device.pause(min(left, 0.005))
        continue
      }
      let readiness: Readiness
      switch stall.action(at: now) {
      case .wait(let allowance):
        readiness = try device.wait(upTo: min(left, allowance))
      case .restart:
        // A restart drops all filled buffers, so the driver is polled once more.
        readiness = try device.wait(upTo: 0)
        if readiness.isEmpty { try restart() }
      case .gone:
        throw .cameraGone(device.path)
      }
      if readiness.contains(.readable) { return true }
      if !readiness.isEmpty { throw .cameraGone(device.path) }
      if device.system.now() >= end { return false }
    }
  }

  private func restart() throws(CaptureError) {
    ring.stop()
    try ring.start()
    sequence.restart()
    isFirst = true
    isResuming = true
  }

  /// Seconds of exposure of a frame; the frame interval if the camera does not report it.
  private var exposure: Double { exposureTime ?? interval ?? 0 }

  /// Turns a filled buffer into a frame, or into a loss.
  private func accept(_ filled: V4L2BufferRing.Filled) {
    let now = device.system.now()
    stall.noteFrame(at: now)
    // A loopback device begins with an old picture that has a new time; many cameras begin with an underexposed picture.
    if isFirst {
      isFirst = false
      return ring.takeBack(filled.index)
    }
    let stamp = clock.stamp(filled.stamp, flags: filled.flags, exposure: exposure, now: now) ?? now
    let missing = sequence.advance(to: filled.sequence)
    if missing > 0 { lose(.source, count: missing, at: stamp) }
    guard filled.flags & UInt32(V4L2_BUF_FLAG_ERROR) == 0 else {
      lose(.damaged, at: stamp)
      return ring.takeBack(filled.index)
    }

    let time = clock.time(of: filled.stamp, flags: filled.flags, exposure: exposure, now: now)
    noteResumption(at: time)
    latest = time
    guard let frame = frame(of: filled, at: time) else { return }
    lockSettledExposure(frame)
    noteChanges(of: frame.format)
    waiting = consume frame
  }

  /// A frame in the driver's memory, or a copy; `nil` if it was lost.
  private func frame(of filled: V4L2BufferRing.Filled, at time: Timestamp) -> Frame? {
    let bytes = UnsafeRawBufferPointer(rebasing: ring.bytes(of: filled.index).prefix(filled.byteCount))
    let isWhole = isJPEG || bytes.count >= info.format.byteCount
    guard isWhole else {
      lose(.incomplete, at: time)
      ring.takeBack(filled.index)
      return nil
    }
    guard let copies else {
      return Frame(
        format: info.format, timestamp: time, sequence: sequence.count, exposure: exposureTime, bytes: bytes,
        lender: ring, index: filled.index)
    }
    defer { ring.takeBack(filled.index) }
    do throws(JPEGError) {
      if let copy = try copies.frame(
        from: bytes, timestamp: time, sequence: sequence.count, exposure: exposureTime)
      {
        return copy
      }
      lose(.overload, at: time)
    } catch {
      lose(.incomplete, at: time)
    }
    return nil
  }

  private func lose(_ cause: FramesLost.Cause, count: Int = 1, at time: Timestamp) {
    losses.append(FramesLost(count: count, cause: cause, time: time))
  }

  /// A restarted driver counts from zero, so the time gives the number of lost frames.
  private func noteResumption(at time: Timestamp) {
    guard isResuming else { return }
    isResuming = false
    guard let latest, let interval else { return }
    let missing = Int(((time - latest) / interval).rounded()) - 1
    if missing > 0 { lose(.source, count: missing, at: time) }
  }

  private func noteChanges(of format: FrameFormat) {
    guard format != info.format || clock.source != info.clock else { return }
    info.format = format
    info.clock = clock.source
    hasChanged = true
  }

  /// Locks the exposure as it is now, sets it, or leaves it to the camera.
  public func setExposure(_ mode: ExposureMode) {
    self.mode = mode
    settling = nil
    switch mode {
    case .auto: controls.settle()
    case .lock, .coach: controls.lock(longest: interval)
    case .seconds(let seconds):
      controls.expose(for: seconds)
      controls.lock(longest: seconds)
    case .step(let setting):
      controls.expose(setting)
      controls.lock(longest: interval)
    }
    info.exposure = controls.exposure
    noteExposure()
    hasChanged = true
  }

  /// Stores the exposure for the next frames, and the range of the settings.
  private func noteExposure() {
    exposureTime = if case .locked(let time) = info.exposure { time } else { nil }
    info.adjustableExposure = controls.adjustableExposure(longest: interval)
  }

  /// Locks the exposure once it has settled.
  private func lockSettledExposure(_ frame: borrowing Frame) {
    guard info.exposure == .settling else { return }
    var settling = self.settling ?? CameraSettling(start: frame.timestamp)
    let hasSettled = settling.hasSettled(
      at: frame.timestamp, brightness: frame.sampledBrightness(), values: controls.automaticValues)
    self.settling = settling
    guard hasSettled else { return }
    controls.lock(longest: mode.seconds ?? interval)
    info.exposure = controls.exposure
    noteExposure()
    hasChanged = true
  }
}
