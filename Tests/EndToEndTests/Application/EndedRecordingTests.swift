import Capture
import Foundation
import Monitor
import Testing

@testable import Application

@Suite("A recording that was ended")
struct EndedRecordingTests {
  @Test("SIGHUP does not restart a recording that the user has ended")
  func hangUp() throws {
    let program = Program()
    let path = program.folder.url.appendingPathComponent("a.grid").path
    let session = Session(name: "cam", queue: CaptureQueue()) { _ in }
    let files = try MonitorFiles(
      EventSink(printsText: false, ReadingChoices(), logPath: nil), record: path)
    raise(SIGHUP)
    _ = try files.update(session)
    #expect(files.recorder != nil)
    try files.endRecording(of: session)
    raise(SIGHUP)
    _ = try files.update(session)
    #expect(files.recorder == nil)
  }
}
