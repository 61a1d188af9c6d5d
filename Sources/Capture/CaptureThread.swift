import Dispatch
import Frames
import Glibc
import Synchronization

/// Opens a source and reads it on a thread of its own, from the first frame to the last.
///
/// All reports of the source arrive in ``queue``, in order.
public final class CaptureThread: Sendable {
  /// The reaction to a failed stream.
  public enum Recovery: Sendable {
    /// Report it and end.
    case none
    /// Report it, and try to open the source again until it opens.
    case reopen
  }

  /// When a recording's frames are delivered.
  public enum Pace: Sendable {
    /// As fast as they can be read and measured.
    case unbounded
    /// At their timestamps, as they were filmed.
    case timestamps
  }

  /// Time between two attempts to open a source that failed.
  static let reopenInterval = Duration.milliseconds(500)

  public let queue: CaptureQueue
  private let recovery: Recovery
  private let pace: Pace
  private let wake: @Sendable () -> Void
  private let open: @Sendable () throws(CaptureError) -> any FrameSource
  private let isStopping = Atomic(false)
  private let finished = DispatchSemaphore(value: 0)
  private let requests = Mutex(Requests())
  private let requested = DispatchSemaphore(value: 0)

  /// The user's requests to the source.
  private struct Requests {
    var isPaused = false
    /// The moment to seek.
    var moment: Timestamp?
    /// The exposure that the open camera has not been set to yet.
    var exposure: ExposureMode?
    /// The exposure of a camera when it opens. It is never a step, because a step depends on the camera's present exposure.
    var chosenExposure: ExposureMode?
  }

  /// - Parameters:
  ///   - wake: Called after each report, on the capture thread, to wake the reader of the queue.
  ///   - open: Opens the source; runs on the capture thread, so that a slow device delays no other thread.
  public init(
    queue: CaptureQueue = CaptureQueue(), recovery: Recovery = .none, pace: Pace = .unbounded,
    wake: @escaping @Sendable () -> Void = {},
    open: @escaping @Sendable () throws(CaptureError) -> any FrameSource
  ) {
    self.queue = queue
    self.recovery = recovery
    self.pace = pace
    self.wake = wake
    self.open = open
    // A separate queue has a separate thread, which may wait.
    DispatchQueue(label: "capture").async { [self] in
      run()
      finished.signal()
    }
  }

  /// Pauses a recording, or continues it. A live source is not affected.
  public func setPaused(_ isPaused: Bool) { request { $0.isPaused = isPaused } }

  /// Seeks to `time` in a recording, also after its end. A paused recording delivers the frame at that time, and stays paused.
  public func seek(to time: Timestamp) { request { $0.moment = time } }

  /// Sets the exposure of a camera, also after it is reopened. Other sources have none.
  public func setExposure(_ mode: ExposureMode) {
    request { requests in
      requests.exposure = mode
      if case .step = mode { return }
      requests.chosenExposure = mode
    }
  }

  /// Ends the thread and waits until its source is closed. A camera has its user's settings again by then. Call
  /// it once.
  ///
  /// It waits for 3 seconds at most: a source that waits for a silent pipe does not return, and its thread ends with the
  /// program.
  public func stop() {
    isStopping.store(true, ordering: .relaxed)
    queue.close()
    request { _ in }
    _ = finished.wait(timeout: .now() + .seconds(3))
  }

  private func request(_ change: (inout Requests) -> Void) {
    requests.withLock { change(&$0) }
    requested.signal()
  }

  // MARK: Work of the thread

  private func run() {
    var (lastReported, lastFailure): (CaptureError?, CaptureError?)
    while !isStopping.load(ordering: .relaxed) {
      do throws(CaptureError) {
        try read(try open()) { (lastReported, lastFailure) = (nil, nil) }
        return
      } catch {
        // A missing camera is reported once, not at every attempt, nor for each kind of absence. But an error that occurs twice
        // in a row is not transient, and is reported.
        let isStillAbsent = error.isAbsence && lastReported?.isAbsence ?? false
        let isLasting = error.mayBeTransient && error == lastFailure
        lastFailure = error
        if error != lastReported, isLasting || !isStillAbsent {
          guard put(.failed(error)) else { return }
          lastReported = error
        }
        guard recovery == .reopen else { return }
        usleep(UInt32(Self.reopenInterval / .microseconds(1)))
      }
    }
  }

  /// Reads to the end of the stream, or until the queue is closed.
  ///
  /// - Parameter begin: Called at the first frame: some cameras open and then deliver none.
  private func read(_ source: any FrameSource, begin: () -> Void) throws(CaptureError) {
    var hasBegun = false
    func reportBeginning() -> Bool {
      guard !hasBegun else { return true }
      hasBegun = true
      begin()
      return put(.streaming(source.info))
    }
    if !source.info.isLive, !reportBeginning() { return }
    let seekable = source as? any SeekableSource
    let adjustable = source as? any ExposureAdjustableSource
    requests.withLock { $0.exposure = $0.chosenExposure }
    var playback: PlaybackClock?
    // The first frame after a seek is delivered at once, even while paused.
    var deliversAtOnce = false
    while !isStopping.load(ordering: .relaxed) {
      if let seekable, let moment = takeMoment() {
        try seekable.seek(to: moment)
        guard put(.sought(source.info)) else { return }
        (playback, deliversAtOnce) = (nil, true)
      }
      if let adjustable, let mode = requests.withLock({ $0.exposure.take() }) { adjustable.setExposure(mode) }
      if isPaused, !source.info.isLive, !deliversAtOnce {
        playback = nil
        requested.wait()
        continue
      }
      switch try source.next(within: .milliseconds(100)) {
      case .frame(let frame):
        guard reportBeginning() else { return }
        if pace == .timestamps, !source.info.isLive, !deliversAtOnce {
          playback = playback ?? PlaybackClock(from: frame.timestamp)
          playback?.wait(for: frame.timestamp, unless: { isStopping.load(ordering: .relaxed) || hasRequest })
          // Another moment is sought: frames before it are dropped.
          if seekable != nil, hasMoment { continue }
        }
        deliversAtOnce = false
        guard source.info.isLive ? queue.putLive(frame) : queue.put(.frame(frame)) else { return }
        wake()
      case .lost(let lost):
        guard reportBeginning(), put(.lost(lost)) else { return }
      case .changed:
        guard !hasBegun || put(.streaming(source.info)) else { return }
      case .nothing:
        continue
      case .ended:
        guard reportBeginning(), put(.ended), seekable != nil else { return }
        while !hasMoment, !isStopping.load(ordering: .relaxed) { requested.wait() }
      }
    }
  }

  private var isPaused: Bool { requests.withLock(\.isPaused) }
  private var hasMoment: Bool { requests.withLock { $0.moment != nil } }
  private var hasRequest: Bool { requests.withLock { $0.isPaused || $0.moment != nil } }
  private func takeMoment() -> Timestamp? { requests.withLock { $0.moment.take() } }

  private func put(_ report: consuming CaptureReport) -> Bool {
    let isOpen = queue.put(report)
    wake()
    return isOpen
  }
}

/// Delays the frames of a recording until their times.
private struct PlaybackClock {
  /// Seconds: a longer gap between two frames is skipped, because the file is damaged or was joined.
  private static let longestGap = 5.0

  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant
  private var first: Timestamp
  private var latest: Timestamp

  init(from first: Timestamp) {
    start = clock.now
    self.first = first
    latest = first
  }

  /// Sleeps until `timestamp` is due, in steps short enough to be stopped.
  mutating func wait(for timestamp: Timestamp, unless isStopping: () -> Bool) {
    if !(0...Self.longestGap).contains(timestamp - latest) {
      start = clock.now
      first = timestamp
    }
    latest = timestamp
    let due = start + .seconds(timestamp - first)
    while !isStopping(), clock.now < due {
      usleep(UInt32(max(0, min(0.1, clock.now.duration(to: due) / .seconds(1))) * 1e6))
    }
  }
}
