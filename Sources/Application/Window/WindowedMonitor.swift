import Capture
import Dispatch
import Frames
import Graphics
import Interface
import Light
import Localization
import Monitor
import Morse

/// The monitor in its window. Frames are measured on the main thread, which has the GL context. A scene is drawn when something
/// has changed.
final class WindowedMonitor {
  private let window: MonitorWindow
  private let files: MonitorFiles
  /// Recordings of the command line. They are offered until the user types a path.
  private let offered: [String]
  private let reading: ReadingChoices
  /// The end of the run; with `nil` it runs until the user ends it.
  private let deadline: ContinuousClock.Instant?
  private let request: CameraRequest
  /// The size at the start, in points.
  private let firstSize: (width: Int, height: Int)
  private let firstTheme: Theme
  private let firstSpeed: Double
  private let firstLock: Double?

  private var pipeline: SourcePipeline
  /// Sources that are being closed.
  private let closing = DispatchGroup()
  private var alphabet: AlphabetChoice
  private var textFile = TextFile()
  /// The text that was saved last.
  private var savedText: String?
  private let queries: WindowQueries
  private var service = ServiceManager()
  private var noticeTimeout = NoticeTimeout()
  private var demo = DemoNotice()
  private let sending: WindowSending

  init(
    _ window: MonitorWindow, _ source: SourceChoice, offering offered: [String], _ files: MonitorFiles,
    _ reading: ReadingChoices, request: CameraRequest,
    deadline: ContinuousClock.Instant?
  ) {
    self.offered = offered
    (self.window, self.files, self.reading) = (window, files, reading)
    (self.request, self.deadline) = (request, deadline)
    alphabet = reading.alphabet
    (firstSize, firstTheme, firstSpeed) = (window.size, window.theme, window.compose.wordsPerMinute)
    firstLock = reading.wordsPerMinute
    sending = WindowSending(window.waker)
    queries = WindowQueries(wake: window.waker.wake)
    pipeline = SourcePipeline(source, in: window, reading.receiver(pace: .live), files)
    window.choices = Choices(
      alphabets: ["auto"] + Alphabet.all.map(\.name), alphabet: "\(alphabet)", textPath: textFile.path)
  }

  var session: Session { pipeline.session }

  private var words: Wording { Wording(window.language) }

  var waitsForSource: Bool { pipeline.waitsForSource }

  /// Runs until the user ends it or the time is over.
  ///
  /// - Throws: A `CaptureError` for a recording that cannot be opened. If a camera is missing, the run waits for it.
  func run() throws {
    var canDraw = true
    // The capture thread wakes the window at each frame. The timeout is needed for signals and the deadline.
    while !Interruption.isRequested, !isOver {
      let mustSuspend = Interruption.takeSuspendRequest()
      if mustSuspend { sending.close() }
      for command in window.commands(timeout: canDraw ? min(0.1, sending.secondsToNextPicture()) : 0.1) {
        if command == .quit || command == .leave && !hasUnsavedWork { return }
        perform(command)
      }
      session.measure(with: pipeline.luma)
      pipeline.applyCoaching()
      if let failure = pipeline.failure { throw failure }
      takeAnswers()
      demo.update(session.snapshot.source)
      window.choices.canLockExposure = pipeline.canLockExposure
      window.choices.isCoaching = session.isCoaching
      window.choices.isRecording = files.recorder != nil
      noteSending()
      canDraw = window.recover(pipeline.move)
      if canDraw {
        if sending.allowsPicture { try draw() }
        service?.keepAlive()
      }
      if noticeTimeout.isOver(session.snapshot.notice) { session.show(nil) }
      for change in try files.update(session) { session.show(change.notice(words)) }
      // By now the window's lamp is drawn dark.
      if mustSuspend { Interruption.suspend() }
    }
  }

  private func draw() throws {
    window.compose.isLit = sending.isLit()
    let isShown = try window.draw(
      session.snapshot, frame: pipeline.luma.pictureCount, evenIfUnchanged: sending.wantsPictures,
      preview: pipeline.preview)
    if isShown { sending.noteShown() }
  }

  /// Starts or ends a recording of grids.
  private func toggleRecording() {
    if files.recorder != nil { return endRecording() }
    let path = timedName(endingIn: "grid")
    do {
      try files.record(session, to: path)
      session.inform(words.translate("Recording to \(RecordingPaths.shown(path))"))
    } catch {
      session.show(error, words)
    }
  }

  private func endRecording() {
    do {
      try files.endRecording(of: session)
      session.inform(words.translate("Recorded."))
    } catch {
      session.show(error, words)
    }
  }

  /// The state for the next start; `nil` if the user changed nothing.
  func changes(to state: WindowState) -> WindowState? {
    var next = state
    if !window.isFullscreen, window.size != firstSize {
      (next.width, next.height) = (window.size.width, window.size.height)
    }
    if pipeline.isChosenInWindow, case .camera(let path, _) = pipeline.source { next.camera = path }
    if session.snapshot.sensitivity != reading.sensitivity {
      next.sensitivity = session.snapshot.sensitivity.value
    }
    if session.snapshot.speedLock != firstLock {
      let range = ReadingChoices.speeds
      next.speedLock = session.snapshot.speedLock.map { min(max($0, range.lowerBound), range.upperBound) }
    }
    if window.textScale != state.textScale ?? 1 { next.textScale = window.textScale }
    if window.theme != firstTheme { next.theme = window.theme.name }
    if window.compose.wordsPerMinute != firstSpeed { next.sendingSpeed = window.compose.wordsPerMinute }
    return next == state ? nil : next
  }

  /// Closes all sources, so that cameras get their user's settings back.
  func close() {
    service?.reportEnd()
    sending.close()
    pipeline.stop()
    _ = closing.wait(timeout: .now() + .seconds(3))
  }

  func saveScreenshot(_ path: String) throws {
    try savePicture(try window.screenshot(of: session.snapshot, preview: pipeline.preview), to: path)
  }

  private var isOver: Bool { deadline.map { $0 <= .now } ?? false }

  private func perform(_ command: Command) {
    switch command {
    case .freeze: pipeline.togglePause()
    case .left: pipeline.skip(by: -5)
    case .right: pipeline.skip(by: 5)
    case .seek(let seconds): pipeline.seek(to: seconds)
    case .watchRegion(let area): session.watch(area)
    case .nextExposure: pipeline.nextExposure()
    case .lockSpeed:
      session.setSpeedLock(
        session.snapshot.speedLock == nil ? session.snapshot.status.wordsPerMinute : nil)
    case .trace(let torch): session.trace(torch)
    case .traceNext: session.traceNext()
    case .record: toggleRecording()
    case .calibrate: pipeline.recalibrate()
    case .moreSensitive: session.setSensitivity(session.snapshot.sensitivity.stepped(by: 0.05))
    case .lessSensitive: session.setSensitivity(session.snapshot.sensitivity.stepped(by: -0.05))
    case .sensitivity(let value): session.setSensitivity(.manual(min(max(value, 0), 1)))
    case .automaticSensitivity: session.setSensitivity(.automatic)
    case .alphabet(let name): choose(alphabet: name)
    case .open(let path): read(.recording(RecordingPaths.absolute(path)))
    case .camera(let path): read(.camera(path, request))
    case .demo: read(.demo(repeats: true))
    case .findCameras: queries.findCameras()
    case .findFiles("") where offered.count > 1: window.choices.files = offered
    case .findFiles(let typed): queries.findFiles(continuing: typed)
    case .copyText: copyText()
    case .saveText(let path): saveText(to: path)
    case .clearText: clearText()
    case .restoreText: session.restoreText()
    case .leave:
      session.inform(words.translate("The text is not saved. \(words.key(.quit)) ends Aldis."))
    case .send(let text, let leavesOut): send(text, leavesOut: leavesOut)
    case .stopSending: sending.stop()
    case .sendingSpeed(let speed): window.compose.wordsPerMinute = speed
    case .sendingLamp(let lamp): if window.compose.sending == nil { window.compose.lamp = lamp }
    case .screenshot: saveTimedScreenshot(of: session, words) { try saveScreenshot($0) }
    case .stepBack, .stepForward, .set, .resetValues, .writeValues, .nextTarget: break
    case .wholePicture, .steady, .zoomIn, .zoomOut, .pan, .larger, .smaller, .standardSize: break
    case .nextTheme, .fullscreen, .help, .quit, .compose: break
    case .chooseSource, .chooseAlphabet: break
    // If there is text, the window asks for a file and does not send this command.
    case .chooseTextFile: session.inform(words.translate("There is no text yet."))
    }
  }

  private func send(_ text: String, leavesOut: Bool) {
    let compose = window.compose
    let message = OutgoingMessage(text: text, alphabet: alphabet, skipsUnknown: leavesOut)
    let torch: TorchChoice? =
      if case .other(let name) = compose.lamp { try? TorchChoice.named(name) } else { nil }
    sending.send(message, compose.timing, on: torch, refreshRate: window.refreshRate)
  }

  /// Shows the progress of sending, and notes the message as the program's own signal, which a camera may see.
  private func noteSending() {
    let state = sending.takeState()
    window.compose.sending = state.sending
    window.compose.fault = state.fault.map(words.message(for:))
    if let status = state.status, let line = status.text(of: LocalizedText("the remote light")) {
      session.show(Notice(status == .connected ? .information : .warning, words.sentence(line)))
    }
    if state.sending == nil { window.compose.refreshRate = window.refreshRate }
    // Sources other than cameras do not see this light, and have another time axis.
    guard pipeline.source.isCamera else { return }
    if let started = state.started { session.noteOwnSignal(started.keying, start: started.start) }
  }

  private func takeAnswers() {
    let answers = queries.takeAnswers()
    if let cameras = answers.cameras { window.choices.cameras = cameras }
    if let files = answers.files { window.choices.files = files }
    if let notice = answers.notice { session.show(notice) }
  }

  /// Reads another source with the present settings. This ends a recording of grids.
  private func read(_ next: SourceChoice) {
    if files.recorder != nil { endRecording() }
    session.finish()
    pipeline.stop(in: closing)
    var reading = reading
    reading.wordsPerMinute = session.snapshot.speedLock
    var configuration = reading.receiver(pace: .live)
    configuration.light.sensitivity = session.snapshot.sensitivity
    configuration.copying.alphabet = alphabet
    configuration.decoder.alphabet = configuration.copying.decodingAlphabet
    pipeline = SourcePipeline(next, in: window, configuration, files, isChosenInWindow: true)
  }

  private func choose(alphabet name: String) {
    guard let choice = try? AlphabetChoice.named(name) else { return }
    alphabet = choice
    session.setAlphabet(choice)
    window.choices.alphabet = name
  }

  private func copyText() {
    let text = session.snapshot.text
    guard !text.isEmpty else {
      return session.inform(words.translate("There is no text yet."))
    }
    window.copy(text)
    session.inform(words.translate("Copied."))
  }

  private func clearText() {
    guard !session.snapshot.text.isEmpty else { return }
    session.clearText()
    session.inform(words.translate("Cleared. \(words.key(.restoreText)) brings the text back."))
  }

  /// Whether ending the program would lose text or a recording.
  private var hasUnsavedWork: Bool {
    let text = session.snapshot.text
    return !text.isEmpty && text != savedText || files.recorder != nil
  }

  private func saveText(to path: String) {
    savedText = session.snapshot.text
    queries.save(textFile.saveRequest(session.snapshot.text, to: path, words))
    window.choices.textPath = textFile.path
  }
}

extension Sensitivity {
  /// The sensitivity changed by `step`. Automatic counts as the middle.
  fileprivate func stepped(by step: Double) -> Sensitivity {
    switch self {
    case .automatic: .manual(0.5 + step)
    case .manual(let value): .manual(min(max(value + step, 0), 1))
    }
  }
}
