import Monitor

/// Writes the monitor's events: text to standard output if there is no window, and every event to a log if the user wants one.
///
/// A failed write does not interrupt the reading of a frame. ``check()`` throws its error in the next iteration of the
/// program's loop. A log that cannot be written does not end the program; see ``EventLog``.
final class EventSink {
  private var text: DecodedOutput?
  private let wordsPerMinute: Double?
  private let bracketsLosses: Bool
  /// The report since the last ``reportResult(of:isComplete:)``.
  private var report = DecodingReport()
  private var hasReportedDiagnosis = false
  private let log: EventLog?
  let logPath: String?
  private var failure: (any Error)?

  /// - Parameters:
  ///   - printsText: Whether decoded text goes to standard output.
  ///   - bracketsLosses: Whether printed text stands in brackets if pictures were lost while it was sent.
  ///   - logPath: The file that every event is appended to, or `-`.
  init(printsText: Bool, bracketsLosses: Bool = false, _ reading: ReadingChoices, logPath: String?) throws {
    text =
      printsText && logPath != "-"
      ? DecodedOutput(
        .text, rules: reading.copying, layout: OutputLayout(live: reading.torches),
        bracketsLosses: bracketsLosses)
      : nil
    self.bracketsLosses = bracketsLosses
    log = try logPath.map { try EventLog($0) }
    self.logPath = logPath
    wordsPerMinute = reading.wordsPerMinute
    beginLog()
  }

  /// Writes the name of the station, which is the first event of each run.
  private func beginLog() {
    if log != nil, let station = Self.station() { receive(.station(station)) }
  }

  /// Opens the log again, because the file may have been moved away.
  func reopen() {
    log?.reopen()
    beginLog()
  }

  /// Whether the last event could not be written to the log.
  var isFailing: Bool { log?.failure != nil }

  /// Returns the failure or recovery of the log since the last call, if any.
  func takeChange() -> StorageChange? { log?.takeChange() }

  func receive(_ event: MonitorEvent) {
    guard failure == nil else { return }
    do {
      try text?.write(event)
      if text != nil {
        report.note(event)
        reportDiagnosis(event)
      }
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
      say("\(path) cannot be used, so events have no station id; remove it, or make it writable")
      return nil
    }
  }

  /// Reports on standard error why nothing is read.
  private func reportDiagnosis(_ event: MonitorEvent) {
    guard case .diagnosis(let torch, let diagnosis?, _) = event else { return }
    hasReportedDiagnosis = true
    say((torch.map { "torch \($0.letter) cannot be read: " } ?? "nothing is read: ") + diagnosis.message)
  }

  /// Reports on standard error that a recording has damaged pictures or no text. Missing text is not reported if a diagnosis has
  /// been reported.
  ///
  /// - Parameter isComplete: Whether the recording was read to its end.
  func reportResult(of path: String, isComplete: Bool) {
    if text != nil, let line = report.damage(in: path, isMarked: bracketsLosses) { say(line) }
    if text != nil, isComplete, !hasReportedDiagnosis,
      let line = report.reasonForNoText(in: path, wordsPerMinute: wordsPerMinute)
    {
      say(line)
    }
    (report, hasReportedDiagnosis) = (DecodingReport(), false)
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
