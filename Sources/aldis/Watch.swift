import Capture
import Dispatch
import Frames
import Graphics
import Interface
import Luma
import Monitor

/// A source while it is watched in a window: the thread that reads it, the pass that measures its frames, and the
/// session that makes text of them. Another choice replaces all of it.
final class Watch {
  let source: SourceChoice
  /// The user chose it in the window: what is wrong with it is told there.
  let isChosenHere: Bool
  let luma: LumaPass
  let session: Session
  private let thread: CaptureThread
  /// The moment that is wanted, while it is not yet shown.
  private var heading: (to: Timestamp, from: Timestamp?)?

  /// - Parameter open: Opens it in another way than by its name.
  init(
    _ source: SourceChoice, in window: MonitorWindow, _ configuration: Receiver.Configuration,
    _ files: MonitorFiles, isChosenHere: Bool = false,
    open: (@Sendable () throws(CaptureError) -> any FrameSource)? = nil
  ) {
    self.source = source
    self.isChosenHere = isChosenHere
    let waker = window.waker
    thread = CaptureThread(
      recovery: source.recovery, pace: .timestamps, wake: { waker.wake() },
      open: open ?? source.play)
    luma = LumaPass(window.context, rises: .faster)
    session = Session(
      name: source.name, queue: thread.queue, configuration: configuration,
      record: files.recorder?.receive, report: files.events.receive)
    if let request = source.request { session.setCoaching(request.exposure == .coach) }
  }

  /// Whether it may still come where it is away: a camera is plugged in, a recording stays missing.
  var isWaitedFor: Bool { source.comesBack || isChosenHere }

  /// What kept it from showing anything at all, where nobody waits for it.
  var failure: CaptureError? {
    guard case .failed(let error) = session.outcome, session.frameCount == 0, !isWaitedFor else { return nil }
    return error
  }

  /// Holds a recording, or has it go on, from its beginning where it has ended. Of what is live the picture stands
  /// still, or goes on.
  func toggleHold() {
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

  /// Whether the camera lets its shutter be held.
  var canLockExposure: Bool {
    guard source.comesBack, let info = session.snapshot.source.info else { return false }
    return info.exposure != .unknown
  }

  /// The camera decides; the shutter is held as it is; it is led to what suits the lamp: one after the other.
  func nextExposure() {
    guard canLockExposure else { return }
    let isLocked = if case .locked = session.snapshot.source.info?.exposure { true } else { false }
    let mode: ExposureMode = session.isCoaching ? .auto : isLocked ? .coach : .lock
    session.setCoaching(mode == .coach)
    thread.setExposure(mode)
  }

  /// Tells the camera what the coach of its exposure wants.
  func coachExposure() {
    if let exposure = session.takeExposure() { thread.setExposure(exposure) }
  }

  /// Averages the calm scene anew, its tiles and its pixels.
  func recalibrate() {
    luma.recalibrate()
    session.recalibrate()
  }

  private func setPaused(_ isPaused: Bool) {
    session.setPaused(isPaused)
    thread.setPaused(isPaused)
  }

  /// Reads a recording on from so many seconds after its beginning.
  func seek(to seconds: Double) {
    guard let span = session.snapshot.source.info?.span else { return }
    let time = max(span.lowerBound, min(span.lowerBound + seconds, span.upperBound))
    heading = (time, session.snapshot.position)
    thread.seek(to: time)
  }

  /// Some seconds on from where it is, or is heading for.
  func skip(by seconds: Double) {
    guard let span = session.snapshot.source.info?.span else { return }
    if let heading, heading.from != session.snapshot.position { self.heading = nil }
    let end = session.snapshot.source.hasEnded ? span.upperBound : nil
    guard let position = heading?.to ?? end ?? session.snapshot.position else { return }
    seek(to: position + seconds - span.lowerBound)
  }

  func preview(_ place: Stage.PicturePlace) throws(GraphicsError) {
    try luma.drawPreview(session.preview(in: place))
  }

  /// Goes on with another context after a reset of the GPU. A picture that was held is gone; that of a recording is read
  /// once more.
  func move(to context: Context) {
    sayReset()
    luma.move(to: context)
    session.setFrozen(false)
    if session.snapshot.isPaused, let position = session.snapshot.position { thread.seek(to: position) }
  }

  /// Lets go of the source, and waits until a camera has its user's settings back.
  func stop() { thread.stop() }

  /// The same, on a thread that nobody waits for but `group`: a device may take its time.
  func stop(in group: DispatchGroup) {
    DispatchQueue.global().async(group: group) { [thread] in thread.stop() }
  }
}
