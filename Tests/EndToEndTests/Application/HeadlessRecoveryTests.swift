import Capture
import Foundation
import Frames
import Monitor
import Synchronization
import Testing

@testable import Application

/// A camera that delivers three dark frames and is then pulled out.
private final class BrokenCamera: FrameSource {
  let info = SourceInfo(
    name: "cam", format: FrameFormat(.grey, width: 32, height: 32), nominalRate: 30, isLive: true)
  private let pool = FramePool(format: FrameFormat(.grey, width: 32, height: 32), capacity: 8)
  private var sequence: UInt64 = 0

  func next(within timeout: Duration) throws(CaptureError) -> CaptureEvent {
    guard sequence < 3 else { throw .cameraGone("cam") }
    let time = Timestamp(seconds: Double(sequence) / 30)
    guard let frame = pool.frame(timestamp: time, sequence: sequence, fill: { _ in }) else { return .nothing }
    sequence += 1
    return .frame(frame)
  }
}

@Suite("Reading without a window")
struct HeadlessRecoveryTests {
  private func run(
    _ source: SourceChoice, seconds: Double,
    _ open: @escaping @Sendable () throws(CaptureError) -> any FrameSource
  ) throws -> (states: [CameraEvent.State], waits: Bool) {
    let thread = CaptureThread(recovery: source.recovery, open: open)
    defer { thread.stop() }
    var states: [CameraEvent.State] = []
    let session = Session(name: "cam", queue: thread.queue) { event in
      if case .camera(let camera) = event { states.append(camera.state) }
    }
    let monitor = HeadlessMonitor(
      source: source, thread: thread, session: session,
      files: try MonitorFiles(
        EventSink(printsText: false, ReadingChoices(), logPath: nil), record: nil),
      deadline: .now + .seconds(seconds))
    try monitor.run(measuringWith: nil)
    return (states, monitor.waitsForSource)
  }

  @Test("reading continues when a camera that was pulled out returns, as with a window")
  func recovery() throws {
    let result = try run(.camera("cam", CameraRequest()), seconds: 2) { BrokenCamera() }
    #expect(result.states.prefix(3) == [.streaming, .failed, .streaming])
    #expect(result.waits)
  }

  @Test("reading ends at once if a camera cannot be opened, or if a recording fails")
  func end() throws {
    let begin = ContinuousClock.now
    let closed = try run(.camera("cam", CameraRequest()), seconds: 20) { () throws(CaptureError) in
      throw .cameraBusy("cam")
    }
    #expect(closed.states == [.failed] && !closed.waits)
    let recording = try run(.recording("film"), seconds: 20) { BrokenCamera() }
    #expect(recording.states == [.streaming, .failed] && !recording.waits)
    #expect(.now - begin < .seconds(10))
  }
}
