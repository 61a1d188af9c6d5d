import Capture
import Dispatch
import Frames
import Graphics
import Interface
import Luma
import Monitor

/// A source that is read in a window, with the thread that captures it, the pass that measures its frames, and the session that
/// decodes them. Another source gets another pipeline.
final class SourcePipeline {
  let source: SourceChoice
  /// Whether the user chose the source in the window. Then its errors are shown there.
  let isChosenInWindow: Bool
  let luma: LumaPass
  let session: Session
  private let thread: CaptureThread
  /// The moment to which the user seeks, until it is shown.
  private var seekTarget: (to: Timestamp, from: Timestamp?)?

  /// - Parameter open: Opens the source; with `nil` it is opened by its name.
  init(
    _ source: SourceChoice, in window: MonitorWindow, _ configuration: Receiver.Configuration,
    _ files: MonitorFiles, isChosenInWindow: Bool = false,
    open: (@Sendable () throws(CaptureError) -> any FrameSource)? = nil
  ) {
    self.source = source
    self.isChosenInWindow = isChosenInWindow
    thread = CaptureThread(
      recovery: source.recovery, pace: .timestamps, wake: window.waker.wake, open: open ?? source.play)
    luma = LumaPass(window.context, backgroundDifferences: .faster)
    session = Session(
      name: source.name, queue: thread.queue, configuration: configuration,
      record: files.recorder?.receive, report: files.events.receive)
    if let request = source.request { session.setCoaching(request.exposure == .coach) }
  }

  /// Whether the window stays open while the source is missing: a camera can be plugged in, and the user can choose another
  /// source.
  var waitsForSource: Bool { source.isCamera || isChosenInWindow }

  /// The error that ended the source before its first frame, unless the window waits for the source.
  var failure: CaptureError? {
    guard case .failed(let error) = session.outcome, session.frameCount == 0, !waitsForSource else {
      return nil
    }
    return error
  }

  /// Pauses or continues a recording. A recording that has ended continues from its beginning. For a camera it freezes or
  /// continues the picture, while the reading continues.
  func togglePause() {
    guard let info = session.snapshot.source.info else { return }
    if info.isLive {
      session.setFrozen(!session.snapshot.isFrozen)
      luma.isPictureHeld = session.snapshot.isFrozen
    } else if session.snapshot.source.hasEnded {
      setPaused(false)
      seek(to: 0)
    } else {
      setPaused(!session.snapshot.isPaused)
    }
  }

  /// Whether the camera's exposure can be set.
  var canLockExposure: Bool {
    guard source.isCamera, let info = session.snapshot.source.info else { return false }
    return info.exposure != .unknown
  }

  /// Changes from automatic to locked to coached exposure, and back.
  func nextExposure() {
    guard canLockExposure else { return }
    let isLocked = if case .locked = session.snapshot.source.info?.exposure { true } else { false }
    let mode: ExposureMode = session.isCoaching ? .auto : isLocked ? .coach : .lock
    session.setCoaching(mode == .coach)
    thread.setExposure(mode)
  }

  /// Sets the exposure that coaching requests, if there is a request.
  func applyCoaching() {
    if let exposure = session.takeExposure() { thread.setExposure(exposure) }
  }

  /// Averages the background again: the background of tiles and the background of pixels.
  func recalibrate() {
    luma.recalibrate()
    session.recalibrate()
  }

  private func setPaused(_ isPaused: Bool) {
    session.setPaused(isPaused)
    thread.setPaused(isPaused)
  }

  /// Seeks to `seconds` after the beginning of a recording. A paused recording stays paused, and shows the frame at that moment.
  func seek(to seconds: Double) {
    guard let span = session.snapshot.source.info?.span else { return }
    let time = max(span.lowerBound, min(span.lowerBound + seconds, span.upperBound))
    seekTarget = (time, session.snapshot.position)
    thread.seek(to: time)
  }

  /// Seeks `seconds` forward from the present moment, or from the target of a seek that is still under way.
  func skip(by seconds: Double) {
    guard let span = session.snapshot.source.info?.span else { return }
    if let seekTarget, seekTarget.from != session.snapshot.position { self.seekTarget = nil }
    let end = session.snapshot.source.hasEnded ? span.upperBound : nil
    guard let position = seekTarget?.to ?? end ?? session.snapshot.position else { return }
    seek(to: position + seconds - span.lowerBound)
  }

  func preview(_ place: Stage.PicturePlace) throws(GraphicsError) {
    try luma.drawPreview(session.preview(in: place))
  }

  /// Continues in another context after a reset of the GPU. A frozen picture is lost. A paused recording reads its picture
  /// again.
  func move(to context: Context) {
    reportGPUReset()
    luma.move(to: context)
    session.setFrozen(false)
    if session.snapshot.isPaused, let position = session.snapshot.position { thread.seek(to: position) }
  }

  /// Closes the source, and waits until a camera has its user's settings back.
  func stop() { thread.stop() }

  /// Closes the source on another thread, in `group`, because a device may take seconds.
  func stop(in group: DispatchGroup) {
    DispatchQueue.global().async(group: group) { [thread] in thread.stop() }
  }
}
