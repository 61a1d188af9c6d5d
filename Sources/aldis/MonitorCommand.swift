import ArgumentParser
import Capture
import FoundationEssentials
import Frames
import Glibc
import Graphics
import Interface
import Luma
import Monitor
import Morse

struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Reads a camera or a recording in a window (H lists its keys).",
    usage: "aldis [monitor] [<file> ...] [<options>]",
    discussion: """
        aldis monitor --camera /dev/video0
        aldis monitor --recording clip.mp4 --headless

      Without a source it opens the first camera. Without a camera a window waits for one, and --headless ends with 66.
      """)

  @Argument(
    help: ArgumentHelp(
      "Recordings. The window opens the first; Ctrl-O lists them all. With --headless they are read in turn.",
      valueName: "file"), completion: .file())
  var files: [String] = []

  @OptionGroup var source: SourceOptions

  @Option(
    help: ArgumentHelp(
      """
      Exposure of the camera: lock (hold it once it has settled), coach (then adjust it to the lamp in steps), auto (leave \
      it to the camera), or a time in seconds.
      """, valueName: "mode"))
  var exposure = ExposureMode.lock

  @OptionGroup var reading: ReadingOptions

  @OptionGroup var speed: SpeedOption

  @Flag(help: "Full screen, large text, no pointer.")
  var kiosk = false

  @Flag(help: "With --kiosk: visitors cannot send.")
  var readOnly = false

  @Flag(help: "No window; the text goes to standard output.")
  var headless = false

  @OptionGroup var opening: WindowOptions

  @Option(
    help: ArgumentHelp(
      "Appends events as JSON lines; - is standard output. SIGHUP opens the file anew.", valueName: "file|-"),
    completion: .file())
  var events: String?

  @Option(
    help: ArgumentHelp(
      """
      Records measurements, not pictures, for aldis decode. An existing file stays: the new one goes beside it. - is \
      standard output.
      """, valueName: "file|-"), completion: .file())
  var record: String?

  @OptionGroup var language: LanguageOption

  @Option(
    help: ArgumentHelp(
      "\(Theme.all.map(\.0).joined(separator: ", ")). (default: the last one)",
      valueName: "name"),
    completion: .list(Theme.all.map(\.0)), transform: theme)
  var theme: Theme?

  private static func theme(_ name: String) throws -> Theme {
    guard let theme = Theme.named(name) else {
      throw ValidationError(
        "there is no theme \(name); there are \(Theme.all.map(\.0).joined(separator: ", "))")
    }
    return theme
  }

  func validate() throws {
    if readOnly, !kiosk { throw ValidationError("--read-only goes with --kiosk") }
    if !files.isEmpty, let option = source.named.first {
      throw ValidationError("\(option) and \(files[0]) exclude each other")
    }
    if record != nil, files.count > 1 { throw ValidationError("--record goes with one recording") }
    let outputs = [("--events", events), ("--record", record), ("--screenshot", opening.screenshot)]
    for (name, path) in outputs where path != nil {
      guard let other = outputs.first(where: { $0.0 != name && $0.1 == path })?.0 else { continue }
      throw ValidationError("\(name) and \(other) cannot share an output")
    }
  }

  func run() throws {
    Interruption.watch()
    let inputs: [String?] = recordings.isEmpty ? [nil] : recordings
    for path in [opening.screenshot, events, record] {
      if let path { try inputs.forEach { try Output.check(path, apartFrom: $0) } }
    }
    if let missing = files.first(where: { access($0, F_OK) != 0 }) {
      throw CaptureError.noSuchFile(missing)
    }
    // A kiosk is the same at every start, and so is what scripts run.
    let state = kiosk || headless ? WindowState() : WindowState.load()
    let source = try chooseSource(state)
    guard !headless else { return try runHeadless(source) }
    let window: MonitorWindow
    do throws(GraphicsError) {
      var description = WindowDescription()
      description.width = opening.windowSize?.width ?? state.width ?? description.width
      description.height = opening.windowSize?.height ?? state.height ?? description.height
      description.fitsDisplay = opening.windowSize == nil
      window = try MonitorWindow(scene, description)
      window.language = language.spoken
      window.theme = theme ?? state.theme.flatMap(Theme.named) ?? .dark
      window.textScale = state.textScale ?? 1
    } catch {
      if case .firstCamera = source {
        throw Failure(.noInput, "\(error), and there is no camera to read without one; \(Self.advice)")
      }
      say("\(error); reading without a window")
      return try runHeadless(source.once)
    }
    try run(source, in: window, state)
  }

  private func run(_ source: SourceChoice, in window: MonitorWindow, _ state: WindowState) throws {
    var reading = reading
    if reading.wantedSensitivity == nil { reading.wantedSensitivity = state.sensitivity.map { .manual($0) } }
    var speed = speed
    speed.wpm = speed.wpm ?? state.speedLock
    let output = try MonitorFiles(EventSink(printsText: false, reading, logPath: events), record: record)
    let settings = chosenSettings()
    let (lamps, obstacle) = settings.lamps()
    if let obstacle { say(obstacle) }
    window.invitesToSend = kiosk && !readOnly
    window.compose = Compose(
      // Whoever passes a kiosk was not asked.
      lamps: kiosk ? lamps.filter { $0 != .wholeWindow } : lamps,
      wordsPerMinute: Compose.speed(state.sendingSpeed ?? settings.wordsPerMinute ?? 12))
    window.compose.light = try settings.light()
    let monitor = WindowedMonitor(
      window, source, offering: files, output, reading, speed,
      request: CameraRequest(exposure: exposure),
      deadline: opening.deadline)
    defer { monitor.close() }
    try monitor.run()
    if !kiosk { monitor.changes(to: state)?.save() }
    // As the user last saw it: a character that was just being sent is not yet decided.
    if let path = opening.screenshot { try monitor.saveScreenshot(path) }
    try end(monitor.session, output, waitsForSource: monitor.waitsForSource)
  }

  /// Reads `source`, and then the recordings after the first.
  private func runHeadless(_ source: SourceChoice) throws {
    let output = try MonitorFiles(
      EventSink(printsText: record != "-", reading, logPath: events), record: record)
    let deadline = opening.deadline
    for source in [source] + files.dropFirst().map({ .recording($0) }) where !Interruption.isRequested {
      try runHeadless(source, output, until: deadline)
    }
  }

  private func runHeadless(
    _ source: SourceChoice, _ output: MonitorFiles, until deadline: ContinuousClock.Instant?
  ) throws {
    let thread = CaptureThread(recovery: source.recovery, open: source.open)
    defer { thread.stop() }
    let session = Session(
      name: source.name, queue: thread.queue, configuration: reading.receiver(pace: .live, wpm: speed.wpm),
      record: output.recorder?.receive, report: output.events.receive)
    session.setCoaching(exposure == .coach)
    let monitor = HeadlessMonitor(
      source: source, thread: thread, session: session, files: output, deadline: deadline)
    let studio = try opening.screenshot.map { path in
      try Studio(
        path, scene, opening.windowSize ?? PictureSize(width: 1280, height: 800),
        alphabet: "\(reading.alphabet)", language.spoken, theme ?? .dark)
    }
    try monitor.run(measuringWith: studio)
    if session.frameCount > 0 { try studio?.save(session) }
    try end(session, output, waitsForSource: monitor.waitsForSource)
  }

  /// Whoever only reads needs none: what is wrong with them is said, and nothing chosen.
  private func chosenSettings() -> Settings {
    do throws(Failure) {
      return try Settings.load()
    } catch {
      say(error.message)
      return Settings()
    }
  }

  /// Writes what is still undecided; what broke the frames off is told last.
  private func end(_ session: Session, _ output: MonitorFiles, waitsForSource: Bool) throws {
    session.finish()
    try output.finish()
    if case .failed(let error) = session.outcome, !waitsForSource { throw error }
  }

  /// The recordings that the user named.
  private var recordings: [String] { source.recording.map { [$0] } ?? files }

  private var scene: Stage.Scene { kiosk ? .kiosk : .desktop }

  /// What to do without a camera.
  private static let advice =
    "plug one in, read a recording with --recording FILE, or see the demo with --demo"

  /// What the user named; else the first camera that Aldis can read, else the first that is plugged in.
  ///
  /// A camera that is named and not there is a mistake worth saying at once, but not on a kiosk: there it may be
  /// plugged in later, as a kiosk starts with its machine, often before the camera is there.
  private func chooseSource(_ state: WindowState) throws -> SourceChoice {
    let request = CameraRequest(exposure: exposure, wantsColour: !headless || opening.screenshot != nil)
    if let camera = source.camera {
      if !kiosk { _ = try request.known.find(camera) }
      return .camera(camera, request)
    }
    if let recording = recordings.first { return .recording(recording) }
    if source.demo { return .demo(repeats: opening.duration != nil || !headless) }
    if let camera = state.camera, (try? Camera.find(camera)) != nil {
      return .camera(camera, request)
    }
    // By the name that stays its own, so that it is found again after it was plugged in elsewhere.
    if let camera = Camera.first() { return .camera(camera.stablePath ?? camera.path, request) }
    guard !headless else { throw Failure(.noInput, "no camera found; \(Self.advice)") }
    return .firstCamera(request)
  }
}

extension ExposureMode: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }

  public var defaultValueDescription: String {
    switch self {
    case .lock: "lock"
    case .auto: "auto"
    case .coach, .step: "coach"
    case .seconds(let seconds): "\(seconds)"
    }
  }
}
