import Capture
import Frames
import Light
import Morse

/// Joins the steps while the program runs: takes what the capture thread reports, has each frame measured, reads the
/// light, tells the events, and keeps the snapshot that a scene shows.
///
/// Lives on the thread that measures (where GL is current, if GL measures).
public final class Session {
  /// Measures one frame and delivers grids: its own, or, from a pass that reads back one frame late, the one before.
  public typealias Measure = (borrowing Frame, (LumaGrid) -> Void) throws -> Void

  /// How the stream of frames ended.
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
  /// What the source is called.
  private var name: String
  private var receiver: Receiver
  private var frameRate = FrameRateMeter()
  private let report: (MonitorEvent) -> Void
  private var record: ((GridRecord) -> Void)?
  private var region: WatchedRegion?
  private var exposure = ExposureCoaching()
  private var earlier = EarlierText()

  /// - Parameters:
  ///   - name: What the user called the source, shown until it tells its own name.
  ///   - record: Hears everything that the events come from, before they do; what it is told makes the same events of
  ///     another receiver of this configuration.
  ///   - report: Hears every event, in order, on this thread.
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
    // Whoever reads the recording may not know what was asked for.
    if let value = configuration.light.sensitivity.value { record?(.sensitivity(value)) }
    if let value = configuration.decoder.wordsPerMinute { record?(.speed(value)) }
  }

  /// Measures and reads the frames that wait, a few at a time: who calls has other work as well. A preview may skip frames;
  /// the measurement never does.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for the first report.
  ///   - measure: The pass, or its CPU twin.
  ///   - drain: Delivers what a pass that reads back late still holds; called when the frames end.
  /// - Returns: Whether the snapshot changed.
  @discardableResult
  public func drain(
    within timeout: Duration = .zero, measure: Measure,
    drain: ((LumaGrid) -> Void) throws -> Void = { _ in }
  ) rethrows -> Bool {
    var hasChanged = false
    for index in 0..<Self.mostAtATime {
      guard let next = queue.next(within: index == 0 ? timeout : .zero) else { break }
      hasChanged = true
      switch consume next {
      case .streaming(let info):
        name = info.name
        snapshot.source = .streaming(info)
        outcome = nil
        exposure.note(info)
        take(.streaming(info))
      case .sought(let info):
        try drain(read)
        if outcome == nil { take(.ended) }
        earlier.keep(receiver.transcripts)
        begin(info)
      case .frame(let frame):
        snapshot.position = frame.timestamp
        try measure(frame, read)
        frameCount += 1
      case .lost(let lost):
        // What a pass still holds came before.
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

  /// Reads from another moment of a recording.
  private func begin(_ info: SourceInfo) {
    outcome = nil
    frameRate = FrameRateMeter()
    exposure.note(info)
    snapshot.source = .streaming(info)
    take(.streaming(info))
  }

  /// More than a queue holds: only a source that fills it faster than its frames are measured goes on for so long.
  static let mostAtATime = 8

  /// The end of the reading, whether the frames have ended or not: what is still undecided is decided.
  public func finish() {
    take(.closed)
    refresh()
  }

  /// The user's wishes, each shown at once.
  public func recalibrate() {
    take(.recalibrated)
    refresh()
  }

  public func setSensitivity(_ sensitivity: Sensitivity) {
    take(.sensitivity(sensitivity.value))
    refresh()
  }

  /// Holds the reading of every torch to a speed, in words a minute inside the characters and above 0, give or take a
  /// tenth; `nil` learns it again. ``Status/wordsPerMinute`` of the snapshot is the present one.
  public func setSpeedLock(_ wordsPerMinute: Double?) {
    take(.speed(wordsPerMinute))
    refresh()
  }

  public func setAlphabet(_ alphabet: AlphabetChoice) {
    receiver.setAlphabet(alphabet, report: report)
    refresh()
  }

  /// Aldis itself sends `keying` from `start` on, on the axis of the frames: what is read of it is marked as its own.
  public func noteOwn(_ keying: Keying, start: Double) {
    receiver.ownSignal.note(keying, start: start)
  }

  /// Shows the brightness of this torch from now on, for as long as it is in sight.
  public func trace(_ torch: TorchID) {
    snapshot.chosenTorch = torch
    refresh()
  }

  /// The same of the torch after the one that is shown.
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

  /// Reads only this part of the picture from now on; `nil` reads all of it. The calm scene is learnt again.
  public func watch(_ area: PictureArea?) {
    guard area != snapshot.region else { return }
    region = area.map { WatchedRegion($0) }
    snapshot.region = area
    recalibrate()
  }

  /// Has `record` hear what the events come from, from now on; `nil` ends that. Who heard it before hears its end.
  public func setRecord(_ record: ((GridRecord) -> Void)?) {
    self.record?(.closed)
    self.record = record
    guard let record else { return }
    if let info = snapshot.source.info { record(.streaming(info)) }
    if let value = snapshot.sensitivity.value { record(.sensitivity(value)) }
    if let value = snapshot.speedLock { record(.speed(value)) }
  }

  /// A recording is held where it is.
  public func setPaused(_ isPaused: Bool) {
    snapshot.isPaused = isPaused
  }

  public func setFrozen(_ isFrozen: Bool) {
    snapshot.isFrozen = isFrozen
  }

  /// Shows a line to the user until the next one.
  public func show(_ notice: Notice?) {
    snapshot.notice = notice
  }

  /// Whether to look for the exposure that suits the lamp: ``takeExposure()`` then tells each step.
  public func setCoaching(_ isWanted: Bool) {
    exposure.setWanted(isWanted)
    refresh()
  }

  public var isCoaching: Bool { exposure.isWanted }

  /// What a coach has come to, or can only say; `nil` while it is at work, or none is wanted.
  public var coachReport: ExposureReport? {
    guard isCoaching, let report = exposure.report, report.isCoached || report.setting == nil else {
      return nil
    }
    return report
  }

  /// How the camera is to be exposed from now on; `nil` as it is.
  public func takeExposure() -> ExposureMode? { exposure.takeStep().map { .step($0) } }

  /// Frames that were lost, on their way or here.
  public func note(_ lost: FramesLost) {
    take(.lost(lost))
    snapshot.status.framesLost += lost.count
  }

  /// What the pass told of itself.
  public func note(_ measurement: Status.Measurement?, milliseconds: Double?) {
    snapshot.status.measurement = measurement
    snapshot.status.passMilliseconds = milliseconds
  }

  private func read(_ grid: LumaGrid) {
    if region?.belongs(to: grid) == false { (region, snapshot.region) = (nil, nil) }
    let read = region?.alone(in: grid) ?? grid
    take(.grid(read))
    exposure.take(read, receiver.light, receiver.diagnosis)
    frameRate.note(grid.timestamp)
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
