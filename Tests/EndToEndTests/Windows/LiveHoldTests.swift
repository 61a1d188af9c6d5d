import Capture
import Graphics
import Interface
import Monitor
import Morse
import Testing
import Typesetting

@testable import Application

@MainActor
@Suite(
  "Frozen live picture", .serialized,
  .enabled(if: Program.hasDisplay, "needs a display: run the tests with xvfb-run, as `make test` does"))
struct LiveHoldTests {
  @Test("a frozen picture stands still while reading continues, and then the newest picture is shown")
  func hold() throws {
    var description = WindowDescription()
    (description.width, description.height, description.waitsForRefresh) = (400, 300, false)
    let window = try MonitorWindow(.desktop, description)
    let reading = ReadingChoices()
    let scene = try Self.scene()
    let pipeline = SourcePipeline(
      .camera("scene", CameraRequest()), in: window, reading.receiver(pace: .live),
      try MonitorFiles(EventSink(printsText: false, reading, logPath: nil), record: nil),
      open: { () throws(CaptureError) in SimulatedScene(scene) })
    defer { pipeline.stop() }
    let session = pipeline.session
    var text: String { session.snapshot.transcripts.map(\.text).joined() }
    /// Only the camera's picture, because all other parts would change too.
    func picture() throws -> Bitmap {
      try window.screenshot(of: Snapshot(source: session.snapshot.source)) { place throws(GraphicsError) in
        try pipeline.preview(place)
      }
    }
    func watchUntil(_ isReached: () -> Bool) {
      let end = ContinuousClock.now + .seconds(40)
      while !isReached(), ContinuousClock.now < end {
        session.measure(with: pipeline.luma, within: .milliseconds(50))
      }
      #expect(isReached())
    }

    watchUntil { text.count >= 2 }
    #expect(session.snapshot.source.info?.isLive == true)
    let before = try picture()
    let frame = session.frameCount
    watchUntil { session.frameCount > frame + 1 }
    // Noise alone makes each picture different.
    #expect(try picture() != before)

    pipeline.togglePause()
    let held = try picture()
    let (heldText, heldFrame) = (text, session.frameCount)
    watchUntil { text.count >= heldText.count + 3 }
    #expect(session.snapshot.isFrozen && !session.snapshot.isPaused)
    #expect(session.frameCount > heldFrame + 30)
    #expect(try picture() == held)

    pipeline.togglePause()
    let last = session.frameCount
    watchUntil { session.frameCount > last + 1 }
    #expect(!session.snapshot.isFrozen)
    #expect(try picture() != held)
  }

  /// A lamp before a camera that films in real time.
  private static func scene() throws -> SceneDescription {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 20)).encode("PARIS PARIS PARIS")
    return SceneDescription(
      width: 320, height: 240, torches: [SimulatedTorch(marks: keying.marks)], repeats: true,
      pace: .realTime)
  }
}
