import Capture
import Dispatch
import FoundationEssentials
import Frames
import Glibc
import Luma
import Monitor
import Synchronization

/// Watches a source on a thread of its own, while the thread that made it sends.
///
/// It can be told to look away: what is filmed meanwhile is taken from the camera and never measured, so that light of this
/// program's own is not read as another's. When it looks again it begins anew, with a calm scene.
final class Lookout: Sendable {
  /// What was seen since the last look.
  struct Sight {
    var events: [MonitorEvent] = []
    /// Of the latest frame, in seconds on the source's axis.
    var time = 0.0
    /// Whether the frames have come to their end.
    var isOver = false
  }

  private enum Wish {
    case watch, lookAway, conclude, end
  }

  private struct State {
    var sight = Sight()
    var wish = Wish.watch
    var isCalm = false
    var failure: CaptureError?
    /// Whether the frames carry times of the kernel's monotonic clock.
    var hasMonotonicTimes = false
  }

  private let state = Mutex(State())
  private let changed = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)

  init(_ source: SourceChoice, _ configuration: Receiver.Configuration) {
    DispatchQueue(label: "lookout").async { [self] in
      watch(source, configuration)
      finished.signal()
    }
  }

  /// Whether times of the source are times of the kernel's monotonic clock, as a camera's are.
  var hasMonotonicTimes: Bool { state.withLock { $0.hasMonotonicTimes } }

  /// Takes what was seen since the last call; waits for something to be seen, but not for long.
  ///
  /// - Throws: A ``Failure`` when the source has failed.
  func look() throws(Failure) -> Sight {
    _ = changed.wait(timeout: .now() + .milliseconds(100))
    if let failure = state.withLock({ $0.failure }) { throw Failure(failure) }
    return takeSight()
  }

  /// Waits until the scene is known as it is without the message.
  ///
  /// - Throws: A ``Failure`` when the source fails, or nothing comes of it for long; ``Interrupted``.
  func waitUntilCalm() throws {
    let end = ContinuousClock.now + .seconds(20)
    while true {
      try Interruption.check()
      let (isCalm, isOver, failure) = state.withLock { ($0.isCalm, $0.sight.isOver, $0.failure) }
      if let failure { throw Failure(failure) }
      if isCalm { return }
      guard !isOver, .now < end else {
        throw Failure(
          .unavailable, "the camera delivers no picture; check it with aldis monitor")
      }
      _ = changed.wait(timeout: .now() + .milliseconds(100))
    }
  }

  /// Waits until `seconds` of the source's time have gone by, or it is over; not much longer than they take.
  func wait(seconds: Double) throws {
    let begin = state.withLock { $0.sight.time }
    let end = ContinuousClock.now + .seconds(seconds + 5)
    while state.withLock({ !$0.sight.isOver && $0.sight.time < begin + seconds }), .now < end {
      try Interruption.check()
      _ = changed.wait(timeout: .now() + .milliseconds(100))
    }
  }

  /// Decides what is still undecided, takes it, and looks away.
  func conclude() -> Sight {
    state.withLock { $0.wish = .conclude }
    while state.withLock({ $0.wish == .conclude && !$0.sight.isOver }) {
      _ = changed.wait(timeout: .now() + .milliseconds(100))
    }
    return takeSight()
  }

  /// Looks again, and begins anew.
  func lookAgain() {
    state.withLock { state in
      state.sight.events = []
      state.isCalm = false
      state.wish = .watch
    }
  }

  /// Ends it; the camera has its user's settings back.
  func stop() {
    state.withLock { $0.wish = .end }
    _ = finished.wait(timeout: .now() + .seconds(3))
  }

  private func takeSight() -> Sight {
    state.withLock { state in
      defer { state.sight.events = [] }
      return state.sight
    }
  }

  // MARK: The thread

  private func watch(_ source: SourceChoice, _ configuration: Receiver.Configuration) {
    let thread = CaptureThread(open: source.open)
    defer { thread.stop() }
    var isOver = false
    while !isOver {
      let session = Session(name: source.name, queue: thread.queue, configuration: configuration) {
        self.keep($0)
      }
      var grid = LumaGrid(width: 1, height: 1)
      var measurement = SceneMeasurement()
      while session.outcome == nil, state.withLock({ $0.wish == .watch }) {
        session.drain(
          within: .milliseconds(50),
          measure: { frame, deliver in
            measurement.measure(frame, into: &grid)
            deliver(grid)
            let time = grid.timestamp.seconds
            state.withLock { $0.sight.time = time }
          }, drain: { _ in })
        if let info = session.snapshot.source.info {
          state.withLock { $0.hasMonotonicTimes = info.isLive && info.clock == .source }
        }
        changed.signal()
      }
      session.finish()
      state.withLock { if $0.wish == .conclude { $0.wish = .lookAway } }
      changed.signal()
      while session.outcome == nil, state.withLock({ $0.wish == .lookAway }) {
        session.drain(within: .milliseconds(50), measure: { _, _ in }, drain: { _ in })
      }
      isOver = session.outcome != nil || state.withLock { $0.wish == .end }
      if case .failed(let error) = session.outcome { state.withLock { $0.failure = error } }
    }
    state.withLock { $0.sight.isOver = true }
    changed.signal()
  }

  private func keep(_ event: MonitorEvent) {
    state.withLock { state in
      switch event {
      case .light, .character, .word, .torchFound, .torchLost:
        if state.sight.events.count < Self.mostEvents { state.sight.events.append(event) }
      case .calibration(let progress, _):
        if progress >= 1 { state.isCalm = true }
      default:
        break
      }
    }
  }

  /// Far more than the longest message makes; what comes beyond is noise.
  private static let mostEvents = 1_000_000
}
