import Capture
import Monitor

/// Reads a trace: brightness values without pictures.
struct TraceReading: ~Copyable {
  private var receiver: TraceReceiver
  private var output: EventWriter

  /// - Parameter exposure: Seconds over which each value collected light; estimated if `nil`.
  init(_ configuration: Receiver.Configuration, exposure: Double?, _ output: consuming DecodedOutput) {
    receiver = .init(configuration, exposure: exposure)
    self.output = EventWriter(output)
  }

  /// Reads to the end.
  mutating func read(_ trace: LumaTrace) throws -> DecodingReport {
    output.report.earlyEnd = try readValues(trace)
    receiver.finish { output.events.append($0) }
    try output.finish()
    return output.report
  }

  /// - Returns: The error that ended the trace early, if any.
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
      try output.flush()
    }
    return nil
  }
}
