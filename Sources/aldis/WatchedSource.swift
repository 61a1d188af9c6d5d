import ArgumentParser
import Capture

/// Where light is watched while other light is sent.
struct WatchedSource: ParsableArguments {
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

  /// Whether the user named one.
  var isNamed: Bool { camera != nil || recording != nil }

  /// - Throws: A `CaptureError` where there is no such camera, or a ``Failure`` where there is none at all.
  func choose() throws -> SourceChoice {
    if let recording { return .recording(recording) }
    if let camera {
      _ = try Camera.find(camera)
      return .camera(camera, CameraRequest(wantsColour: false))
    }
    guard let first = Camera.first() else {
      throw Failure(.noInput, "no camera found; plug one in, or name a film by --recording")
    }
    return .camera(first.stablePath ?? first.path, CameraRequest(wantsColour: false))
  }
}
