import Capture
import Frames
import Light
import Luma
import Morse

/// Joins the steps while the program runs. It takes the reports of the capture thread, has each frame measured, reads the
/// light, reports the events, and keeps the snapshot that a scene shows.
///
/// It is used on the thread that measures. If the GPU measures, that thread has the GL context.
public final class Session {
  /// Measures one frame and delivers its grid. A pass that reads back one frame late delivers the grid of the previous frame.
  public typealias Measure = (borrowing Frame, (LumaGrid) -> Void) throws -> Void

  /// The end of the stream of frames.
  public enum Outcome: Sendable, Equatable {
    case ended
    case failed(CaptureError)
  }

  public private(set) var snapshot: Snapshot
  /// `nil` while frames may still come.
  public private(set) var outcome: Outcome?
  /// Frames measured so far.
  public private(set) var frameCount = 0
  private let queue: CaptureQueue
  private var name: String
  private var receiver: Receiver
  private var frameRate = FrameRateMeter()
  private let report: (MonitorEvent) -> Void
  private var record: ((GridRecord) -> Void)?
  private var region: WatchedRegion?
  private var exposure = ExposureControlLoop()
  private var earlier = EarlierText()

  /// - Parameters:
  ///   - name: The user's name of the source, shown until the source reports its own.
  ///   - record: Called with all input of the receiver, before the events. The same input gives the same events with another
  ///     receiver of this configuration.
  ///   - report: Called with every event, in order, on this thread.
  public init(
    name: String, queue: CaptureQueue, configuration: Receiver.Configuration = .init(),
    record: ((GridRecord) -> Void)? = nil, report: @escaping (MonitorEvent) -> Void
  ) {
    self.name = name
    snapshot = Snapshot(source: .opening(name), sensitivity: configuration.light.sensitivity)
    self.queue = queue
    self.record = record
    self.report = report
    receiver = Receiver(configuration)
    snapshot.speedLock = receiver.speedLock
    // The recording contains the user's choices, so that nothing else is needed to decode it.
    if let value = configuration.light.sensitivity.value { record?(.sensitivity(value)) }
    if let value = configuration.decoder.wordsPerMinute { record?(.speed(value)) }
  }

  /// Measures and reads the waiting frames. It takes at most ``reportsPerDrain`` reports, so that the caller can do its other
  /// work. A preview may skip frames; the measurement never does.
  ///
  /// - Parameters:
  ///   - timeout: Longest wait for the first report.
  ///   - measure: The pass, or the CPU reference.
  ///   - drain: Delivers the grids that a pass has not read back yet. It is called when the frames end.
  /// - Returns: Whether the snapshot changed.
  @discardableResult
  public func drain(
    within timeout: Duration = .zero, measure: Measure,
    drain: ((LumaGrid) -> Void) throws -> Void = { _ in }
  ) rethrows -> Bool {
    var hasChanged = false
    for index in 0..<Self.reportsPerDrain {
      guard let next = queue.next(within: index == 0 ? timeout : .zero) else { break }
      hasChanged = true
      switch consume next {
      case .streaming(let info): begin(info)
      case .sought(let info):
        try drain(read)
        if outcome == nil { take(.ended) }
        earlier.keep(receiver.transcripts)
        frameRate = FrameRateMeter()
        begin(info)
      case .frame(let frame):
        snapshot.position = frame.timestamp
        try measure(frame, read)
        frameCount += 1
      case .lost(let lost):
        // The grids that the pass has not delivered yet come first.
        try drain(read)
        note(lost)
      case .ended:
        try drain(read)
        end(.ended)
      case .failed(let error):
        try drain(read)
        end(.failed(error))
      }
    }
    if hasChanged { refresh() }
    return hasChanged
  }

  /// Starts to read a source, or another moment of a recording.
  private func begin(_ info: SourceInfo) {
    name = info.name
    outcome = nil
    exposure.note(info)
    snapshot.source = .streaming(info)
    take(.streaming(info))
  }

  /// The most reports per call. The queue is shorter, so this matters only if frames arrive while others are measured.
  static let reportsPerDrain = 8

  /// Ends the reading, even if the frames have not ended: the decoders decide everything that is still undecided.
  public func finish() {
    take(.closed)
    refresh()
  }

  // The user's settings. The snapshot shows each change at once.

  public func recalibrate() {
    take(.recalibrated)
    refresh()
  }

  public func setSensitivity(_ sensitivity: Sensitivity) {
    take(.sensitivity(sensitivity.value))
    refresh()
  }

  /// Locks the speed of every torch, within 10 %. The speed is above 0, in words per minute inside the characters; with `nil`
  /// it is learned again. ``Status/wordsPerMinute`` of the snapshot is the present speed.
  public func setSpeedLock(_ wordsPerMinute: Double?) {
    take(.speed(wordsPerMinute))
    refresh()
  }

  public func setAlphabet(_ alphabet: AlphabetChoice) {
    receiver.setAlphabet(alphabet, report: report)
    refresh()
  }

  /// Notes that this program sends `keying`, beginning at `start` on the frames' time axis. Its text is marked as own.
  public func noteOwnSignal(_ keying: Keying, start: Double) {
    receiver.ownSignal.note(keying, start: start)
  }

  /// Shows the brightness of this torch while it is visible.
  public func trace(_ torch: TorchID) {
    snapshot.chosenTorch = torch
    refresh()
  }

  /// Shows the brightness of the next torch.
  public func traceNext() {
    let torches = snapshot.torches.map(\.id)
    guard let shown = snapshot.tracedTorch?.id, let place = torches.firstIndex(of: shown) else { return }
    trace(torches[(place + 1) % torches.count])
  }

  public func clearText() {
    earlier.clear(receiver.transcripts)
    receiver.clearText()
    refresh()
  }

  /// Undoes ``clearText()``, once.
  public func restoreText() {
    earlier.restore()
    refresh()
  }

  /// Reads only this part of the picture; `nil` reads all of it. The background is averaged again.
  public func watch(_ area: PictureArea?) {
    guard area != snapshot.region else { return }
    region = area.map { WatchedRegion($0, motion: snapshot.motion) }
    snapshot.region = area
    recalibrate()
  }

  /// Passes the input of the receiver to `record`; `nil` ends the recording. The previous `record` is called with the end.
  public func setRecord(_ record: ((GridRecord) -> Void)?) {
    self.record?(.closed)
    self.record = record
    guard let record else { return }
    if let info = snapshot.source.info { record(.streaming(info)) }
    if let value = snapshot.sensitivity.value { record(.sensitivity(value)) }
    if let value = snapshot.speedLock { record(.speed(value)) }
  }

  /// Notes that a recording is paused.
  public func setPaused(_ isPaused: Bool) {
    snapshot.isPaused = isPaused
  }

  public func setFrozen(_ isFrozen: Bool) {
    snapshot.isFrozen = isFrozen
  }

  /// Shows a line to the user until the next call.
  public func show(_ notice: Notice?) {
    snapshot.notice = notice
  }

  /// Switches exposure coaching on or off; ``takeExposure()`` returns its steps.
  public func setCoaching(_ isCoaching: Bool) {
    exposure.setCoaching(isCoaching)
    refresh()
  }

  public var isCoaching: Bool { exposure.isCoaching }

  /// The result or the advice of coaching; `nil` while coaching makes steps or is off.
  public var coachReport: ExposureReport? {
    guard isCoaching, let report = exposure.report, report.isCoached || report.setting == nil else {
      return nil
    }
    return report
  }

  /// The next step of coaching; `nil` if there is none.
  public func takeExposure() -> ExposureMode? { exposure.takeStep().map { .step($0) } }

  /// Notes frames that were lost, before or during the measurement.
  public func note(_ lost: FramesLost) {
    take(.lost(lost))
    snapshot.status.framesLost += lost.count
  }

  /// Notes the state of the luma pass.
  public func note(_ measurement: Verification?, milliseconds: Double?) {
    snapshot.status.measurement = measurement
    snapshot.status.passMilliseconds = milliseconds
  }

  private func read(_ grid: LumaGrid) {
    if region?.belongs(to: grid) == false { (region, snapshot.region) = (nil, nil) }
    let read = region?.masking(grid) ?? grid
    snapshot.region = region?.area
    take(.grid(read))
    exposure.take(read, receiver.light, receiver.diagnosis)
    frameRate.note(grid.timestamp)
    snapshot.motion = grid.motion
  }

  private func take(_ next: GridRecord) {
    record?(next)
    receiver.take(next, report: report)
  }

  private func refresh() {
    snapshot.refresh(from: receiver)
    snapshot.transcripts = earlier.followed(by: snapshot.transcripts)
    snapshot.status.frameRate = frameRate.value
    snapshot.exposure = exposure.report
  }

  private func end(_ outcome: Outcome) {
    self.outcome = outcome
    switch outcome {
    case .ended:
      take(.ended)
      if let info = snapshot.source.info { snapshot.source = .ended(info) }
    case .failed(let error):
      take(.failed(name: name, message: error.message))
      snapshot.source = .failed(error)
    }
  }
}
