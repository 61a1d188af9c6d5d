import Application
import ArgumentParser

/// The options that name the camera that sees the sent light.
struct CameraOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The camera that sees the light. (default: first)",
      valueName: "path|name"), completion: .file())
  var camera: String?

  @Option(
    help: ArgumentHelp(
      "Instead of a camera: a video that is being written, such as a pipe from FFmpeg.",
      valueName: "file"), completion: .file())
  var recording: String?

  func validate() throws {
    if camera != nil, recording != nil {
      throw ValidationError("--camera and --recording exclude each other")
    }
  }

  /// Whether the user named a camera or a recording.
  var isNamed: Bool { camera != nil || recording != nil }

  var choices: SourceChoices { SourceChoices(camera: camera, recording: recording) }
}
