import Dispatch
import FoundationEssentials
import Frames
import Glibc
import Synchronization

/// Opens a source and reads it on a thread of its own, from the first frame to the last.
///
/// Everything the source says arrives in ``queue``, in order.
public final class CaptureThread: Sendable {
  /// What to do when the stream breaks.
  public enum Recovery: Sendable {
    /// Say so and end.
    case none
    /// Say so, and open the source again until it opens.
    case reopen
  }

  /// When a recording's frames are handed over.
  public enum Pace: Sendable {
    /// As fast as they can be read and measured.
    case unbounded
    /// At the times their timestamps tell, as they were filmed.
    case timestamps
  }

  /// How long to wait between two attempts to open a source that broke.
  static let reopenInterval = Duration.milliseconds(500)

  public let queue: CaptureQueue
  private let work: Work
  private let finished = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - wake: Called after each report, on the capture thread, to rouse whoever reads the queue.
  ///   - open: Opens the source; runs on the capture thread, so a slow device delays nobody else.
  public init(
    queue: CaptureQueue = CaptureQueue(), recovery: Recovery = .none, pace: Pace = .unbounded,
    wake: @escaping @Sendable () -> Void = {},
    open: @escaping @Sendable () throws(CaptureError) -> any FrameSource
  ) {
    self.queue = queue
    work = Work(queue: queue, recovery: recovery, pace: pace, wake: wake, open: open)
    // A queue of its own has a thread of its own, which may wait.
    DispatchQueue(label: "capture").async { [work, finished] in
      work.run()
      finished.signal()
    }
  }

  /// Holds a recording where it is, or lets it go on. What is live goes on without us.
  public func setPaused(_ isPaused: Bool) { work.wish { $0.isPaused = isPaused } }

  /// Reads a recording on from `time`, after its end too, and shows the frame there even while it is held.
  public func seek(to time: Timestamp) { work.wish { $0.moment = time } }

  /// Holds a camera's shutter, or leaves it to the camera, also when it is opened again. Others have none.
  public func setExposure(_ mode: ExposureMode) {
    work.wish { wishes in
      wishes.exposure = mode
      if case .step = mode { return }
      wishes.chosenExposure = mode
    }
  }

  /// Ends the thread and waits until its source is closed: a camera has its user's settings back. Call it once.
  ///
  /// A source that waits for a pipe to speak is not waited for: its thread ends with the program.
  public func stop() {
    work.isStopping.store(true, ordering: .relaxed)
    queue.close()
    work.wish { _ in }
    _ = finished.wait(timeout: .now() + .seconds(3))
  }
}

/// What the thread does; it knows nothing of its owner.
private final class Work: Sendable {
  let isStopping = Atomic(false)
  private let queue: CaptureQueue
  private let recovery: CaptureThread.Recovery
  private let pace: CaptureThread.Pace
  private let wake: @Sendable () -> Void
  private let open: @Sendable () throws(CaptureError) -> any FrameSource
  private let wishes = Mutex(Wishes())
  private let wished = DispatchSemaphore(value: 0)

  /// What the user wants of the source.
  struct Wishes {
    var isPaused = false
    /// Where to read on.
    var moment: Timestamp?
    /// What the open camera is still to be told.
    var exposure: ExposureMode?
    /// What every camera is told when it opens; a step leads only from where a camera is.
    var chosenExposure: ExposureMode?
  }

  init(
    queue: CaptureQueue, recovery: CaptureThread.Recovery, pace: CaptureThread.Pace,
    wake: @escaping @Sendable () -> Void,
    open: @escaping @Sendable () throws(CaptureError) -> any FrameSource
  ) {
    self.queue = queue
    self.recovery = recovery
    self.pace = pace
    self.wake = wake
    self.open = open
  }

  func run() {
    var (lastTold, lastFailure): (CaptureError?, CaptureError?)
    while !isStopping.load(ordering: .relaxed) {
      do throws(CaptureError) {
        try read(try open()) { (lastTold, lastFailure) = (nil, nil) }
        return
      } catch {
        // A camera that stays away is told once, not twice a second, nor in each of the ways in which it is not there. But what
        // fails alike twice running does not pass.
        let isAwayStill = error.isAbsence && lastTold?.isAbsence ?? false
        let isLasting = error.mayPass && error == lastFailure
        lastFailure = error
        if error != lastTold, isLasting || !isAwayStill {
          guard put(.failed(error)) else { return }
          lastTold = error
        }
        guard recovery == .reopen else { return }
        usleep(UInt32(CaptureThread.reopenInterval / .microseconds(1)))
      }
    }
  }

  /// Reads to the end of the stream, or until nobody listens any more.
  ///
  /// - Parameter begin: Called when frames come. Many a camera opens and then delivers nothing: it streams with its
  ///   first frame.
  private func read(_ source: any FrameSource, begin: () -> Void) throws(CaptureError) {
    var hasBegun = false
    func begins() -> Bool {
      guard !hasBegun else { return true }
      hasBegun = true
      begin()
      return put(.streaming(source.info))
    }
    if !source.info.isLive, !begins() { return }
    let kept = source as? any KeptSource
    let exposed = source as? any ExposedSource
    wishes.withLock { $0.exposure = $0.chosenExposure }
    var playback: Playback?
    // The first frame of a moment is shown at once, held or not.
    var isAtOnce = false
    while !isStopping.load(ordering: .relaxed) {
      if let kept, let moment = takeMoment() {
        try kept.seek(to: moment)
        guard put(.sought(source.info)) else { return }
        (playback, isAtOnce) = (nil, true)
      }
      if let exposed, let mode = wishes.withLock({ $0.exposure.take() }) { exposed.setExposure(mode) }
      if isHeld, !source.info.isLive, !isAtOnce {
        playback = nil
        wished.wait()
        continue
      }
      switch try source.next(within: .milliseconds(100)) {
      case .frame(let frame):
        guard begins() else { return }
        if pace == .timestamps, !source.info.isLive, !isAtOnce {
          playback = playback ?? Playback(from: frame.timestamp)
          playback?.wait(for: frame.timestamp, unless: { isStopping.load(ordering: .relaxed) || hasWish })
          // Another moment is wanted, and not what lies before it.
          if kept != nil, hasMoment { continue }
        }
        isAtOnce = false
        guard source.info.isLive ? queue.putLive(frame) : queue.put(.frame(frame)) else { return }
        wake()
      case .lost(let lost):
        guard begins(), put(.lost(lost)) else { return }
      case .changed:
        guard !hasBegun || put(.streaming(source.info)) else { return }
      case .nothing:
        continue
      case .ended:
        guard begins(), put(.ended), kept != nil else { return }
        while !hasMoment, !isStopping.load(ordering: .relaxed) { wished.wait() }
      }
    }
  }

  func wish(_ change: (inout Wishes) -> Void) {
    wishes.withLock { change(&$0) }
    wished.signal()
  }

  private var isHeld: Bool { wishes.withLock(\.isPaused) }
  private var hasMoment: Bool { wishes.withLock { $0.moment != nil } }
  private var hasWish: Bool { wishes.withLock { $0.isPaused || $0.moment != nil } }
  private func takeMoment() -> Timestamp? { wishes.withLock { $0.moment.take() } }

  private func put(_ report: consuming CaptureReport) -> Bool {
    let isOpen = queue.put(report)
    wake()
    return isOpen
  }
}

/// Plays a recording's time axis against the clock.
private struct Playback {
  /// A longer silence between two frames, in seconds, is skipped: the file is damaged or was spliced.
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
