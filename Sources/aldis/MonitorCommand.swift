import ArgumentParser
import Capture
import Foundation
import Frames
import Graphics
import Interface
import Luma
import Monitor
import Morse

struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Watches a camera and shows what its light says.",
    discussion: """
      Without a source it takes the first camera there is. Where there is none, a window waits for one; without a window \
      that is an error. --demo shows the built-in demo. Without a window the decoded text goes to standard output.

      Everything in the window has its key, H shows them all: Space holds the picture or a recording, arrows go \
      through it, C calibrates, + and - set the sensitivity, Ctrl-O opens another camera or recording, Ctrl-C copies \
      the text, Ctrl-S saves it, Ctrl-Q ends. A recording can be dropped on the window, too. A box drawn over the picture \
      is the part that is read, and the wheel comes nearer to it. M opens a line for a message: Enter sends it as light, by \
      the torch of the settings or a lamp in the window.
      """)

  @OptionGroup var source: SourceOptions

  @Option(
    help: ArgumentHelp(
      """
      How the camera is exposed: lock (as it is when it has settled), coach (from there in steps to what suits the lamp), \
      auto (the camera keeps deciding), or seconds.
      """, valueName: "lock|coach|auto|seconds"))
  var exposure = ExposureMode.lock

  @OptionGroup var reading: ReadingOptions

  @OptionGroup var speed: SpeedOption

  @Flag(help: "Covers the screen, hides the pointer, and shows large type.")
  var kiosk = false

  @Flag(help: "With --kiosk: no keys on the screen; visitors read, and do not send.")
  var readOnly = false

  @Flag(help: "No window: decoded text on standard output.")
  var headless = false

  @OptionGroup var opening: WindowOptions

  @Option(
    help: ArgumentHelp(
      """
      Appends every event as a line of JSON to a file; - is standard output. SIGHUP opens the file anew.
      """, valueName: "file|-"))
  var events: String?

  @Option(
    help: ArgumentHelp(
      """
      Keeps the sums of 16 x 16 pixels in place of the pictures, so that `aldis decode` can read the same light again. A \
      recording that is there stays: the new one goes beside it. - is standard output.
      """, valueName: "file.grid|-"))
  var record: String?

  @OptionGroup var language: LanguageOption

  @Option(
    help: ArgumentHelp(
      "What the window looks like: \(Theme.all.map(\.0).joined(separator: ", ")). (default: as it was last, dark at first)",
      valueName: "name"),
    transform: theme)
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
    let outputs = [("--events", events), ("--record", record), ("--screenshot", opening.screenshot)]
    for (name, path) in outputs where path != nil {
      guard let other = outputs.first(where: { $0.0 != name && $0.1 == path })?.0 else { continue }
      throw ValidationError("\(name) and \(other) cannot share an output")
    }
  }

  func run() throws {
    Interruption.watch()
    for path in [opening.screenshot, events, record] {
      if let path { try Output.check(path, apartFrom: source.recording) }
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
    let files = try MonitorFiles(EventSink(printsText: false, reading, logPath: events), record: record)
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
      window, source, files, reading, speed,
      request: CameraRequest(exposure: exposure),
      deadline: opening.deadline)
    defer { monitor.close() }
    try monitor.run()
    if !kiosk { monitor.changes(to: state)?.save() }
    // As the user last saw it: a character that was just being sent is not yet decided.
    if let path = opening.screenshot { try monitor.saveScreenshot(path) }
    try end(monitor.session, files, waitsForSource: monitor.waitsForSource)
  }

  private func runHeadless(_ source: SourceChoice) throws {
    let files = try MonitorFiles(
      EventSink(printsText: record != "-", reading, logPath: events), record: record)
    let thread = CaptureThread(recovery: source.recovery, open: source.open)
    defer { thread.stop() }
    let session = Session(
      name: source.name, queue: thread.queue, configuration: reading.receiver(pace: .live, wpm: speed.wpm),
      record: files.recorder?.receive, report: files.events.receive)
    session.setCoaching(exposure == .coach)
    let monitor = HeadlessMonitor(
      source: source, thread: thread, session: session, files: files, deadline: opening.deadline)
    let studio = try opening.screenshot.map { path in
      try Studio(
        path, scene, opening.windowSize ?? PictureSize(width: 1280, height: 800),
        alphabet: "\(reading.alphabet)", language.spoken, theme ?? .dark)
    }
    try monitor.run(measuringWith: studio)
    if session.frameCount > 0 { try studio?.save(session) }
    try end(session, files, waitsForSource: monitor.waitsForSource)
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
  private func end(_ session: Session, _ files: MonitorFiles, waitsForSource: Bool) throws {
    session.finish()
    try files.finish()
    if case .failed(let error) = session.outcome, !waitsForSource { throw error }
  }

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
    if let recording = source.recording { return .recording(recording) }
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
