import Monitor

/// Where the monitor's events go: text to standard output where there is no window, every event to a log if asked for.
///
/// A failed write does not stop the reading in the middle of a frame; it is kept, and ends the program's loop. A log that
/// cannot be written does not end it: see ``EventLog``.
final class EventSink {
  private var text: DecodedOutput?
  private let log: EventLog?
  let logPath: String?
  private var failure: (any Error)?

  /// - Parameters:
  ///   - printsText: Whether decoded text goes to standard output.
  ///   - logPath: The file for every event, which is written on at its end, or `-`.
  init(printsText: Bool, _ reading: ReadingOptions, logPath: String?) throws {
    text =
      printsText && logPath != "-"
      ? DecodedOutput(.text, rules: reading.copying, layout: OutputLayout(live: reading.torches)) : nil
    log = try logPath.map { try EventLog($0) }
    self.logPath = logPath
    beginLog()
  }

  /// Every run tells which station it is.
  private func beginLog() {
    if log != nil, let station = Self.station() { receive(.station(station)) }
  }

  /// Goes on in a log that has been moved away, or is back.
  func reopen() {
    log?.reopen()
    beginLog()
  }

  /// Whether the log lacks what happens now.
  var isFailing: Bool { log?.failure != nil }

  /// What has become of the log since the last call.
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

  /// Which station this is, where that can be kept.
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

  /// Why nothing is read, on standard error beside the text.
  private func sayDiagnosis(_ event: MonitorEvent) {
    guard case .diagnosis(let torch, let diagnosis?, _) = event else { return }
    say((torch.map { "torch \($0.letter) cannot be read: " } ?? "nothing is read: ") + diagnosis.message)
  }

  /// - Throws: What kept an event from being written.
  func check() throws {
    if let failure { throw failure }
  }

  /// Ends the open line.
  func finish() throws {
    try check()
    try text?.finish()
  }
}
