import Filming
import Testing

@testable import Morse

@Suite("Message gate")
struct MessageGateTests {
  /// Takes marks and pauses of these lengths in units, as regular as a machine's.
  ///
  /// - Parameter regularity: How well each fits Morse.
  private func take(
    _ lengths: [Double], seconds unit: Double = 0.1, regularity: Double = 2.3, by gate: inout MessageGate
  ) {
    for (index, length) in lengths.enumerated() {
      gate.take([.init(isLit: index % 2 == 0, length: length, seconds: length * unit, regularity: regularity)]
      )
    }
  }

  /// The marks and pauses of `text`, and the pause after it.
  private func lengths(of text: String) throws -> [Double] {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 12)).encode(text)
    let edges = keying.marks.flatMap { [$0.lowerBound, $0.upperBound] }
    return zip(edges, edges.dropFirst()).map { ($1 - $0) / 0.1 } + [7]
  }

  @Test("A light that repeats one mark and one pause gives no text, whatever came before")
  func blinking() {
    for before in [[], [1.0, 3, 3, 1, 1, 7], [0.3, 13, 1.5, 0.2, 1.5, 6]] {
      var gate = MessageGate()
      take(before, regularity: 0, by: &gate)
      var opened = false
      for _ in 0..<40 {
        take([3, 4.8], by: &gate)
        opened = opened || gate.isOpen
      }
      #expect(!opened && gate.isBlinking && gate.hasBlinked)
      // It also gives no text if it is only read at another speed.
      take(Array(repeating: 1, count: 30), seconds: 0.35, by: &gate)
      #expect(!gate.isOpen)
    }
  }

  @Test(
    "Text that is likely in a language opens the gate even if the lengths are no evidence",
    arguments: [0.0, 0.5])
  func text(gain: Double) throws {
    var gate = MessageGate()
    for (index, length) in try lengths(of: "MEET US AT THE NORTH QUAY").enumerated() {
      gate.take(
        [.init(isLit: index % 2 == 0, length: length, seconds: length * 0.1, regularity: 0)], gain: gain)
    }
    #expect(gate.isOpen == (gain > 0), "\(gate.evidence)")
  }

  @Test(
    "Only dots or only dashes are evidence of equal marks; a mix of both is not, in any order",
    arguments: [
      ("HIS SEE HIS", true), ("TOM MOTTO", true), ("TEA RAN", false), ("TOM HE IS", false),
      ("HE IS TOM", false),
    ])
  func equalMarks(text: String, areEqual: Bool) throws {
    let lengths = try lengths(of: text)
    let marks = stride(from: 0, to: lengths.count, by: 2).map { lengths[$0] > 2 ? Element.dash : .dot }
    #expect((EqualMarks.evidence(in: marks) > 4) == areEqual)
  }

  @Test("A level that wanders keeps the gate closed unless its edges are sharp", arguments: [0.0, 20])
  func wandering(againstDrift: Double) throws {
    var gate = MessageGate()
    for (index, length) in try lengths(of: "MEET US AT THE NORTH QUAY").enumerated() {
      gate.take([
        .init(
          isLit: index % 2 == 0, length: length, seconds: length * 0.1, regularity: 2.3, wander: 0.3,
          againstDrift: againstDrift)
      ])
    }
    #expect(gate.isOpen == (againstDrift > 0), "\(gate.evidence)")
  }

  @Test("A blinking light gives no text if cars sometimes hide a blink")
  func interruptedBlinking() {
    var gate = MessageGate()
    for _ in 0..<12 { take([3, 3], by: &gate) }
    #expect(gate.hasBlinked)
    // Lengths as measured in a street: a few segments of any length, most of which fit Morse roughly.
    for cars in [[3.0, 1, 1, 1], [1, 3, 7, 3], [3, 9], [5, 1], [9, 3], [1, 1, 1, 1, 3, 5]] {
      take(cars, regularity: 0.5, by: &gate)
      for _ in 0..<5 {
        take([3, 3], by: &gate)
        #expect(!gate.isOpen)
      }
    }
  }

  @Test("A blinking light gives no text if cars sometimes hide a pause, which joins two blinks to one mark")
  func joinedBlinking() {
    var gate = MessageGate()
    for blinks in [3, 6, 3, 7, 2, 4, 5] {
      for _ in 1..<blinks { take([1, 1], seconds: 0.35, by: &gate) }
      take([3, 1], seconds: 0.35, by: &gate)
      #expect(!gate.isOpen)
    }
    // Light that follows is text if it has pauses between characters.
    take([1, 3, 1, 1, 3, 3, 3, 1, 1, 1, 1, 7], seconds: 0.35, by: &gate)
    #expect(gate.isOpen)
  }

  @Test(
    "Text after long blinking is read, even with the same marks and pauses",
    arguments: [[3, 4.8], [3.0, 3], [1, 1], [1, 3]])
  func afterBlinking(blinking: [Double]) throws {
    var gate = MessageGate()
    for _ in 0..<2000 { take(blinking, by: &gate) }
    take(try lengths(of: "PARIS PARIS PARIS"), by: &gate)
    #expect(gate.isOpen && !gate.hasBlinked)
  }

  @Test(
    "Text is distinguished from blinking",
    arguments: ["SOS SOS", "EISH5 EISH5", "TTT DE W1AW", "599 TEST", "73 HI"])
  func text(text: String) throws {
    var gate = MessageGate()
    take(try lengths(of: text), by: &gate)
    #expect(gate.isOpen && !gate.hasBlinked)
  }

  @Test(
    "Eight dots, five dashes and a row of dots within text are text",
    arguments: ["<HH>", "00000", "HIS 5555 SHE"])
  func rows(row: String) throws {
    var gate = MessageGate()
    take(try lengths(of: "PARIS"), by: &gate)
    take(try lengths(of: row), by: &gate)
    #expect(gate.isOpen && !gate.hasBlinked)
  }

  @Test("A recording of only two rows of dots is read", arguments: ["55", "HH", "5H5", "SSS"])
  func short(text: String) throws {
    for wordsPerMinute in [5.0, 12, 20] {
      let keying = try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute)).encode(text)
      let film = FilmedLight(camera: .init(contrastToNoise: 10)).play(keying, seed: 1)
      for pace in [Decoder.Pace.live, .recording] { #expect(read(film, pace: pace).trimmed == text) }
    }
  }
}
