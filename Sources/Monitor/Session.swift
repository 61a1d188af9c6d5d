import Capture
import Frames
import Light

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

  /// - Parameters:
  ///   - name: What the user called the source, shown until it tells its own name.
  ///   - report: Hears every event, in order, on this thread.
  public init(
    name: String, queue: CaptureQueue, configuration: Receiver.Configuration = .init(),
    report: @escaping (MonitorEvent) -> Void
  ) {
    self.name = name
    snapshot = Snapshot(source: .opening(name), sensitivity: configuration.light.sensitivity)
    self.queue = queue
    self.report = report
    receiver = Receiver(configuration)
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
        snapshot.notice = nil
        outcome = nil
        report(.camera(CameraEvent(.streaming, info: info, time: receiver.time)))
      case .frame(let frame):
        try measure(frame, read)
        frameCount += 1
      case .lost(let lost):
        receiver.note(lost, report: report)
        snapshot.status.framesLost += lost.count
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

  /// More than a queue holds: only a source that fills it faster than its frames are measured goes on for so long.
  static let mostAtATime = 8

  /// The user ends the reading before the frames do: what is still undecided is decided.
  public func finish() {
    guard outcome == nil else { return }
    receiver.finish(report: report)
    refresh()
  }

  /// The user's wishes, each shown at once.
  public func recalibrate() {
    receiver.recalibrate()
    refresh()
  }

  public func setSensitivity(_ sensitivity: Sensitivity) {
    receiver.sensitivity = sensitivity
    refresh()
  }

  public func setFrozen(_ isFrozen: Bool) {
    snapshot.isFrozen = isFrozen
  }

  /// Shows a line to the user until the next one.
  public func show(_ notice: Notice?) {
    snapshot.notice = notice
  }

  /// What the pass told of itself.
  public func note(_ measurement: Status.Measurement?, milliseconds: Double?) {
    snapshot.status.measurement = measurement
    snapshot.status.passMilliseconds = milliseconds
  }

  private func read(_ grid: LumaGrid) {
    receiver.read(grid, report: report)
    frameRate.note(grid.timestamp)
  }

  private func refresh() {
    snapshot.refresh(from: receiver)
    snapshot.status.frameRate = frameRate.value
  }

  private func end(_ outcome: Outcome) {
    self.outcome = outcome
    receiver.finish(report: report)
    switch outcome {
    case .ended:
      guard let info = snapshot.source.info else { return }
      snapshot.source = .ended(info)
      report(.camera(CameraEvent(.ended, info: info, time: receiver.time)))
    case .failed(let error):
      snapshot.source = .failed(error.message)
      snapshot.notice = Notice(.error, error.message)
      report(.camera(CameraEvent(.failed, name: name, message: error.message, time: receiver.time)))
    }
  }
}
