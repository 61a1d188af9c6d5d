import Capture
import Dispatch
import Frames
import Graphics
import Interface
import Light
import Monitor
import Morse

/// The monitor in its window: frames are measured where GL is, on the main thread, and a scene is drawn when something
/// changed.
final class WindowedMonitor {
  private let window: MonitorWindow
  private let files: MonitorFiles
  /// Recordings of the command line, to be chosen from until the user types a path.
  private let offered: [String]
  private let reading: ReadingOptions
  /// When to stop; `nil` runs until the user ends it.
  private let deadline: ContinuousClock.Instant?
  private let request: CameraRequest
  /// In points.
  private let firstSize: (width: Int, height: Int)
  private let firstTheme: Theme
  private let firstSpeed: Double
  private let firstLock: Double?

  private var watch: Watch
  /// Sources that are being let go of.
  private let closing = DispatchGroup()
  private var alphabet: AlphabetChoice
  private var textFile = TextFile()
  /// As it was saved last.
  private var savedText: String?
  private let inquiries: Inquiries
  private var service = ServiceManager()
  private var passing = PassingNotice()
  private var demo = DemoNotice()
  private let sending: WindowSending

  init(
    _ window: MonitorWindow, _ source: SourceChoice, offering offered: [String], _ files: MonitorFiles,
    _ reading: ReadingOptions, _ speed: SpeedOption, request: CameraRequest,
    deadline: ContinuousClock.Instant?
  ) {
    self.offered = offered
    (self.window, self.files, self.reading) = (window, files, reading)
    (self.request, self.deadline) = (request, deadline)
    alphabet = reading.alphabet
    (firstSize, firstTheme, firstSpeed) = (window.size, window.theme, window.compose.wordsPerMinute)
    firstLock = speed.wpm
    let waker = window.waker
    sending = WindowSending(waker)
    inquiries = Inquiries { waker.wake() }
    watch = Watch(
      source, in: window, reading.receiver(pace: .live, wpm: speed.wpm), files)
    window.choices = Choices(
      alphabets: ["auto"] + Alphabet.all.map(\.name), alphabet: "\(alphabet)", textPath: textFile.path)
  }

  var session: Session { watch.session }

  private var words: Wording { Wording(window.language) }

  var waitsForSource: Bool { watch.isWaitedFor }

  /// Runs until the user ends it or the time is over.
  ///
  /// - Throws: A `CaptureError` for a recording that cannot be opened; a camera that is away is waited for.
  func run() throws {
    var canDraw = true
    // The capture thread wakes the window at each frame; the time is for signals and the deadline.
    while !Interruption.isRequested, !isOver {
      let isToHold = Interruption.takeHold()
      if isToHold { sending.close() }
      for command in window.commands(timeout: canDraw ? min(0.1, sending.patience()) : 0.1) {
        if command == .quit || command == .leave && !wouldLose { return }
        perform(command)
      }
      session.measure(with: watch.luma)
      watch.coachExposure()
      if let failure = watch.failure { throw failure }
      takeAnswers()
      demo.noteTurn(session.snapshot.source)
      window.choices.canLockExposure = watch.canLockExposure
      window.choices.isCoaching = session.isCoaching
      window.choices.isRecording = files.recorder != nil
      noteSending()
      canDraw = window.recover(watch.move)
      if canDraw {
        if sending.allowsPicture { try draw() }
        service?.noteTurn()
      }
      if passing.isOver(session.snapshot.notice) { session.show(nil) }
      for change in try files.tend(session) { session.show(change.notice(words)) }
      // The window's lamp has been drawn dark.
      if isToHold { Interruption.hold() }
    }
  }

  private func draw() throws {
    window.compose.isLit = sending.isLit()
    let isShown = try window.draw(
      session.snapshot, frame: watch.luma.pictureCount, anew: sending.wantsPictures, preview: watch.preview)
    if isShown { sending.noteShown() }
  }

  /// Keeps what is measured from now on, or no longer.
  private func toggleRecording() {
    if files.recorder != nil { return endRecording() }
    let path = timedName(endingIn: "grid")
    do {
      try files.record(session, to: path)
      session.show(Notice(.information, words.recording(to: RecordingPaths.shown(path))))
    } catch {
      session.show(Notice(.error, words.told(error)))
    }
  }

  private func endRecording() {
    do {
      try files.endRecording(of: session)
      session.show(Notice(.information, words.recorded))
    } catch {
      session.show(Notice(.error, words.told(error)))
    }
  }

  /// What the user changed for the next start too; `nil` where that is nothing.
  func changes(to state: WindowState) -> WindowState? {
    var next = state
    if !window.isFullscreen, window.size != firstSize {
      (next.width, next.height) = (window.size.width, window.size.height)
    }
    if watch.isChosenHere, case .camera(let path, _) = watch.source { next.camera = path }
    if session.snapshot.sensitivity != reading.sensitivity {
      next.sensitivity = session.snapshot.sensitivity.value
    }
    if session.snapshot.speedLock != firstLock {
      let range = SpeedOption.range
      next.speedLock = session.snapshot.speedLock.map { min(max($0, range.lowerBound), range.upperBound) }
    }
    if window.textScale != state.textScale ?? 1 { next.textScale = window.textScale }
    if window.theme != firstTheme { next.theme = window.theme.name }
    if window.compose.wordsPerMinute != firstSpeed { next.sendingSpeed = window.compose.wordsPerMinute }
    return next == state ? nil : next
  }

  /// Lets go of every source: cameras have their user's settings back.
  func close() {
    service?.noteEnd()
    sending.close()
    watch.stop()
    _ = closing.wait(timeout: .now() + .seconds(3))
  }

  /// Saves what the window shows.
  func saveScreenshot(_ path: String) throws {
    try savePicture(try window.screenshot(of: session.snapshot, preview: watch.preview), to: path)
  }

  private var isOver: Bool { deadline.map { $0 <= .now } ?? false }

  private func perform(_ command: Command) {
    switch command {
    case .freeze: watch.toggleHold()
    case .left: watch.skip(by: -5)
    case .right: watch.skip(by: 5)
    case .seek(let seconds): watch.seek(to: seconds)
    case .watchRegion(let area): session.watch(area)
    case .nextExposure: watch.nextExposure()
    case .lockSpeed:
      session.setSpeedLock(
        session.snapshot.speedLock == nil ? session.snapshot.status.wordsPerMinute : nil)
    case .trace(let torch): session.trace(torch)
    case .traceNext: session.traceNext()
    case .record: toggleRecording()
    case .calibrate: watch.recalibrate()
    case .moreSensitive: session.setSensitivity(session.snapshot.sensitivity.stepped(by: 0.05))
    case .lessSensitive: session.setSensitivity(session.snapshot.sensitivity.stepped(by: -0.05))
    case .sensitivity(let value): session.setSensitivity(.manual(min(max(value, 0), 1)))
    case .automaticSensitivity: session.setSensitivity(.automatic)
    case .alphabet(let name): choose(alphabet: name)
    case .open(let path): watch(.recording(RecordingPaths.absolute(path)))
    case .camera(let path): watch(.camera(path, request))
    case .demo: watch(.demo(repeats: true))
    case .lookForCameras: inquiries.lookForCameras()
    case .lookForFiles("") where offered.count > 1: window.choices.files = offered
    case .lookForFiles(let typed): inquiries.lookForFiles(continuing: typed)
    case .copyText: copyText()
    case .saveText(let path): saveText(to: path)
    case .clearText: clearText()
    case .restoreText: session.restoreText()
    case .leave: session.show(Notice(.information, words.stays))
    case .send(let text, let leavesOut): send(text, leavesOut: leavesOut)
    case .stopSending: sending.stop()
    case .sendingSpeed(let speed): window.compose.wordsPerMinute = speed
    case .sendingLamp(let lamp): if window.compose.sending == nil { window.compose.lamp = lamp }
    case .screenshot: saveTimedScreenshot(of: session, words) { try saveScreenshot($0) }
    case .stepBack, .stepForward, .set, .resetValues, .writeValues, .nextTarget: break
    case .wholePicture, .nearer, .farther, .look, .larger, .smaller, .usualSize: break
    case .nextTheme, .fullscreen, .help, .quit, .compose: break
    case .chooseSource, .chooseAlphabet: break
    // The window asks for a file where there is text.
    case .chooseTextFile: session.show(Notice(.information, words.noText))
    }
  }

  private func send(_ text: String, leavesOut: Bool) {
    let compose = window.compose
    let message = OutgoingMessage(text: text, alphabet: alphabet, skipsUnknown: leavesOut)
    let torch: TorchChoice? =
      if case .other(let name) = compose.lamp { try? TorchChoice.named(name) } else { nil }
    sending.send(message, compose.timing, on: torch, refreshRate: window.refreshRate)
  }

  /// Shows how the sending goes, and has what a camera sees of it marked as our own.
  private func noteSending() {
    let state = sending.look()
    window.compose.sending = state.sending
    window.compose.fault = state.fault.map(words.told)
    if let status = state.status, let line = words.light(status) {
      session.show(Notice(status == .connected ? .information : .warning, line))
    }
    if state.sending == nil { window.compose.refreshRate = window.refreshRate }
    // The frames of other sources have an axis of their own, and do not see our light.
    guard watch.source.comesBack else { return }
    if let begun = state.begun { session.noteOwn(begun.keying, start: begun.start) }
  }

  private func takeAnswers() {
    let answers = inquiries.takeAnswers()
    if let cameras = answers.cameras { window.choices.cameras = cameras }
    if let files = answers.files { window.choices.files = files }
    if let notice = answers.notice { session.show(notice) }
  }

  /// Reads another source from now on, with the settings at hand. A recording of grids is of the first one alone.
  private func watch(_ next: SourceChoice) {
    if files.recorder != nil { endRecording() }
    session.finish()
    watch.stop(in: closing)
    var configuration = reading.receiver(pace: .live, wpm: session.snapshot.speedLock)
    configuration.light.sensitivity = session.snapshot.sensitivity
    configuration.copying.alphabet = alphabet
    configuration.decoder.alphabet = configuration.copying.decodingAlphabet
    watch = Watch(next, in: window, configuration, files, isChosenHere: true)
  }

  private func choose(alphabet name: String) {
    guard let choice = try? AlphabetChoice.named(name) else { return }
    alphabet = choice
    session.setAlphabet(choice)
    window.choices.alphabet = name
  }

  private func copyText() {
    let text = session.snapshot.text
    guard !text.isEmpty else { return session.show(Notice(.information, words.noText)) }
    window.copy(text)
    session.show(Notice(.information, words.copied))
  }

  private func clearText() {
    guard !session.snapshot.text.isEmpty else { return }
    session.clearText()
    session.show(Notice(.information, words.cleared))
  }

  /// Whether the end would take something away from the user.
  private var wouldLose: Bool {
    let text = session.snapshot.text
    return !text.isEmpty && text != savedText || files.recorder != nil
  }

  private func saveText(to path: String) {
    savedText = session.snapshot.text
    inquiries.save(textFile.saving(session.snapshot.text, to: path, words))
    window.choices.textPath = textFile.path
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
