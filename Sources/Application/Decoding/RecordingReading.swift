import Capture
import Frames
import Luma
import Monitor

/// Reads a recording of pictures.
struct RecordingReading: ~Copyable {
  private var receiver: Receiver
  private var output: EventWriter
  private var measurement = SceneMeasurement()
  /// Description of the recording when it ended.
  private var info: SourceInfo?

  init(_ receiver: Receiver, _ output: consuming DecodedOutput) {
    self.receiver = receiver
    self.output = EventWriter(output)
  }

  /// Reads to the end.
  mutating func read(_ source: any FrameSource) throws -> DecodingReport {
    output.report.earlyEnd = try readFrames(source)
    try finish()
    return output.report
  }

  /// - Returns: The error that ended the recording early, if any.
  private mutating func readFrames(_ source: any FrameSource) throws -> CaptureError? {
    output.events.append(.camera(CameraEvent(.streaming, info: source.info, time: 0)))
    try output.flush()
    defer { info = source.info }
    while !Interruption.isRequested {
      let event: CaptureEvent
      do throws(CaptureError) {
        event = try source.next(within: .seconds(1))
      } catch {
        return error
      }
      switch consume event {
      case .frame(let frame):
        let grid = measurement.measure(frame)
        receiver.read(grid) { output.events.append($0) }
      case .lost(let lost):
        receiver.note(lost) { output.events.append($0) }
      case .changed:
        output.events.append(.camera(CameraEvent(.streaming, info: source.info, time: receiver.time)))
      case .nothing:
        continue
      case .ended:
        return nil
      }
      try output.flush()
    }
    return nil
  }

  private mutating func finish() throws {
    receiver.finish { output.events.append($0) }
    if let info { output.events.append(.camera(CameraEvent(.ended, info: info, time: receiver.time))) }
    try output.finish()
  }
}
