import Capture
import Morse

/// The source that is read.
enum SourceChoice: Sendable {
  case camera(String, CameraRequest)
  /// The first camera that is plugged in.
  case firstCamera(CameraRequest)
  case recording(String)
  case demo(repeats: Bool)

  /// The name until the source reports its own.
  var name: String {
    switch self {
    case .camera(let name, _), .recording(let name): name
    case .firstCamera: "camera"
    case .demo: "demo"
    }
  }

  /// Whether it may come back after a failure.
  var comesBack: Bool { request != nil }

  /// What the capture thread does after a failure: the same with and without a window.
  var recovery: CaptureThread.Recovery { comesBack ? .reopen : .none }

  /// Of a camera; `nil` for other sources.
  var request: CameraRequest? {
    switch self {
    case .camera(_, let request), .firstCamera(let request): request
    case .recording, .demo: nil
    }
  }

  /// The same, but the demo ends.
  var once: SourceChoice {
    if case .demo = self { .demo(repeats: false) } else { self }
  }

  /// Opens it; waits for as long as the device does.
  func open() throws(CaptureError) -> any FrameSource { try open(isPlayed: false) }

  /// The same for a window: the demo is then a recording that can be paused, and not a live source.
  func play() throws(CaptureError) -> any FrameSource { try open(isPlayed: true) }

  private func open(isPlayed: Bool) throws(CaptureError) -> any FrameSource {
    switch self {
    case .camera(let name, let request):
      return try V4L2Camera(try request.known.find(name).path, request: request)
    case .firstCamera(let request):
      guard let first = Camera.first() else { throw .noCamera }
      return try V4L2Camera(first.path, request: request)
    case .recording(let path):
      return try RecordingSource.open(path)
    case .demo(let repeats):
      var scene = Demo.scene(repeats: repeats)
      if isPlayed { scene.pace = .asFastAsRead }
      return SimulatedScene(scene)
    }
  }
}

/// What `--demo` shows: a ship in a harbour, signalling.
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
