import Capture
import Frames
import Luma
import Monitor

/// The monitor without a window: frames in, text and events out.
///
/// The CPU twin measures. Without a preview there is no upload to share, and reading each frame once where it lies is
/// the least that can be done.
struct HeadlessMonitor {
  let session: Session
  let events: EventSink
  /// When to stop; `nil` runs to the end of the frames.
  var deadline: ContinuousClock.Instant?

  /// Runs until the frames end, the time is over, or the user interrupts.
  func run() throws {
    var grid = LumaGrid(width: 1, height: 1)
    while session.outcome == nil, !Interruption.isRequested, !isOver {
      try session.drain(
        within: .milliseconds(50),
        measure: { frame, deliver in
          CPULuma.measure(frame, into: &grid)
          deliver(grid)
        })
      try events.check()
    }
  }

  private var isOver: Bool { deadline.map { $0 <= .now } ?? false }
}
