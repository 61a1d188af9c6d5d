import Morse
import Testing

@Suite("Switching delays")
struct SwitchingDelaysTests {
  private func keying() throws -> Keying { try Encoder(timing: .itu(wordsPerMinute: 12)).encode("PARIS") }

  @Test(
    "a slow light that gets its commands early shines as planned",
    arguments: [(0.02, 0.07), (0.05, 0.01), (0.03, 0.03), (-0.01, 0.02)])
  func anticipated(_ rise: Double, _ fall: Double) throws {
    let keying = try keying()
    let delays = SwitchingDelays(rise: rise, fall: fall)
    let start = delays.longest
    let commands = try #require(keying.anticipating(delays, lead: start))
    #expect(commands.marks.allSatisfy { $0.lowerBound >= 0 })
    for (command, mark) in zip(commands.marks, keying.marks) {
      #expect(abs(command.lowerBound + rise - start - mark.lowerBound) < 1e-9)
      #expect(abs(command.upperBound + fall - start - mark.upperBound) < 1e-9)
    }
    #expect(commands.characters == keying.characters)
  }

  @Test(
    "a light whose delays differ by a dot is too slow",
    arguments: [(0.0, 0.1), (0.12, 0.0)])
  func tooSlow(_ rise: Double, _ fall: Double) throws {
    #expect(try keying().anticipating(.init(rise: rise, fall: fall), lead: 0.12) == nil)
  }

  @Test("without delays the keying is unchanged")
  func none() throws {
    let keying = try keying()
    #expect(keying.anticipating(.zero, lead: 0) == keying)
  }
}
