import Monitor

/// Where the monitor's events go: text to standard output where there is no window, every event to a log if asked for.
///
/// A failed write does not stop the reading in the middle of a frame; it is kept, and ends the program's loop.
final class EventSink {
  private var text: DecodedOutput?
  private let log: Output?
  private var failure: (any Error)?

  /// - Parameters:
  ///   - printsText: Whether decoded text goes to standard output.
  ///   - logPath: The file for every event, or `-`.
  init(printsText: Bool, _ reading: ReadingOptions, logPath: String?) throws {
    text =
      printsText && logPath != "-"
      ? DecodedOutput(.text, rules: reading.copying, layout: OutputLayout(live: reading.torches)) : nil
    log = if let logPath { try Output.to(logPath) } else { nil }
    if log != nil, let station = Self.station() { receive(.station(station)) }
  }

  func receive(_ event: MonitorEvent) {
    guard failure == nil else { return }
    do {
      try text?.write(event)
      if text != nil { sayDiagnosis(event) }
      try log?.write(event.jsonLine + "\n")
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
