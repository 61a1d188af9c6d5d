import Frames
import Graphics
import Monitor
import Testing

@testable import Interface

@Suite("The kiosk")
struct KioskTests {
  @Test("a press of three seconds ends the kiosk, unless the finger moves or is lifted")
  func longPress() {
    let start = ContinuousClock.now
    var press = LongPress()
    #expect(press.progress(now: start) == nil)
    press.begin(at: Point(100, 100), now: start)
    #expect(press.progress(now: start + .milliseconds(1500)) == 0.5)
    press.move(to: Point(120, 80))
    #expect(press.progress(now: start + .seconds(9)) == 1)
    press.move(to: Point(160, 80))
    #expect(press.progress(now: start + .seconds(9)) == nil)
    press.begin(at: Point(100, 100), now: start)
    press.end()
    #expect(press.progress(now: start + .seconds(9)) == nil)
  }

  @Test("the text of a lost lamp stays for a minute, then the invitation is shown")
  func transcriptLifetime() throws {
    let stage = try Stage(try OffscreenContext().context)
    let view = Stage.View(.kiosk, width: 800, height: 480)
    var (said, empty) = (Gallery.snapshot("reading"), Gallery.snapshot("empty"))
    said.torches = []
    said.trace = empty.trace
    func isInvitation(after seconds: Double) throws -> Bool {
      // Its last character ended at 9.7 s.
      (said.position, empty.position) = (Timestamp(seconds: 9.7 + seconds), Timestamp(seconds: 9.7 + seconds))
      return try stage.picture(of: said, as: view) { _ in } == stage.picture(of: empty, as: view) { _ in }
    }
    #expect(try !isInvitation(after: 59))
    #expect(try isInvitation(after: 61))
    // The text of a recording that has ended stays.
    said.source = Gallery.snapshot("ended").source
    #expect(try !isInvitation(after: 61))
  }

  @Test("the example on the kiosk repeats SOS in dots and dashes, and a pause")
  func example() {
    func units(_ range: Range<Int>) -> String {
      String(range.map { MorseExample(at: (Double($0) + 0.5) * MorseExample.unit).isLit ? "#" : "." })
    }
    let round = "#.#.#...###.###.###...#.#.#" + String(repeating: ".", count: 12)
    #expect(units(0..<39) == round)
    #expect(units(39..<78) == round)
    #expect(units(-39..<0) == round)
    #expect(!MorseExample(at: .nan).isLit && !MorseExample(at: .infinity).isLit)
    // WCAG 2.2, 2.3.1: at most three flashes in any second.
    #expect(1 / (2 * MorseExample.unit) < 3)
  }
}
