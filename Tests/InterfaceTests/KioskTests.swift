import Testing

@testable import Interface

@Suite("A kiosk among people")
struct KioskTests {
  @Test("a finger that stays three seconds ends it, one that moves or leaves does not")
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

  @Test("its example is SOS in dots and dashes, then a pause, over and over")
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
