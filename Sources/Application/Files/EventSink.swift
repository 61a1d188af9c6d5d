import Monitor

/// Where the monitor's events go: text to standard output where there is no window, every event to a log if asked for.
///
/// A failed write does not stop the reading in the middle of a frame: ``check()`` throws it at the next turn of the
/// program's loop. A log that cannot be written does not end the program, see ``EventLog``.
final class EventSink {
  private var text: DecodedOutput?
  private let log: EventLog?
  let logPath: String?
  private var failure: (any Error)?

  /// - Parameters:
  ///   - printsText: Whether decoded text goes to standard output.
  ///   - logPath: The file that every event is appended to, or `-`.
  init(printsText: Bool, _ reading: ReadingChoices, logPath: String?) throws {
    text =
      printsText && logPath != "-"
      ? DecodedOutput(.text, rules: reading.copying, layout: OutputLayout(live: reading.torches)) : nil
    log = try logPath.map { try EventLog($0) }
    self.logPath = logPath
    beginLog()
  }

  /// Each run begins with the name of the station.
  private func beginLog() {
    if log != nil, let station = Self.station() { receive(.station(station)) }
  }

  /// Opens the log anew: it may have been moved away.
  func reopen() {
    log?.reopen()
    beginLog()
  }

  /// Whether events are missing from the log now.
  var isFailing: Bool { log?.failure != nil }

  /// Whether the log failed or recovered since the last call.
  func takeChange() -> StorageChange? { log?.takeChange() }

  func receive(_ event: MonitorEvent) {
    guard failure == nil else { return }
    do {
      try text?.write(event)
      if text != nil { sayDiagnosis(event) }
      try log?.write(event)
    } catch {
      failure = error
    }
  }

  /// The name of this station; `nil` if it cannot be saved.
  private static func station() -> StationID? {
    guard let path = UserFolder.state.path(of: "station") else { return nil }
    do {
      return try StationID(at: path)
    } catch {
      say(
        "\(path) cannot be used, so events have no station id; remove it, or make it writable"
      )
      return nil
    }
  }

  /// Reports on standard error why nothing is read.
  private func sayDiagnosis(_ event: MonitorEvent) {
    guard case .diagnosis(let torch, let diagnosis?, _) = event else { return }
    say((torch.map { "torch \($0.letter) cannot be read: " } ?? "nothing is read: ") + diagnosis.message)
  }

  /// - Throws: The error of a failed write.
  func check() throws {
    if let failure { throw failure }
  }

  /// Ends the open line.
  func finish() throws {
    try check()
    try text?.finish()
  }
}
