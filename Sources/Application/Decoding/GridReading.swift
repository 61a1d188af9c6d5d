import Capture
import Monitor

/// Reads a recording of grids. The events are the same as during the recording.
struct GridReading: ~Copyable {
  private var receiver: Receiver
  private var output: EventWriter
  /// Whether the sensitivity in the recording is ignored, because the user chose another one.
  private let ignoresSensitivity: Bool
  /// Whether the speed in the recording is ignored, because the user chose another one.
  private let ignoresSpeed: Bool

  init(_ choices: ReadingChoices, _ output: consuming DecodedOutput) {
    receiver = Receiver(choices.receiver(pace: .live))
    ignoresSensitivity = choices.sensitivity != .automatic
    ignoresSpeed = choices.wordsPerMinute != nil
    self.output = EventWriter(output)
  }

  /// Reads to the end.
  mutating func read(_ reader: GridReader) throws -> DecodingReport {
    output.report.earlyEnd = try readRecords(reader)
    // A recording that ends early does not contain a record of its end.
    receiver.take(.closed) { output.events.append($0) }
    try output.finish()
    return output.report
  }

  /// - Returns: The error that ended the recording early, if any.
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
      try output.flush()
    }
    return nil
  }
}
