import Capture
import Frames
import Luma
import Monitor

/// The monitor without a window: frames in, text and events out.
///
/// The CPU reference measures: without a preview, an upload to the GPU would only serve the measurement.
struct HeadlessMonitor {
  let source: SourceChoice
  let thread: CaptureThread
  let session: Session
  let files: MonitorFiles
  /// When to stop; `nil` runs to the end of the frames.
  var deadline: ContinuousClock.Instant?

  /// Whether the source is a camera that has delivered frames: if it is gone, it is waited for.
  var waitsForSource: Bool { source.comesBack && session.frameCount > 0 }

  /// Runs until the frames end, the time is over, or the user interrupts.
  ///
  /// - Parameter picture: Measures instead of the CPU reference, if a picture is wanted at the end.
  func run(measuringWith picture: OffscreenPicture?) throws {
    var grid = LumaGrid(width: 1, height: 1)
    var measurement = SceneMeasurement()
    var reported: String?
    var demo = DemoNotice()
    var lastOutcome: Session.Outcome?
    while session.outcome == nil || waitsForSource, !Interruption.isRequested, !isOver {
      if let picture {
        session.measure(with: picture.luma, within: Self.timeout)
      } else {
        try session.drain(within: Self.timeout) { frame, deliver in
          measurement.measure(frame, into: &grid)
          deliver(grid)
        }
      }
      demo.noteTurn(session.snapshot.source)
      if session.outcome != lastOutcome {
        lastOutcome = session.outcome
        if case .failed(let error) = lastOutcome, waitsForSource { say(error.message) }
      }
      if let exposure = session.takeExposure() { thread.setExposure(exposure) }
      if let report = session.coachReport, report.message != reported {
        reported = report.message
        say(report.message)
      }
      for change in try files.tend(session) { say(change.message) }
    }
  }

  /// The longest time until a signal or the deadline is noticed.
  private static let timeout = Duration.milliseconds(50)

  private var isOver: Bool { deadline.map { $0 <= .now } ?? false }
}
