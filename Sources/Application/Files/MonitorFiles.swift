import Interface
import Monitor

/// A log or a recording could not be written, or can be written again.
enum StorageChange {
  case failed(String, Failure)
  case recovered(String, missing: Int)

  func event(at time: Double) -> StorageEvent {
    switch self {
    case .failed(let name, let failure):
      StorageEvent(.failed, name: name, message: failure.message, time: time)
    case .recovered(let name, let missing):
      StorageEvent(.recovered, name: name, count: missing > 0 ? missing : nil, time: time)
    }
  }

  /// One line for a terminal.
  var message: String {
    switch self {
    case .failed(_, let failure): failure.message
    case .recovered(let name, let missing):
      "\(name) is written again; \(missing) events are missing from it"
    }
  }

  /// The notice for a window, in its language.
  func notice(_ words: Wording) -> Notice {
    switch self {
    case .failed(_, let failure): Notice(.error, words.message(for: failure))
    case .recovered(let name, let missing):
      Notice(
        .warning,
        words.translate(
          "\(RecordingPaths.shown(name)) is written again; events that are missing from it: \(missing)"))
    }
  }
}

/// The files that a monitor writes while it reads: the log of events, and a recording of grids.
///
/// A full disk ends neither the reading nor the writing on other disks. SIGHUP opens the files again, as programs that rotate
/// logs expect.
final class MonitorFiles {
  let events: EventSink
  private(set) var recorder: GridRecorder?
  /// Path of `--record`.
  private let recordPath: String?
  /// Whether the user started the recording in the window. SIGHUP does not open such a recording again, and its failure does
  /// not change the exit status.
  private var isWindowRecording = false
  /// The error that ended the recording of `--record`.
  private var failure: Failure?

  /// - Parameter recordPath: A file, or `-` for standard output.
  init(_ events: EventSink, record recordPath: String?) throws {
    self.events = events
    self.recordPath = recordPath
    recorder = try recordPath.map { try GridRecorder($0) }
    if [events.logPath, recordPath].contains(where: { $0 != nil && $0 != "-" }) {
      Interruption.watchReopening()
    }
  }

  /// Starts a recording of the measurements of `session`.
  ///
  /// - Parameter path: Path of a recording that the user started in the window.
  func record(_ session: Session, to path: String) throws {
    let recorder = try GridRecorder(path)
    self.recorder = recorder
    isWindowRecording = true
    session.setRecord(recorder.receive)
  }

  /// Ends the recording.
  ///
  /// - Throws: The error of a failed write.
  func endRecording(of session: Session) throws {
    session.setRecord(nil)
    defer { recorder = nil }
    try recorder?.finish()
  }

  /// Checks the files for failures, and opens them again after SIGHUP. It is called in every iteration of the loop.
  ///
  /// - Returns: Changes for the user. They have been written to the log of events.
  /// - Throws: An error that ends the program: standard output cannot be written.
  func update(_ session: Session) throws -> [StorageChange] {
    try events.check()
    var changes: [StorageChange] = []
    do {
      try recorder?.check()
      if Interruption.takeReopenRequest() { try reopen(session) }
    } catch let failure as Failure where isWindowRecording || recordPath != "-" {
      changes.append(.failed(recorder?.path ?? recordPath ?? "", failure))
      session.setRecord(nil)
      recorder = nil
      if !isWindowRecording { self.failure = failure }
    }
    if let change = events.takeChange() { changes.append(change) }
    let time = session.snapshot.position?.seconds ?? 0
    for change in changes { events.receive(.storage(change.event(at: time))) }
    return changes
  }

  private func reopen(_ session: Session) throws {
    events.reopen()
    // A recording that the user ended stays ended. A failed recording begins again.
    guard let recordPath, recordPath != "-", !isWindowRecording, recorder != nil || failure != nil else {
      return
    }
    session.setRecord(nil)
    try recorder?.finish()
    let recorder = try GridRecorder(recordPath)
    (self.recorder, failure) = (recorder, nil)
    session.setRecord(recorder.receive)
  }

  /// Writes everything that is still pending.
  ///
  /// - Throws: An error of the last writes, or ``QuietExit`` if an earlier one has been reported already.
  func finish() throws {
    try recorder?.finish()
    try events.finish()
    if let change = events.takeChange() { say(change.message) }
    if failure != nil || events.isFailing { throw QuietExit(.io) }
  }
}
