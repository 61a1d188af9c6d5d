import Capture

/// The source that the user named, if any.
package struct SourceChoices: Sendable {
  /// A camera's device, or part of its name.
  package var camera: String?
  /// A recording's path.
  package var recording: String?
  package var isDemo: Bool

  package init(camera: String? = nil, recording: String? = nil, isDemo: Bool = false) {
    self.camera = camera
    self.recording = recording
    self.isDemo = isDemo
  }
}

extension SourceChoices {
  /// The named recording or camera, else the first camera.
  ///
  /// - Throws: A `CaptureError` if there is no such camera, or a ``Failure`` if there is none at all.
  func cameraOrRecording() throws -> SourceChoice {
    if let recording { return .recording(recording) }
    if let camera {
      _ = try Camera.find(camera)
      return .camera(camera, CameraRequest(wantsColour: false))
    }
    guard let first = Camera.first() else {
      throw Failure(.noInput, "no camera found; plug one in, or name a recording by --recording")
    }
    return .camera(first.stablePath ?? first.path, CameraRequest(wantsColour: false))
  }
}
