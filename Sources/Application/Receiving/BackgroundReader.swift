import Capture
import Dispatch
import FoundationEssentials
import Frames
import Glibc
import Luma
import Monitor
import Synchronization

/// Reads a source on a thread of its own, while the thread that created it sends.
///
/// It can pause. While it is paused, it takes frames from the camera but does not measure them, so that this program does not
/// read its own light. When it resumes, it calibrates again.
final class BackgroundReader: Sendable {
  /// The events since the last update.
  struct Update {
    var events: [MonitorEvent] = []
    /// Time of the latest frame, in seconds on the source's axis.
    var time = 0.0
    /// Whether the frames have ended.
    var isOver = false
  }

  private enum Mode {
    case reading, paused, finishing, stopped
  }

  private struct State {
    var update = Update()
    var mode = Mode.reading
    var isCalibrated = false
    var failure: CaptureError?
    /// Whether the frames carry times of the kernel's monotonic clock.
    var hasMonotonicTimes = false
  }

  private let state = Mutex(State())
  private let changed = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)

  init(_ source: SourceChoice, _ configuration: Receiver.Configuration) {
    DispatchQueue(label: "background reader").async { [self] in
      read(source, configuration)
      finished.signal()
    }
  }

  /// Whether the source's times are times of the kernel's monotonic clock, as a camera's times are.
  var hasMonotonicTimes: Bool { state.withLock { $0.hasMonotonicTimes } }

  /// Takes the events since the last call. It waits for events at most 0.1 s.
  ///
  /// - Throws: A ``Failure`` when the source has failed.
  func takeUpdate() throws(Failure) -> Update {
    _ = changed.wait(timeout: .now() + .milliseconds(100))
    if let failure = state.withLock({ $0.failure }) { throw Failure(failure) }
    return removeUpdate()
  }

  /// Waits until the background is calibrated.
  ///
  /// - Throws: A ``Failure`` if the source fails or delivers nothing for 20 s; ``Interrupted``.
  func waitUntilCalibrated() throws {
    let end = ContinuousClock.now + .seconds(20)
    while true {
      try Interruption.check()
      let (isCalibrated, isOver, failure) = state.withLock {
        ($0.isCalibrated, $0.update.isOver, $0.failure)
      }
      if let failure { throw Failure(failure) }
      if isCalibrated { return }
      guard !isOver, .now < end else {
        throw Failure(
          .unavailable, "the camera delivers no picture; check it with aldis monitor")
      }
      _ = changed.wait(timeout: .now() + .milliseconds(100))
    }
  }

  /// Waits until `seconds` of the source's time have passed, or the source ends; at most 5 s longer.
  func wait(seconds: Double) throws {
    let begin = state.withLock { $0.update.time }
    let end = ContinuousClock.now + .seconds(seconds + 5)
    while state.withLock({ !$0.update.isOver && $0.update.time < begin + seconds }), .now < end {
      try Interruption.check()
      _ = changed.wait(timeout: .now() + .milliseconds(100))
    }
  }

  /// Finishes the reading, takes its last events, and pauses.
  func finishReading() -> Update {
    state.withLock { $0.mode = .finishing }
    while state.withLock({ $0.mode == .finishing && !$0.update.isOver }) {
      _ = changed.wait(timeout: .now() + .milliseconds(100))
    }
    return removeUpdate()
  }

  /// Reads again, beginning with a new calibration.
  func resume() {
    state.withLock { state in
      state.update.events = []
      state.isCalibrated = false
      state.mode = .reading
    }
  }

  /// Ends the thread. The camera gets its user's settings back.
  func stop() {
    state.withLock { $0.mode = .stopped }
    _ = finished.wait(timeout: .now() + .seconds(3))
  }

  private func removeUpdate() -> Update {
    state.withLock { state in
      defer { state.update.events = [] }
      return state.update
    }
  }

  // MARK: Work of the thread

  private func read(_ source: SourceChoice, _ configuration: Receiver.Configuration) {
    let thread = CaptureThread(open: source.open)
    defer { thread.stop() }
    var isOver = false
    while !isOver {
      let session = Session(name: source.name, queue: thread.queue, configuration: configuration) {
        self.keep($0)
      }
      var measurement = SceneMeasurement()
      while session.outcome == nil, state.withLock({ $0.mode == .reading }) {
        session.drain(
          within: .milliseconds(50),
          measure: { frame, deliver in
            let grid = measurement.measure(frame)
            deliver(grid)
            let time = grid.timestamp.seconds
            state.withLock { $0.update.time = time }
          }, drain: { _ in })
        if let info = session.snapshot.source.info {
          state.withLock { $0.hasMonotonicTimes = info.isLive && info.clock == .source }
        }
        changed.signal()
      }
      session.finish()
      state.withLock { if $0.mode == .finishing { $0.mode = .paused } }
      changed.signal()
      while session.outcome == nil, state.withLock({ $0.mode == .paused }) {
        session.drain(within: .milliseconds(50), measure: { _, _ in }, drain: { _ in })
      }
      isOver = session.outcome != nil || state.withLock { $0.mode == .stopped }
      if case .failed(let error) = session.outcome { state.withLock { $0.failure = error } }
    }
    state.withLock { $0.update.isOver = true }
    changed.signal()
  }

  private func keep(_ event: MonitorEvent) {
    state.withLock { state in
      switch event {
      case .light, .character, .word, .torchFound, .torchLost:
        if state.update.events.count < Self.eventCapacity { state.update.events.append(event) }
      case .calibration(let progress, _):
        if progress >= 1 { state.isCalibrated = true }
      default:
        break
      }
    }
  }

  /// Limit of the events. It is far more than the longest message causes; further events come from noise.
  private static let eventCapacity = 1_000_000
}
