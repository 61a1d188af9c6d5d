import Monitor

/// Writes the events of a decoder, and collects the report of its outcome.
struct EventWriter: ~Copyable {
  /// Not yet written. Reused, because it keeps its storage.
  var events: [MonitorEvent] = []
  var report = DecodingReport()
  private var output: DecodedOutput

  init(_ output: consuming DecodedOutput) { self.output = output }

  mutating func flush() throws {
    for event in events {
      report.note(event)
      try output.write(event)
    }
    events.removeAll(keepingCapacity: true)
  }

  /// Writes the rest, and ends every line that is still open.
  mutating func finish() throws {
    try flush()
    try output.finish()
  }
}
