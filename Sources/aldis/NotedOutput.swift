import Monitor

/// What a reading comes to: written as it comes, and noted for the words at its end.
struct NotedOutput: ~Copyable {
  /// Yet to be told. Filled again and again; kept for its storage.
  var events: [MonitorEvent] = []
  var findings = Findings()
  private var output: DecodedOutput

  init(_ output: consuming DecodedOutput) { self.output = output }

  mutating func tell() throws {
    for event in events {
      findings.note(event)
      try output.write(event)
    }
    events.removeAll(keepingCapacity: true)
  }

  /// Tells the rest, and ends every line that is still open.
  mutating func finish() throws {
    try tell()
    try output.finish()
  }
}
