import Capture
import Monitor

/// A bare trace on its way to text.
struct TraceReading: ~Copyable {
  private var receiver: TraceReceiver
  private var output: DecodedOutput
  // Filled again and again; kept for its storage.
  private var events: [MonitorEvent] = []
  private var findings = Findings()

  /// - Parameter exposure: Seconds over which each value collected light; estimated if `nil`.
  init(_ configuration: Receiver.Configuration, exposure: Double?, _ output: consuming DecodedOutput) {
    receiver = .init(configuration, exposure: exposure)
    self.output = output
  }

  /// Reads to the end.
  mutating func read(_ trace: LumaTrace) throws -> Findings {
    findings.broken = try readValues(trace)
    receiver.finish { events.append($0) }
    try tell()
    try output.finish()
    return findings
  }

  /// - Returns: What broke the trace off, if anything did.
  private mutating func readValues(_ trace: LumaTrace) throws -> CaptureError? {
    while !Interruption.isRequested {
      let value: LumaTrace.Value
      do throws(CaptureError) {
        guard let next = try trace.next() else { return nil }
        value = next
      } catch {
        return error
      }
      receiver.read(value) { events.append($0) }
      try tell()
    }
    return nil
  }

  private mutating func tell() throws {
    for event in events {
      findings.note(event)
      try output.write(event)
    }
    events.removeAll(keepingCapacity: true)
  }
}
