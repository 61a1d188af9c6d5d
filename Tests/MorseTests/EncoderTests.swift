import Morse
import Testing

@Suite("Encoder")
struct EncoderTests {
  private func encode(_ text: String, unit: Double = 1) throws -> Keying {
    try Encoder(timing: .itu(wordsPerMinute: 1.2 / unit)).encode(text)
  }

  @Test("PARIS and the gap after it are 50 units")
  func paris() throws {
    let keying = try encode("PARIS PARIS")
    let second = keying.characters[5]
    #expect(second.sign == "P")
    #expect(abs(second.range.lowerBound - 50) < 1e-9)
    #expect(abs(keying.duration - 93) < 1e-9)
    #expect(keying.marks.count == 28)
  }

  @Test("An A is a dot, a unit of dark, and a dash")
  func letter() throws {
    let keying = try encode("a", unit: 0.5)
    #expect(keying.marks == [0..<0.5, 1..<2.5])
    #expect(keying.characters.map(\.sign) == ["A"])
    #expect(keying.characters.map(\.range) == [0..<2.5])
  }

  @Test(
    "A text is sent as upper-case characters, without extra spaces; signs without a code are spelled",
    arguments: [
      ("cq de aldis", "C Q D E A L D I S"), ("  A \n B  ", "A B"), ("<sk>", "<SK>"), ("E<AR>", "E <AR>"),
      ("2%", "2 - 0 / 0"), ("%", "0 / 0"), ("5‰", "5 - 0 / 0 0"), ("é", "É"), ("", ""),
    ])
  func signs(text: String, signs: String) throws {
    #expect(try encode(text).characters.map(\.sign).joined(separator: " ") == signs)
  }

  @Test("A prosign is its letters without gaps")
  func prosign() throws {
    #expect(try encode("<SOS>").characters.map(\.code) == [CodeWord("...---...")])
  }

  @Test("Characters that cannot be sent are listed, each once")
  func errors() {
    #expect(throws: EncodingError.noCodeWord(["#", "Ж"])) { try encode("A#Ж#") }
    #expect(throws: EncodingError.badProsign("<SK")) { try encode("A <SK") }
    #expect(throws: EncodingError.badProsign("<>")) { try encode("<>") }
    #expect(throws: EncodingError.badProsign("<0000>")) { try encode("<0000>") }
    #expect("\(EncodingError.noCodeWord(["#", "Ж"]))" == "no code word for # Ж")
    #expect("\(EncodingError.badProsign("<SK"))" == "no prosign: <SK")
    let long = EncodingError.badProsign("<" + String(repeating: "A", count: 1_000_000))
    #expect("\(long)" == "no prosign: <AAAAAAAAAAAAAAAAAAA...")
  }

  @Test("The phone torch app's timing equals its waits, in seconds")
  func morseTorch() throws {
    let keying = try Encoder(timing: .morseTorch).encode("ET E")
    let waits: [Range<Double>] = [0..<0.1, 0.7..<1.0, 2.1..<2.2]
    for (mark, wait) in zip(keying.marks, waits) {
      #expect(abs(mark.lowerBound - wait.lowerBound) < 1e-9)
      #expect(abs(mark.upperBound - wait.upperBound) < 1e-9)
    }
  }

  @Test("With Farnsworth spacing PARIS has the overall speed", arguments: [(18.0, 8.0), (15, 5), (13, 13)])
  func farnsworth(character: Double, overall: Double) throws {
    let timing = Timing.farnsworth(character: character, overall: overall)
    let keying = try Encoder(timing: timing).encode("PARIS PARIS")
    #expect(timing.unit == 1.2 / character)
    #expect(abs(keying.characters[5].range.lowerBound - 60 / overall) < 1e-3)
  }
}
