import Capture
import Luma
import Monitor

/// The monitor without a window: it turns frames into text and events.
///
/// The CPU reference measures. Without a preview, frames would be uploaded to the GPU for the measurement only.
struct HeadlessMonitor {
  let source: SourceChoice
  let thread: CaptureThread
  let session: Session
  let files: MonitorFiles
  /// The end of the run; with `nil` it runs to the end of the frames.
  var deadline: ContinuousClock.Instant?
  /// A line for standard error, printed after the first frame. It is not printed if the source fails before.
  var notice: String?

  /// Whether the source is a camera that has delivered frames. If such a camera is gone, the run waits for it.
  var waitsForSource: Bool { source.isCamera && session.frameCount > 0 }

  /// Runs until the frames end, the time is over, or the user interrupts.
  ///
  /// - Parameter picture: The picture for a screenshot at the end, if the user wants one. Its pass then measures, not the CPU
  ///   reference.
  func run(measuringWith picture: OffscreenPicture?) throws {
    var measurement = SceneMeasurement()
    var reported: String?
    var (demo, notice) = (DemoNotice(), notice)
    var lastOutcome: Session.Outcome?
    while session.outcome == nil || waitsForSource, !Interruption.isRequested, !isOver {
      if let picture {
        session.measure(with: picture.luma, within: Self.timeout)
      } else {
        try session.drain(within: Self.timeout) { frame, deliver in deliver(measurement.measure(frame)) }
      }
      if session.frameCount > 0, let line = notice.take() { say(line) }
      demo.update(session.snapshot.source)
      if session.outcome != lastOutcome {
        lastOutcome = session.outcome
        if case .failed(let error) = lastOutcome, waitsForSource { say(error.message) }
      }
      if let exposure = session.takeExposure() { thread.setExposure(exposure) }
      if let report = session.coachReport, report.message != reported {
        reported = report.message
        say(report.message)
      }
      for change in try files.update(session) { say(change.message) }
    }
  }

  /// Longest time until the loop notices a signal or the deadline.
  private static let timeout = Duration.milliseconds(50)

  private var isOver: Bool { deadline.map { $0 <= .now } ?? false }
}
