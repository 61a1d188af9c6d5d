import Capture
import Dispatch
import Foundation
import Graphics
import Interface
import Light
import Luma
import Monitor
import Morse
import Typesetting

/// The monitor in its window: frames are measured where GL is, on the main thread, and a scene is drawn when something
/// changed.
final class WindowedMonitor {
  private let window: MonitorWindow
  private let events: EventSink
  private let recorder: GridRecorder?
  private let reading: ReadingOptions
  /// When to stop; `nil` runs until the user ends it.
  private let deadline: ContinuousClock.Instant?
  private let request: CameraRequest
  /// In points.
  private let firstSize: (width: Int, height: Int)

  // What is being read; another choice replaces all of it.
  private var source: SourceChoice
  private var thread: CaptureThread
  private var luma: LumaPass
  private(set) var session: Session
  /// The user chose it in the window: what is wrong with it is told there.
  private var isChosenHere = false
  /// Sources that are being closed; a device may take its time.
  private let closing = DispatchGroup()

  private var alphabet: AlphabetChoice
  private var textFile = TextFile()
  private let inquiries: Inquiries

  init(
    _ window: MonitorWindow, _ source: SourceChoice, _ events: EventSink, _ recorder: GridRecorder?,
    _ reading: ReadingOptions, request: CameraRequest, deadline: ContinuousClock.Instant?
  ) {
    (self.window, self.source, self.events, self.reading) = (window, source, events, reading)
    self.recorder = recorder
    (self.request, self.deadline) = (request, deadline)
    alphabet = reading.alphabet
    firstSize = window.size
    let waker = window.waker
    inquiries = Inquiries { waker.wake() }
    luma = LumaPass(window.context)
    (thread, session) = Self.open(source, for: window, reading.receiver(pace: .live), events, recorder)
    window.choices = Choices(
      alphabets: ["auto"] + Alphabet.all.map(\.name), alphabet: "\(alphabet)", textPath: textFile.path)
  }

  private static func open(
    _ source: SourceChoice, for window: MonitorWindow, _ configuration: Receiver.Configuration,
    _ events: EventSink, _ recorder: GridRecorder? = nil
  ) -> (CaptureThread, Session) {
    let waker = window.waker
    let thread = CaptureThread(
      recovery: source.comesBack ? .reopen : .none, pace: .timestamps, wake: { waker.wake() },
      open: source.open)
    return (
      thread,
      Session(
        name: source.name, queue: thread.queue, configuration: configuration, record: recorder?.receive,
        report: events.receive)
    )
  }

  /// Whether a source that is away may still come: a camera is plugged in, a recording stays missing.
  var waitsForSource: Bool { source.comesBack || isChosenHere }

  /// Runs until the user ends it or the time is over.
  ///
  /// - Throws: A ``Failure`` for a recording that cannot be opened; a camera that is away is waited for.
  func run() throws {
    // The capture thread wakes the window at each frame; the time is for signals and the deadline.
    while !Interruption.isRequested, !isOver {
      for command in window.commands(timeout: 0.1) {
        if command == .quit { return }
        try perform(command)
      }
      session.measure(with: luma)
      if case .failed(let error) = session.outcome, session.frameCount == 0, !waitsForSource {
        throw Failure(error)
      }
      takeAnswers()
      try window.draw(session.snapshot, frame: luma.pictureCount, preview: preview)
      try events.check()
      try recorder?.check()
    }
  }

  /// What the user changed for the next start too; `nil` where that is nothing.
  func changes(to state: WindowState) -> WindowState? {
    var next = state
    if !window.isFullscreen, window.size != firstSize {
      (next.width, next.height) = (window.size.width, window.size.height)
    }
    if isChosenHere, case .camera(let path, _) = source { next.camera = path }
    if session.snapshot.sensitivity != reading.sensitivity {
      next.sensitivity = session.snapshot.sensitivity.value
    }
    return next == state ? nil : next
  }

  /// Lets go of every source: cameras have their user's settings back.
  func close() {
    thread.stop()
    _ = closing.wait(timeout: .now() + .seconds(3))
  }

  /// Saves what the window shows.
  func saveScreenshot(_ path: String) throws {
    try savePicture(try window.screenshot(of: session.snapshot, preview: preview), to: path)
  }

  private var isOver: Bool { deadline.map { $0 <= .now } ?? false }

  private func preview(_ area: PixelRectangle) throws(GraphicsError) {
    try luma.drawPreview(session.preview(in: area))
  }

  private func perform(_ command: Command) throws {
    switch command {
    case .freeze:
      session.setFrozen(!session.snapshot.isFrozen)
      luma.isPictureHeld = session.snapshot.isFrozen
    case .calibrate: session.recalibrate()
    case .moreSensitive: session.setSensitivity(session.snapshot.sensitivity.stepped(by: 0.05))
    case .lessSensitive: session.setSensitivity(session.snapshot.sensitivity.stepped(by: -0.05))
    case .sensitivity(let value): session.setSensitivity(.manual(min(max(value, 0), 1)))
    case .automaticSensitivity: session.setSensitivity(.automatic)
    case .alphabet(let name): choose(alphabet: name)
    case .open(let path): watch(.recording(RecordingPaths.absolute(path)))
    case .camera(let path): watch(.camera(path, request))
    case .demo: watch(.demo(repeats: true))
    case .lookForCameras: inquiries.lookForCameras()
    case .lookForFiles(let typed): inquiries.lookForFiles(continuing: typed)
    case .copyText: copyText()
    case .saveText(let path): saveText(to: path)
    case .clearText: session.clearText()
    case .screenshot: saveTimedScreenshot(of: session) { try saveScreenshot($0) }
    case .stepBack, .stepForward, .set, .resetValues, .writeValues: break
    case .divideLeft, .divideRight, .fullscreen, .help, .quit: break
    case .chooseSource, .chooseAlphabet, .chooseTextFile: break
    }
  }

  private func takeAnswers() {
    let answers = inquiries.takeAnswers()
    if let cameras = answers.cameras { window.choices.cameras = cameras }
    if let files = answers.files { window.choices.files = files }
    if let notice = answers.notice { session.show(notice) }
  }

  // MARK: What is read

  /// Reads another source from now on, with the settings at hand. A recording of grids is of the first one alone.
  private func watch(_ next: SourceChoice) {
    session.finish()
    let last = thread
    DispatchQueue.global().async(group: closing) { last.stop() }
    var configuration = reading.receiver(pace: .live)
    configuration.light.sensitivity = session.snapshot.sensitivity
    configuration.copying.alphabet = alphabet
    configuration.decoder.alphabet = configuration.copying.decodingAlphabet
    source = next
    isChosenHere = true
    luma = LumaPass(window.context)
    (thread, session) = Self.open(next, for: window, configuration, events)
  }

  private func choose(alphabet name: String) {
    guard let choice = try? AlphabetChoice.named(name) else { return }
    alphabet = choice
    session.setAlphabet(choice)
    window.choices.alphabet = name
  }

  // MARK: The text

  private func copyText() {
    let text = session.snapshot.text
    guard !text.isEmpty else { return session.show(Notice(.information, "There is no text to copy yet.")) }
    window.copy(text)
    session.show(Notice(.information, "Copied."))
  }

  private func saveText(to path: String) {
    inquiries.save(textFile.saving(session.snapshot.text, to: path))
    window.choices.textPath = textFile.path
  }
}

/// Saves a picture under the time of day, and says where.
func saveTimedScreenshot(of session: Session, _ save: (String) throws -> Void) {
  let path = timedName(endingIn: "png")
  do {
    try save(path)
    session.show(Notice(.information, "Saved \(path)"))
  } catch {
    session.show(Notice(.error, (error as? Failure)?.message ?? "\(error)"))
  }
}

/// Writes a picture as PNG.
func savePicture(_ picture: Bitmap, to path: String) throws(Failure) {
  do {
    try picture.writePNG(to: path)
  } catch {
    throw Failure(.io, "cannot write \(path): \(error)")
  }
}

extension Session {
  /// Measures every waiting frame by `luma`, and keeps what it tells of itself.
  func measure(with luma: LumaPass, within timeout: Duration = .zero) {
    drain(
      within: timeout,
      measure: { frame, deliver in luma.measure(frame, preview: .colour) { grid in deliver(grid) } },
      drain: { deliver in luma.drain { grid in deliver(grid) } })
    note(luma.verification.map(Status.Measurement.init), milliseconds: luma.times.mean.total)
  }

  /// The newest picture, upright.
  func preview(in area: PixelRectangle) -> PreviewView {
    PreviewView(viewport: area, quarterTurns: snapshot.source.info?.quarterTurns ?? 0, isSmooth: true)
  }
}

extension Status.Measurement {
  fileprivate init(_ verification: Verification) {
    self =
      switch verification {
      case .verified(let renderer): .verified(renderer: renderer)
      case .twin(let reason): .twin(reason: "\(reason)")
      }
  }
}

extension Sensitivity {
  /// A little more or less; from automatic, beginning at the middle.
  fileprivate func stepped(by step: Double) -> Sensitivity {
    switch self {
    case .automatic: .manual(0.5 + step)
    case .manual(let value): .manual(min(max(value + step, 0), 1))
    }
  }
}
