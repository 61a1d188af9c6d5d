import Capture
import Monitor

/// A recording of grids on its way to text, as the light was read at the time.
struct GridReading: ~Copyable {
  private var receiver: Receiver
  private var output: NotedOutput
  /// Whether the sensitivity that is asked for now counts, and not that of the time.
  private let ignoresSensitivity: Bool
  /// The same of the speed.
  private let ignoresSpeed: Bool

  init(_ options: ReadingOptions, _ speed: SpeedOption, _ output: consuming DecodedOutput) {
    receiver = Receiver(options.receiver(pace: .live, wpm: speed.wpm))
    ignoresSensitivity = options.sensitivity != .automatic
    ignoresSpeed = speed.wpm != nil
    self.output = NotedOutput(output)
  }

  /// Reads to the end.
  mutating func read(_ reader: GridReader) throws -> Findings {
    output.findings.broken = try readRecords(reader)
    // One that breaks off, or is interrupted, was not closed.
    receiver.take(.closed) { output.events.append($0) }
    try output.finish()
    return output.findings
  }

  /// - Returns: What broke the recording off, if anything did.
  private mutating func readRecords(_ reader: GridReader) throws -> CaptureError? {
    while !Interruption.isRequested {
      let arrival: GridReader.Arrival
      do throws(CaptureError) {
        arrival = try reader.next(within: .seconds(1))
      } catch {
        return error
      }
      switch arrival {
      case .record(.sensitivity) where ignoresSensitivity: continue
      case .record(.speed) where ignoresSpeed: continue
      case .record(let record): receiver.take(record) { output.events.append($0) }
      case .nothing: continue
      case .end: return nil
      }
      try output.tell()
    }
    return nil
  }
}
