import ArgumentParser
import Capture
import Light
import Monitor
import Morse

struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Watches a camera and shows what its light says.",
    discussion: """
      Without a source it takes the first camera there is, and its own demo where there is none. Without a window the \
      decoded text goes to standard output.

      Keys: Space freezes the picture, C calibrates, + and - set the sensitivity, F covers the screen, S saves a \
      picture, H shows help, Esc ends.
      """)

  @Option(help: ArgumentHelp("A camera: its device or part of its name.", valueName: "path|name"))
  var camera: String?

  @Option(help: ArgumentHelp("A recording, played as it was filmed.", valueName: "file"))
  var recording: String?

  @Flag(help: "The built-in demo: a harbour lamp, simulated, keyed, measured and decoded.")
  var demo = false

  @Option(help: "lock (when it has settled), auto, or seconds.")
  var exposure = ExposureMode.lock

  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Covers the screen, hides the pointer, and shows large type.")
  var kiosk = false

  @Flag(help: "No window: decoded text on standard output.")
  var headless = false

  @Option(help: ArgumentHelp("Writes every event as a line of JSON; - is standard output.", valueName: "file|-"))
  var events: String?

  @Option(help: ArgumentHelp("Ends after so long.", valueName: "seconds"))
  var duration: Double?

  @Option(help: ArgumentHelp("Saves the last picture of the window.", valueName: "file.png"))
  var screenshot: String?

  func validate() throws {
    let sources = [camera.map { _ in "--camera" }, recording.map { _ in "--recording" }, demo ? "--demo" : nil]
      .compactMap(\.self)
    guard sources.count <= 1 else {
      throw ValidationError("\(sources.joined(separator: " and ")) exclude each other")
    }
    if let duration, !(duration > 0 && duration.isFinite) {
      throw ValidationError("--duration must be more than 0 seconds")
    }
  }

  func run() throws {
    Interruption.watch()
    try runHeadless(chooseSource())
  }

  private func runHeadless(_ source: SourceChoice) throws {
    let events = try EventSink(printsText: true, namesTorches: reading.torches > 1, logPath: events)
    let thread = CaptureThread { () throws(CaptureError) in try source.open() }
    defer { thread.stop() }
    let session = Session(
      name: source.name, queue: thread.queue, configuration: reading.receiver, report: events.receive)
    try HeadlessMonitor(session: session, events: events, deadline: deadline).run()
    session.finish()
    try events.finish()
    if case .failed(let error) = session.outcome { throw Failure(error) }
  }

  private var deadline: ContinuousClock.Instant? { duration.map { .now + .seconds($0) } }

  /// What the user named; else the first camera that Aldis can read, else the demo.
  private func chooseSource() -> SourceChoice {
    if let camera { return .camera(camera, CameraRequest(exposure: exposure)) }
    if let recording { return .recording(recording) }
    if !demo, let camera = Camera.first() { return .camera(camera.path, CameraRequest(exposure: exposure)) }
    return .demo(repeats: duration != nil || !headless)
  }
}

extension ExposureMode: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }

  public var defaultValueDescription: String {
    switch self {
    case .lock: "lock"
    case .auto: "auto"
    case .seconds(let seconds): "\(seconds)"
    }
  }
}
