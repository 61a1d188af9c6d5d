import Capture
import Filming
import Frames
import Light
import Luma
import Morse
import Testing

@testable import Monitor

/// The harbour of the demo: a lamp, and its reflection on the water.
@Suite("Recalibration while a lamp sends")
struct RecalibrationTests {
  /// Runs a session with the grids of the scene. Like the window's pass, it measures background differences.
  ///
  /// - Parameters:
  ///   - change: Called before frames are read, with the seconds since the first frame.
  ///   - report: Called with the events.
  private static func play(
    _ text: String, change: (Session, Double) -> Void,
    report: @escaping (MonitorEvent) -> Void
  ) throws -> Session {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 15)).encode(text)
    var scene = SceneDescription.demo(marks: keying.marks)
    (scene.repeats, scene.pace) = (false, .asFastAsRead)
    let thread = CaptureThread(open: { [scene] in SimulatedScene(scene) })
    let session = Session(name: "test", queue: thread.queue, report: report)
    var grid = LumaGrid(width: 1, height: 1)
    var background = PixelBackground()
    while session.outcome == nil {
      change(session, session.snapshot.position?.seconds ?? 0)
      try session.drain(within: .seconds(10)) { frame, deliver in
        CPULuma.measure(frame, into: &grid)
        background.measure(frame, into: &grid)
        deliver(grid)
      }
    }
    thread.stop()
    return session
  }

  /// At some of these moments the reflection was once found before the lamp, and then the lamp was never found.
  @Test(
    "the lamp is found, not its reflection, when the whole picture is read again after a region",
    arguments: [13.5, 13.8, 14.1, 14.4, 15.3, 16.5, 18.0])
  func lampBeforeReflection(_ moment: Double) throws {
    var waiting = [(3.0, PictureArea(x: 40, y: 40, width: 150, height: 100)), (moment, nil)][...]
    var places: [SIMD2<Double>] = []
    let session = try Self.play("CQ CQ DE ALDIS  LIGHT IS ENOUGH  <SK> CQ CQ DE ALDIS") {
      guard let (time, area) = waiting.first, $1 > time else { return }
      $0.watch(area)
      waiting.removeFirst()
    } report: {
      if case .torchFound(_, let x, let y, _, _) = $0 { places.append(SIMD2(x, y)) }
    }
    #expect(places.count == 2)
    #expect(places.allSatisfy { abs($0.x - places[0].x) < 16 && abs($0.y - places[0].y) < 16 })
    let text = try #require(session.snapshot.transcripts.first?.text)
    #expect(session.snapshot.transcripts.count == 1)
    // Text that is sent during the calibration may be lost. The first frame of the calibration depends on the threads.
    #expect(text.hasSuffix("NOUGH <SK> CQ CQ DE ALDIS "), "\(text)")
  }
}
