import Capture
import Glibc
import Graphics
import Interface
import Light
import Monitor
import Morse

/// Reads a camera, recordings or the demo in a window, or without one.
package struct MonitorRun {
  /// Recordings. The window opens the first one and offers all of them. Without a window they are read one after another.
  package var files: [String] = []
  /// If no source is named: the camera of the last start, else the first camera.
  package var source = SourceChoices()
  package var exposure = ExposureMode.lock
  package var reading = ReadingChoices()
  package var isKiosk = false
  /// For a kiosk: visitors cannot send.
  package var isReadOnly = false
  /// Whether there is no window. Then the text goes to standard output.
  package var isHeadless = false
  package var windowChoices = WindowChoices()
  /// The file to which every event is appended, or `-`.
  package var events: String?
  /// The file for a recording of grids, or `-`.
  package var record: String?
  /// The theme; `nil` is the one of the last start.
  package var theme: Theme?

  package init() {}

  package func run() throws {
    Interruption.watch()
    let inputs: [String?] = recordings.isEmpty ? [nil] : recordings
    for path in [windowChoices.screenshot, events, record] {
      if let path { try inputs.forEach { try Output.check(path, apartFrom: $0) } }
    }
    if let missing = files.first(where: { access($0, F_OK) != 0 }) {
      throw CaptureError.noSuchFile(missing)
    }
    // A kiosk and a script always start with the same state.
    let state = isKiosk || isHeadless ? WindowState() : WindowState.load()
    let source = try chooseSource(state)
    guard !isHeadless else { return try runHeadless(source) }
    let window: MonitorWindow
    do throws(GraphicsError) {
      window = try windowChoices.open(scene, usual: (state.width, state.height))
    } catch {
      if case .firstCamera = source {
        throw Failure(.noInput, "\(error), and no camera; \(Self.advice)")
      }
      return try runHeadless(source.withoutRepeats, notice: "\(error); reading without a window")
    }
    window.theme = theme ?? state.theme.flatMap(Theme.named) ?? .dark
    window.textScale = state.textScale ?? 1
    try run(source, in: window, state)
  }

  private func run(_ source: SourceChoice, in window: MonitorWindow, _ state: WindowState) throws {
    var reading = reading
    reading.chosenSensitivity = reading.chosenSensitivity ?? state.sensitivity.map { .manual($0) }
    reading.wordsPerMinute = reading.wordsPerMinute ?? state.speedLock
    let output = try MonitorFiles(EventSink(printsText: false, reading, logPath: events), record: record)
    let settings = chosenSettings()
    let (lamps, obstacle) = settings.lamps()
    if let obstacle { say(obstacle) }
    window.invitesToSend = isKiosk && !isReadOnly
    window.compose = Compose(
      // A flashing window could cause a seizure in a visitor who does not expect it.
      lamps: isKiosk ? lamps.filter { $0 != .wholeWindow } : lamps,
      wordsPerMinute: Compose.speed(state.sendingSpeed ?? settings.wordsPerMinute ?? 12))
    window.compose.light = try settings.light()
    let monitor = WindowedMonitor(
      window, source, offering: files, output, reading,
      request: CameraRequest(exposure: exposure),
      deadline: windowChoices.deadline)
    defer { monitor.close() }
    try DisplayLoss.releasing {
      monitor.session.finish()
      do {
        try output.finish()
      } catch {
        if let failure = Failure(of: error) { say(failure.message) }
      }
      monitor.close()
    } during: {
      try monitor.run()
      if !isKiosk { monitor.changes(to: state)?.save() }
      // The screenshot is taken before the end of the reading, which adds characters that the user has not seen.
      if let path = windowChoices.screenshot { try monitor.saveScreenshot(path) }
    }
    try end(monitor.session, output, waitsForSource: monitor.waitsForSource)
  }

  /// Reads `source`, and then all recordings but the first.
  ///
  /// - Parameter notice: A line for standard error, as soon as there are frames.
  private func runHeadless(_ source: SourceChoice, notice: String? = nil) throws {
    let isRecording = if case .recording = source { true } else { false }
    let sink = try EventSink(
      printsText: record != "-", bracketsLosses: isRecording, reading, logPath: events)
    let output = try MonitorFiles(sink, record: record)
    let deadline = windowChoices.deadline
    var notice = notice
    // If a recording cannot be read, the next one is still read.
    var failure: Failure?
    for source in [source] + files.dropFirst().map({ .recording($0) }) where !Interruption.isRequested {
      do {
        try runHeadless(source, output, until: deadline, notice: notice.take())
      } catch let error as CaptureError {
        if let failure { say(failure.message) }
        failure = Failure(of: error)
      }
    }
    if let failure { throw failure }
  }

  private func runHeadless(
    _ source: SourceChoice, _ output: MonitorFiles, until deadline: ContinuousClock.Instant?, notice: String?
  ) throws {
    let thread = CaptureThread(recovery: source.recovery, open: source.open)
    defer { thread.stop() }
    let session = Session(
      name: source.name, queue: thread.queue, configuration: reading.receiver(pace: .live),
      record: output.recorder?.receive, report: output.events.receive)
    session.setCoaching(exposure == .coach)
    let monitor = HeadlessMonitor(
      source: source, thread: thread, session: session, files: output, deadline: deadline, notice: notice)
    let picture = try windowChoices.screenshot.map { try OffscreenPicture($0, offscreenView) }
    try monitor.run(measuringWith: picture)
    if session.frameCount > 0 { try picture?.save(session) }
    defer {
      if case .recording(let path) = source {
        output.events.reportResult(of: path, isComplete: session.outcome == .ended)
      }
    }
    try end(session, output, waitsForSource: monitor.waitsForSource)
  }

  /// Loads the settings. Reading does not need them, so an error in them is reported and the defaults are used.
  private func chosenSettings() -> Settings {
    do throws(Failure) {
      return try Settings.load()
    } catch {
      say(error.message)
      return Settings()
    }
  }

  /// Finishes the reading and the files. An error that ended the frames is thrown last.
  private func end(_ session: Session, _ output: MonitorFiles, waitsForSource: Bool) throws {
    session.finish()
    try output.finish()
    if case .failed(let error) = session.outcome, !waitsForSource { throw error }
  }

  /// The recordings that the user named.
  private var recordings: [String] { source.recording.map { [$0] } ?? files }

  private var scene: Stage.Scene { isKiosk ? .kiosk : .desktop }

  /// The view for a screenshot without a window.
  private var offscreenView: Stage.View {
    let size = windowChoices.size ?? PictureSize(width: 1280, height: 800)
    var view = Stage.View(scene, width: size.width, height: size.height)
    view.choices.alphabet = "\(reading.alphabet)"
    (view.language, view.theme) = (windowChoices.language, theme ?? .dark)
    return view
  }

  /// Advice for a user without a camera.
  private static let advice =
    "plug in a camera, read a recording (aldis clip.mp4), or see the demo (aldis --demo)"

  /// The source that the user named, else the camera that was chosen last, else the first camera that is or will be plugged in.
  ///
  /// - Throws: An error if the named camera is missing. A kiosk waits for it instead, because it often starts before its
  ///   camera.
  private func chooseSource(_ state: WindowState) throws -> SourceChoice {
    let request = CameraRequest(
      exposure: exposure, wantsColour: !isHeadless || windowChoices.screenshot != nil)
    if let camera = source.camera {
      if !isKiosk { _ = try request.known.find(camera) }
      return .camera(camera, request)
    }
    if let recording = recordings.first { return .recording(recording) }
    if source.isDemo { return .demo(repeats: windowChoices.duration != nil || !isHeadless) }
    if let camera = state.camera, (try? Camera.find(camera)) != nil {
      return .camera(camera, request)
    }
    // The stable path is used, so that the camera is found again after it was plugged in at another port.
    if let camera = Camera.first() { return .camera(camera.stablePath ?? camera.path, request) }
    guard !isHeadless else { throw Failure(.noInput, "no camera found; \(Self.advice)") }
    return .firstCamera(request)
  }
}
