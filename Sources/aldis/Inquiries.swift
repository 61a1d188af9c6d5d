import Capture
import Interface
import Monitor

/// What the window asks of folders and devices, which may take their time; the window does not wait for them.
///
/// A question takes the place of the last one of its kind: if that has not begun, it is never asked.
final class Inquiries {
  private let loop: LoopExecutor
  private let answers: InquiryAnswers
  private let cameras = Subscriptions<Never?, [Choices.Camera]> { _ in
    Camera.list().map(Choices.Camera.init)
  }
  private let files = Subscriptions { RecordingPaths.continuing($0) }
  private let savings = Subscriptions { (saving: TextSaving) in saving.save() }
  private var subscriptions: (cameras: Subscription?, files: Subscription?, saving: Subscription?)

  /// - Parameter wake: Called when there is an answer; the thread of this call then takes it.
  init(wake: @escaping @Sendable () -> Void) {
    loop = LoopExecutor(wake: wake)
    answers = InquiryAnswers(loop)
  }

  func lookForCameras() {
    subscriptions.cameras = cameras.subscribe(answers, to: nil) { $0.newest.cameras = $1 }
  }

  /// - Parameter typed: The beginning of a path.
  func lookForFiles(continuing typed: String) {
    subscriptions.files = files.subscribe(answers, to: typed) { $0.newest.files = $1 }
  }

  func save(_ saving: TextSaving) {
    subscriptions.saving = savings.subscribe(answers, to: saving) { $0.newest.notice = $1 }
  }

  /// What was answered since the last call.
  func takeAnswers() -> InquiryAnswers.Newest {
    loop.runPending()
    return answers.assumeIsolated { answers in
      defer { answers.newest = .init() }
      return answers.newest
    }
  }
}

/// Hears the answers on the window's thread.
actor InquiryAnswers {
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
