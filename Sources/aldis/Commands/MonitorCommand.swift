import Application
import ArgumentParser
import Capture
import Interface

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
      it to the camera), or a time in seconds. (default: lock)
      """, valueName: "mode"), transform: option(exposure))
  var exposure = ExposureMode.lock

  private static func exposure(_ text: String) throws(UsageError) -> ExposureMode {
    guard let mode = ExposureMode(text) else {
      throw UsageError("must be lock, coach, auto or seconds above 0")
    }
    return mode
  }

  @OptionGroup var reading: ReadingOptions

  @OptionGroup var speed: SpeedOption

  @Flag(help: "Full screen, large text, no pointer.")
  var kiosk = false

  @Flag(help: "With --kiosk: visitors cannot send.")
  var readOnly = false

  @Flag(help: "No window; the text goes to standard output.")
  var headless = false

  @OptionGroup var windowOptions: WindowOptions

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
    let outputs = [("--events", events), ("--record", record), ("--screenshot", windowOptions.screenshot)]
    for (name, path) in outputs where path != nil {
      guard let other = outputs.first(where: { $0.0 != name && $0.1 == path })?.0 else { continue }
      throw ValidationError("\(name) and \(other) cannot share an output")
    }
  }

  func run() throws {
    var run = MonitorRun()
    run.files = files
    run.source = source.choices
    run.exposure = exposure
    run.reading = reading.choices(wpm: speed.wpm)
    run.isKiosk = kiosk
    run.isReadOnly = readOnly
    run.isHeadless = headless
    run.windowChoices = windowOptions.choices(language)
    run.events = events
    run.record = record
    run.theme = theme
    try run.run()
  }
}
