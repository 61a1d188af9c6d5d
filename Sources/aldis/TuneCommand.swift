import ArgumentParser
import Capture
import Graphics
import Interface
import Monitor
import Shaders

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Shows and checks shaders while they are edited.",
    discussion: """
      Every save in the folder is tried at once on a live picture, that of the demo where no other is named. A good \
      one runs, to the right of the divide, beside those before it; of a broken one the error is shown and the last good \
      ones run on. Whether the tiles still equal the CPU's bit for bit is told below the picture.

      A note beside a uniform makes a control of it: `// slider 0 4 = 1`, `// toggle = 0` or `// colour = 1 0.9 0.7`. \
      Values stay through saves, and W writes them into the files.

      Keys: Space freezes the picture, comma and full stop step through its last ten seconds, the arrows or the mouse \
      move the divide, S saves a picture, H shows help, Esc ends.

      --check compiles and links every program of Aldis, without a display. Each error is one line on standard error, \
      FILE:LINE: MESSAGE, as compilers tell it to editors; exit status 65 where there is one. A shader that the \
      folder lacks is taken from the program.

      Shaders: \(ShaderName.allCases.map(\.rawValue).joined(separator: ", ")).
      """)

  @Argument(help: "One file, or its path: only the programs that use it are checked.")
  var shader: String?

  @Option(
    help: ArgumentHelp(
      "The folder with the shaders. (default: ./Shaders, else those in the program)", valueName: "folder"))
  var shaders: String?

  @Flag(help: "Compiles and links without a window, and ends.")
  var check = false

  @OptionGroup var source: SourceOptions

  @Option(
    help: ArgumentHelp(
      """
      A recording to be read by the shaders after each save: how many characters of it are wrong stands in the window, \
      beside how many were before.
      """, valueName: "file"))
  var score: String?

  @Option(
    help: ArgumentHelp(
      "What that recording says. (default: the text of the file beside it that ends in .txt)",
      valueName: "text"))
  var truth: String?

  @OptionGroup var opening: WindowOptions

  @OptionGroup var language: LanguageOption

  func validate() throws {
    if let shader, shader.contains("/"), shaders != nil {
      throw ValidationError("\(shader) names a folder, and so does --shaders; name one")
    }
    if truth != nil, score == nil { throw ValidationError("--truth goes with --score") }
    if score != nil, check { throw ValidationError("--check needs no window, and --score shows in one") }
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
