import Capture
import Graphics
import Interface
import Monitor
import Shaders

/// Shows a live picture while its shaders are edited, or checks the shaders.
package struct TuningRun {
  /// The file whose programs are checked; `nil` checks all programs. Its path may name the folder.
  package var shader: String?
  /// The folder of the shaders; `nil` is ./Shaders if it exists, else the shaders in the program.
  package var folder: String?
  /// The demo if none is named.
  package var source = SourceChoices()
  /// A recording that is read after each save.
  package var score: String?
  /// The text of that recording; with `nil` it is read from the text file beside it.
  package var truth: String?
  package var windowChoices = WindowChoices()

  package init(shader: String?, folder: String?) {
    self.shader = shader
    self.folder = folder
  }

  /// Shows the picture in a window until the user ends it.
  package func show() throws {
    let folder = try ShaderFolder(shader: shader, folder: folder)
    guard let path = folder.path else {
      throw Failure(
        .noInput,
        "no folder Shaders here; start aldis tune in the folder of Aldis's source, or name one by --shaders")
    }
    Interruption.watch()
    if let path = windowChoices.screenshot { try Output.check(path, apartFrom: source.recording) }
    let recording = try score.map { try Scoring.Recording($0, truth: truth) }
    let source = try chooseSource()
    let window: MonitorWindow
    do throws(GraphicsError) {
      window = try windowChoices.open(.tuning(Tuning(folder: path)))
    } catch {
      throw Failure(.unavailable, "\(error); --check needs none")
    }
    let thread = CaptureThread(
      recovery: source.recovery, pace: .timestamps, wake: window.waker.wake, open: source.play)
    defer { thread.stop() }
    let session = Session(name: source.name, queue: thread.queue) { _ in }
    let loop = try TuningLoop(window, session, thread, folder, path: path, scoring: recording)
    try DisplayLoss.releasing(thread.stop) {
      try loop.run(until: windowChoices.deadline, waitsForSource: source.isCamera)
    }
    if let path = windowChoices.screenshot { try loop.saveScreenshot(path) }
  }

  private func chooseSource() throws(CaptureError) -> SourceChoice {
    if let camera = source.camera {
      _ = try Camera.find(camera)
      return .camera(camera, CameraRequest(exposure: .lock))
    }
    return source.recording.map { .recording($0) } ?? .demo(repeats: true)
  }

  /// Compiles and links all programs, and prints their faults.
  ///
  /// - Throws: ``QuietExit`` if there are faults.
  package func check() throws {
    let folder = try ShaderFolder(shader: shader, folder: folder)
    let library = try folder.read()
    let context: OffscreenContext
    do throws(GraphicsError) {
      context = try OffscreenContext()
    } catch {
      throw Failure(.unavailable, "shaders cannot be checked without OpenGL ES 2.0: \(error)")
    }
    let faults = try folder.faults(in: library, on: context.context)
    for fault in faults {
      // Editors need a line number, so a fault without a line gets line 1.
      let message = fault.message.description.split(whereSeparator: \.isNewline).joined(separator: " ")
      try Output.errors.write("\(folder.path(of: fault.file)):\(fault.line ?? 1): \(message)\n")
    }
    if !faults.isEmpty { throw QuietExit(.data) }
  }
}
