import Capture
import Interface
import Monitor

/// Queries of the window to folders and devices. They run on other threads, because they may take seconds.
///
/// A query replaces an earlier one of its kind that has not started yet.
final class WindowQueries {
  private let loop: LoopExecutor
  private let answers: QueryAnswers
  private let cameras = Subscriptions<Never?, [Choices.Camera]> { _ in
    Camera.list().map(Choices.Camera.init)
  }
  private let files = Subscriptions { RecordingPaths.continuing($0) }
  private let savings = Subscriptions { (saving: TextSaving) in saving.save() }
  private var subscriptions: (cameras: Subscription?, files: Subscription?, saving: Subscription?)

  /// - Parameter wake: Called when there is an answer. The thread that created this value takes the answer by
  ///   ``takeAnswers()``.
  init(wake: @escaping @Sendable () -> Void) {
    loop = LoopExecutor(wake: wake)
    answers = QueryAnswers(loop)
  }

  func findCameras() {
    subscriptions.cameras = cameras.subscribe(answers, to: nil) { $0.newest.cameras = $1 }
  }

  /// - Parameter typed: The beginning of a path.
  func findFiles(continuing typed: String) {
    subscriptions.files = files.subscribe(answers, to: typed) { $0.newest.files = $1 }
  }

  func save(_ saving: TextSaving) {
    subscriptions.saving = savings.subscribe(answers, to: saving) { $0.newest.notice = $1 }
  }

  /// Takes the answers since the last call.
  func takeAnswers() -> QueryAnswers.Newest {
    loop.runPending()
    return answers.assumeIsolated { answers in
      defer { answers.newest = .init() }
      return answers.newest
    }
  }
}

/// Receives the answers on the window's thread.
actor QueryAnswers {
  struct Newest {
    var cameras: [Choices.Camera]?
    var files: [String]?
    var notice: Notice?
  }

  var newest = Newest()
  private let loop: LoopExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ loop: LoopExecutor) { self.loop = loop }
}

extension Choices.Camera {
  fileprivate init(_ camera: CameraDescription) {
    self.init(
      name: camera.name.isEmpty ? camera.path : camera.name, path: camera.stablePath ?? camera.path,
      obstacle: camera.failure)
  }
}
