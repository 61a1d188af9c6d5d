import Morse
import Testing

@testable import Torch

@Suite("Keying plan")
struct KeyingPlanTests {
  @Test("A is a dot and a dash")
  func operations() throws {
    let keying = try Encoder(timing: .morseTorch).encode("A")
    let plan = KeyingPlan(keying)
    #expect(plan.map(\.isOn) == [true, false, true, false])
    for (operation, time) in zip(plan, [0, 0.1, 0.2, 0.5]) { #expect(abs(operation.time - time) < 1e-9) }
  }

  @Test("an empty message has no operation")
  func empty() {
    #expect(KeyingPlan(Keying(marks: [], characters: [])).isEmpty)
  }

  @Test("the last of 100 000 edges has its exact time: errors do not add up")
  func noDrift() throws {
    let timing = Timing.itu(wordsPerMinute: 20)
    let plan = KeyingPlan(try Encoder(timing: timing).encode(String(repeating: "E", count: 50_000)))
    #expect(plan.count == 100_000)
    // 50 000 dots and 49 999 gaps of three units, a unit being 0.06 s.
    let end = Double(50_000 + 3 * 49_999) * 0.06
    #expect(abs(plan[99_999].time - end) < 1e-6)
  }
}
