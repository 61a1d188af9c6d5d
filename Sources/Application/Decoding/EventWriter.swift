import Capture
import Monitor

/// Writes the events of an input that is decoded, and collects a report of the result.
struct EventWriter: ~Copyable {
  /// Receives the events of a part of the input.
  typealias Sink = (MonitorEvent) -> Void

  /// Events that are not written yet. The array is reused, so that its storage is allocated once.
  private var events: [MonitorEvent] = []
  /// Number of ``events`` that the report contains.
  private var notedCount = 0
  private var report = DecodingReport()
  private var output: DecodedOutput
  /// Whether nothing is written before there is text.
  private let waitsForText: Bool

  init(_ output: consuming DecodedOutput, waitsForText: Bool = false) {
    self.output = output
    self.waitsForText = waitsForText
  }

  /// Reads the input to its end, to an error in it, or until the user interrupts.
  ///
  /// - Parameter decode: Reads and decodes the next part of the input. Returns `false` at the end.
  mutating func read(_ decode: (Sink) throws(CaptureError) -> Bool) throws {
    while !Interruption.isRequested {
      do throws(CaptureError) {
        guard try decode({ events.append($0) }) else { return }
      } catch {
        report.inputError = error
        return
      }
      try flush()
    }
  }

  mutating func write(_ decode: (Sink) -> Void) throws {
    decode { events.append($0) }
    try flush()
  }

  /// Writes the last events, and ends every line that is still open.
  mutating func finish(_ decode: (Sink) -> Void) throws -> DecodingReport {
    try write(decode)
    try output.finish()
    return report
  }

  private mutating func flush() throws {
    for event in events[notedCount...] { report.note(event) }
    notedCount = events.count
    guard report.hasRead || !waitsForText else { return }
    for event in events { try output.write(event) }
    events.removeAll(keepingCapacity: true)
    notedCount = 0
  }
}
