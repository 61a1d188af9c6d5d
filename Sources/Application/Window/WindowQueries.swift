import Capture
import Interface
import Monitor

/// Queries of the window to folders and devices. They run on other threads, because they may take seconds.
///
/// A query replaces an earlier query of the same kind that has not started yet.
final class WindowQueries {
  /// The answers since the last call of ``takeAnswers()``.
  struct Answers {
    var cameras: [Choices.Camera]?
    var files: [String]?
    var notice: Notice?
  }

  private let answers: LoopState<Answers>
  private let cameras = Subscriptions<Never?, [Choices.Camera]> { _ in
    Camera.list().map(Choices.Camera.init)
  }
  private let files = Subscriptions { RecordingPaths.continuing($0) }
  private let saveRequests = Subscriptions { (saveRequest: TextSaveRequest) in saveRequest.save() }
  private var subscriptions: (cameras: Subscription?, files: Subscription?, saveRequest: Subscription?)

  /// - Parameter wake: Called when there is an answer. The thread that created this value takes the answer by
  ///   ``takeAnswers()``.
  init(wake: @escaping @Sendable () -> Void) {
    answers = LoopState(Answers(), wake: wake)
  }

  func findCameras() {
    subscriptions.cameras = cameras.subscribe(answers, to: nil) { $0.value.cameras = $1 }
  }

  /// - Parameter typed: The beginning of a path.
  func findFiles(continuing typed: String) {
    subscriptions.files = files.subscribe(answers, to: typed) { $0.value.files = $1 }
  }

  func save(_ saveRequest: TextSaveRequest) {
    subscriptions.saveRequest = saveRequests.subscribe(answers, to: saveRequest) { $0.value.notice = $1 }
  }

  func takeAnswers() -> Answers { answers.exchange(Answers()) }
}

extension Choices.Camera {
  fileprivate init(_ camera: CameraDescription) {
    self.init(
      name: camera.name.isEmpty ? camera.path : camera.name, path: camera.stablePath ?? camera.path,
      obstacle: camera.failure)
  }
}
