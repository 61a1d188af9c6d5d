import Capture
import Morse

/// The source that is read.
enum SourceChoice: Sendable {
  case camera(String, CameraRequest)
  /// The first camera that is or will be plugged in.
  case firstCamera(CameraRequest)
  case recording(String)
  case demo(repeats: Bool)

  /// The name that is shown until the source reports its own.
  var name: String {
    switch self {
    case .camera(let name, _), .recording(let name): name
    case .firstCamera: "camera"
    case .demo: "demo"
    }
  }

  /// Whether the source is a camera, which may return after a failure.
  var isCamera: Bool { request != nil }

  /// The capture thread's reaction to a failure. It is the same with and without a window.
  var recovery: CaptureThread.Recovery { isCamera ? .reopen : .none }

  /// The request for a camera; `nil` for other sources.
  var request: CameraRequest? {
    switch self {
    case .camera(_, let request), .firstCamera(let request): request
    case .recording, .demo: nil
    }
  }

  /// The same source, but a demo ends after one message.
  var withoutRepeats: SourceChoice {
    if case .demo = self { .demo(repeats: false) } else { self }
  }

  /// Opens the source. This takes as long as the device takes.
  func open() throws(CaptureError) -> any FrameSource { try open(isPlayed: false) }

  /// Opens the source for a window. Then the demo is a recording that can be paused, not a live source.
  func play() throws(CaptureError) -> any FrameSource { try open(isPlayed: true) }

  private func open(isPlayed: Bool) throws(CaptureError) -> any FrameSource {
    switch self {
    case .camera(let name, let request):
      return try V4L2Camera(try request.known.find(name).path, request: request)
    case .firstCamera(let request):
      guard let first = Camera.first() else { throw .noCamera }
      return try V4L2Camera(first.path, request: request)
    case .recording(let path):
      return try RecordingSource.open(path, isInterrupted: { Interruption.isRequested })
    case .demo(let repeats):
      var scene = Demo.scene(repeats: repeats)
      if isPlayed { scene.pace = .asFastAsRead }
      return SimulatedScene(scene)
    }
  }
}

/// The source of `--demo`: a ship in a harbour that signals.
enum Demo {
  static let text = "CQ CQ DE ALDIS  LIGHT IS ENOUGH  <SK>"
  static let wordsPerMinute = 15.0

  static func scene(repeats: Bool) -> SceneDescription {
    guard let keying = try? Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(text) else {
      preconditionFailure("every character of the demo has a code word")
    }
    var scene = SceneDescription.demo(marks: keying.marks)
    scene.repeats = repeats
    return scene
  }
}
