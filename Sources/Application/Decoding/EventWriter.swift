import Monitor

/// Writes the events of a decoder, and collects a report of the result.
struct EventWriter: ~Copyable {
  /// Events that are not written yet. The array is reused, so that its storage is allocated once.
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
