import Capture
import Monitor

/// A bare trace on its way to text.
struct TraceReading: ~Copyable {
  private var receiver: TraceReceiver
  private var output: NotedOutput

  /// - Parameter exposure: Seconds over which each value collected light; estimated if `nil`.
  init(_ configuration: Receiver.Configuration, exposure: Double?, _ output: consuming DecodedOutput) {
    receiver = .init(configuration, exposure: exposure)
    self.output = NotedOutput(output)
  }

  /// Reads to the end.
  mutating func read(_ trace: LumaTrace) throws -> Findings {
    output.findings.broken = try readValues(trace)
    receiver.finish { output.events.append($0) }
    try output.finish()
    return output.findings
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
      receiver.read(value) { output.events.append($0) }
      try output.tell()
    }
    return nil
  }
}
