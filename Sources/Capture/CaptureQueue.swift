import DequeModule
import Dispatch
import Frames
import Synchronization

/// A report of the capture thread to the thread that measures.
public enum CaptureReport: ~Copyable, Sendable {
  /// Frames follow. Repeated when the information changes.
  case streaming(SourceInfo)
  case frame(Frame)
  case lost(FramesLost)
  /// The user has sought another moment of a recording: the next frame does not follow the last one in time.
  case sought(SourceInfo)
  /// The regular end. Only `sought` may follow.
  case ended
  /// The stream failed. Nothing follows, or `streaming` if the thread reopens its source.
  case failed(CaptureError)
}

/// The bounded queue between the capture thread and the thread that measures. It holds lent frames, so its capacity must leave
/// a camera buffers to fill.
///
/// When it is full, a recording waits, and a live source loses the frame: its buffer is released at once, and the loss is
/// counted and reported as ``FramesLost/Cause/overload`` before the next report.
public final class CaptureQueue: Sendable {
  private struct Entry: ~Copyable, Sendable {
    /// Frames lost since the previous report; reported before this one.
    var overload: FramesLost?
    var report: CaptureReport
  }

  private struct State: ~Copyable, Sendable {
    var entries = UniqueDeque<Entry>()
    /// Frames lost since the last report.
    var overload: FramesLost?
    var isClosed = false
  }

  private let state = Mutex(State())
  private let freeSlots: DispatchSemaphore
  private let filledSlots = DispatchSemaphore(value: 0)

  /// - Parameter capacity: The most reports in the queue, of all kinds.
  public init(capacity: Int = 6) {
    freeSlots = .withSlots(capacity)
  }

  /// Adds a report, waiting for room.
  ///
  /// - Returns: `false` if the queue is closed; the report is then dropped, and a frame in it is returned.
  func put(_ report: consuming CaptureReport) -> Bool {
    freeSlots.wait()
    return append(report)
  }

  /// Adds a frame if there is room, else returns it to its lender and counts it as lost.
  ///
  /// - Returns: `false` when the queue is closed.
  func putLive(_ frame: consuming Frame) -> Bool {
    if freeSlots.wait(timeout: .now()) == .success {
      return append(.frame(frame))
    }
    let time = frame.timestamp
    return state.withLock { state in
      state.overload = FramesLost(
        count: (state.overload?.count ?? 0) + 1, cause: .overload, time: time)
      return !state.isClosed
    }
  }

  private func append(_ report: consuming CaptureReport) -> Bool {
    // Swift does not let a closure consume its capture, so the report is passed in an optional.
    var arriving: CaptureReport? = report
    let isOpen = state.withLock { state in
      guard !state.isClosed else { return false }
      if let report = arriving.take() {
        state.entries.append(Entry(overload: state.overload.take(), report: report))
      }
      return true
    }
    (isOpen ? filledSlots : freeSlots).signal()
    return isOpen
  }

  /// The oldest report, waiting up to `timeout` for one.
  public func next(within timeout: Duration = .zero) -> CaptureReport? {
    guard filledSlots.wait(timeout: .now() + timeout.dispatchInterval) == .success else { return nil }
    let overload = state.withLock { state in
      state.entries.isEmpty ? nil : state.entries[0].overload.take()
    }
    if let overload {
      // The report that follows it stays in the queue.
      filledSlots.signal()
      return .lost(overload)
    }
    let report: CaptureReport? = state.withLock { state in
      guard let entry = state.entries.popFirst() else { return nil }
      return entry.report
    }
    freeSlots.signal()
    return report
  }

  /// Returns every waiting frame and accepts no more. A thread that waits for room continues at once.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.entries.removeAll()
    }
    freeSlots.signal()
  }
}

extension DispatchSemaphore {
  /// A semaphore with `count` free slots.
  package static func withSlots(_ count: Int) -> DispatchSemaphore {
    // Counted up from zero, because Dispatch traps if a semaphore is released while it is below its initial value.
    let semaphore = DispatchSemaphore(value: 0)
    for _ in 0..<count { semaphore.signal() }
    return semaphore
  }
}

extension Duration {
  /// The duration for Dispatch, to the nanosecond. Durations here are far below the 292 years that would overflow.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
