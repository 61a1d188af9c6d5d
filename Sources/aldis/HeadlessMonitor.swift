import Capture
import Frames
import Luma
import Monitor

/// The monitor without a window: frames in, text and events out.
///
/// The CPU twin measures. Without a preview there is no upload to share, and reading each frame once where it lies is
/// the least that can be done.
struct HeadlessMonitor {
  let source: SourceChoice
  let thread: CaptureThread
  let session: Session
  let files: MonitorFiles
  /// When to stop; `nil` runs to the end of the frames.
  var deadline: ContinuousClock.Instant?

  /// Whether a camera that has delivered is away: it is waited for.
  var waitsForSource: Bool { source.comesBack && session.frameCount > 0 }

  /// Runs until the frames end, the time is over, or the user interrupts.
  ///
  /// - Parameter studio: Measures in place of the CPU twin where a picture is wanted at the end.
  func run(measuringWith studio: Studio?) throws {
    var grid = LumaGrid(width: 1, height: 1)
    var measurement = SceneMeasurement()
    var told: String?
    var demo = DemoNotice()
    var absence: Session.Outcome?
    while session.outcome == nil || waitsForSource, !Interruption.isRequested, !isOver {
      if let studio {
        session.measure(with: studio.luma, within: Self.patience)
      } else {
        try session.drain(within: Self.patience) { frame, deliver in
          measurement.measure(frame, into: &grid)
          deliver(grid)
        }
      }
      demo.noteTurn(session.snapshot.source)
      if session.outcome != absence {
        absence = session.outcome
        if case .failed(let error) = absence, waitsForSource { say(error.message) }
      }
      if let exposure = session.takeExposure() { thread.setExposure(exposure) }
      if let report = session.coachReport, report.message != told {
        told = report.message
        say(report.message)
      }
      for change in try files.tend(session) { say(change.message) }
    }
  }

  /// How soon a signal or the end of the time is noticed.
  private static let patience = Duration.milliseconds(50)

  private var isOver: Bool { deadline.map { $0 <= .now } ?? false }
}
