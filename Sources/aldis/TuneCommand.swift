import ArgumentParser
import Capture
import Graphics
import Interface
import Monitor
import Shaders

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Shows a live picture while you edit its shaders.",
    usage: "aldis tune [<shader>] [<options>]",
    discussion: """
        aldis tune
        aldis tune --check

      Shows the demo, a camera or a recording with the shaders of a folder, and reloads them at each save. H lists the \
      keys. --check prints errors as FILE:LINE: MESSAGE; exit status 65 if there are any.

      Shaders: \(ShaderName.allCases.map(\.rawValue).joined(separator: ", ")).
      """)

  @Argument(help: "Checks only the programs that use this file.", completion: .file())
  var shader: String?

  @Option(
    help: ArgumentHelp(
      "The folder. (default: ./Shaders, else those in the program)", valueName: "folder"),
    completion: .directory)
  var shaders: String?

  @Flag(help: "Compiles and links all programs, without a window.")
  var check = false

  @OptionGroup var source: SourceOptions

  @Option(
    help: ArgumentHelp(
      """
      A recording to read after each save; the window shows how many characters are wrong, now and before.
      """, valueName: "file"), completion: .file())
  var score: String?

  @Option(
    help: ArgumentHelp(
      "The text of that recording. (default: the .txt file beside it)",
      valueName: "text"))
  var truth: String?

  @OptionGroup var opening: WindowOptions

  @OptionGroup var language: LanguageOption

  func validate() throws {
    if let shader, shader.contains("/" as Character), shaders != nil {
      throw ValidationError("\(shader) and --shaders both name a folder; leave one out")
    }
    if truth != nil, score == nil { throw ValidationError("--truth goes with --score") }
    if score != nil, check { throw ValidationError("--check and --score exclude each other") }
  }

  func run() throws {
    let folder = try ShaderFolder(shader: shader, folder: shaders)
    if check { try check(folder) } else { try show(folder) }
  }

  private func show(_ folder: ShaderFolder) throws {
    guard let path = folder.path else {
      throw Failure(.noInput, "no folder Shaders here; name one by --shaders")
    }
    Interruption.watch()
    if let path = opening.screenshot { try Output.check(path, apartFrom: source.recording) }
    let task = try score.map { try Scoring.Task($0, truth: truth) }
    let source = try chooseSource()
    let window: MonitorWindow
    do throws(GraphicsError) {
      var description = WindowDescription()
      if let size = opening.windowSize { (description.width, description.height) = (size.width, size.height) }
      description.fitsDisplay = opening.windowSize == nil
      window = try MonitorWindow(.tuning(Tuning(folder: path)), description)
      window.language = language.spoken
    } catch {
      throw Failure(.unavailable, "\(error); --check needs none")
    }
    let waker = window.waker
    let thread = CaptureThread(
      recovery: source.recovery, pace: .timestamps, wake: { waker.wake() },
      open: source.play)
    defer { thread.stop() }
    let session = Session(name: source.name, queue: thread.queue) { _ in }
    let run = try TuningRun(window, session, thread, folder, path: path, scoring: task)
    try run.run(until: opening.deadline, waitsForSource: source.comesBack)
    if let path = opening.screenshot { try run.saveScreenshot(path) }
  }

  private func chooseSource() throws(CaptureError) -> SourceChoice {
    if let camera = source.camera {
      _ = try Camera.find(camera)
      return .camera(camera, CameraRequest(exposure: .lock))
    }
    return source.recording.map { .recording($0) } ?? .demo(repeats: true)
  }

  private func check(_ folder: ShaderFolder) throws {
    let library = try folder.read()
    let context: OffscreenContext
    do throws(GraphicsError) {
      context = try OffscreenContext()
    } catch {
      throw Failure(.unavailable, "shaders cannot be checked without OpenGL ES 2.0: \(error)")
    }
    let faults = try folder.faults(in: library, on: context.context)
    for fault in faults {
      // What has no line of its own stands at the head of its file: editors look for a number.
      let message = fault.message.split(whereSeparator: \.isNewline).joined(separator: " ")
      try Output.errors.write("\(folder.path(of: fault.file)):\(fault.line ?? 1): \(message)\n")
    }
    if !faults.isEmpty { throw ExitCode(Failure.Status.data.rawValue) }
  }
}
