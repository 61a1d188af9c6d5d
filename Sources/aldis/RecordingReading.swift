import Capture
import Frames
import Luma
import Monitor

/// A recording on its way to text.
struct RecordingReading: ~Copyable {
  private var receiver: Receiver
  private var output: DecodedOutput
  // Filled again and again; kept for their storage.
  private var grid = LumaGrid(width: 1, height: 1)
  private var events: [MonitorEvent] = []
  private var findings = Findings()
  /// What was known of the recording when it ended.
  private var info: SourceInfo?

  init(_ receiver: Receiver, _ output: consuming DecodedOutput) {
    self.receiver = receiver
    self.output = output
  }

  /// Reads to the end.
  mutating func read(_ source: any FrameSource) throws -> Findings {
    findings.broken = try readFrames(source)
    try finish()
    return findings
  }

  /// - Returns: What broke the recording off, if anything did.
  private mutating func readFrames(_ source: any FrameSource) throws -> CaptureError? {
    try output.write(.camera(CameraEvent(.streaming, info: source.info, time: 0)))
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
        CPULuma.measure(frame, into: &grid)
        receiver.read(grid) { events.append($0) }
      case .lost(let lost):
        receiver.note(lost) { events.append($0) }
      case .changed:
        events.append(.camera(CameraEvent(.streaming, info: source.info, time: receiver.time)))
      case .nothing:
        continue
      case .ended:
        return nil
      }
      try tell()
    }
    return nil
  }

  private mutating func finish() throws {
    receiver.finish { events.append($0) }
    if let info { events.append(.camera(CameraEvent(.ended, info: info, time: receiver.time))) }
    try tell()
    try output.finish()
  }

  private mutating func tell() throws {
    for event in events {
      findings.note(event)
      try output.write(event)
    }
    events.removeAll(keepingCapacity: true)
  }
}
