import Frames
import Monitor
import Morse
import Testing

@Suite("Loop-back comparison")
struct LoopBackComparisonTests {
  private let keying: Keying

  init() throws { keying = try Encoder(alphabet: .latin, timing: .itu(wordsPerMinute: 12)).encode("PARIS E") }

  /// The edges of the message, beginning at `start`.
  private func edges(
    torch: Int = 0, start: Double, rise: Double = 0, fall: Double = 0, pace: Double = 1
  ) -> [LightEdge] {
    keying.marks.flatMap { mark in
      [
        LightEdge(
          torch: TorchID(torch), isOn: true, time: start + mark.lowerBound * pace + rise, uncertainty: 0.001),
        LightEdge(
          torch: TorchID(torch), isOn: false, time: start + mark.upperBound * pace + fall, uncertainty: 0.001),
      ]
    }
  }

  /// The events of a receiver for a torch that sends these words.
  private func reading(_ words: [String], torch: Int) throws -> [MonitorEvent] {
    try words.flatMap { word in
      try word.map { sign in
        let code = try #require(Alphabet.latin.codeWord(for: sign))
        return MonitorEvent.character(
          TorchID(torch),
          .init(sign: "\(sign)", code: code, start: 0, end: 1, confidence: 1, wordsPerMinute: 12))
      } + [.word(TorchID(torch), text: word, time: 1)]
    }
  }

  private func result(_ events: [MonitorEvent], start: Double? = nil) -> LoopBackResult {
    var comparison = LoopBackComparison(of: keying, timing: .itu(wordsPerMinute: 12), alphabet: .latin)
    for event in events { comparison.note(event) }
    return comparison.result(start: start)
  }

  @Test("a message that is read as it was sent has no errors")
  func whole() throws {
    let result = try result(reading(["PARIS", "E"], torch: 0) + edges(start: 7).map { .light($0) })
    #expect(result.sent == "PARIS E")
    #expect(result.read == "PARIS E")
    #expect(result.isCorrect)
    #expect(result.errorRate == 0)
    let timing = try #require(result.timing)
    #expect(timing.measuredEdges == timing.plannedEdges && timing.plannedEdges == 30)
    #expect(abs(timing.lengthening) < 1e-9)
    #expect(timing.jitter < 1e-9)
    #expect(timing.delays == nil)
  }

  @Test(
    "marks of equal length are read with the timing of the message",
    arguments: [
      ("E", "E"), ("T", "T"), ("TT", "TT"), ("EE", "EE"), ("I", "I"), ("M", "M"), ("5", "5"),
      ("SH E", "SH E"),
      ("E", "T"), ("I", "EE"), ("TT", "T T"),
    ])
  func alike(_ text: String, _ read: String) throws {
    let timing = Timing.itu(wordsPerMinute: 12)
    let encoder = Encoder(alphabet: .latin, timing: timing)
    var comparison = LoopBackComparison(of: try encoder.encode(text), timing: timing, alphabet: .latin)
    for mark in try encoder.encode(read).marks {
      for (isOn, time) in [(true, mark.lowerBound + 0.02), (false, mark.upperBound - 0.02)] {
        comparison.note(.light(LightEdge(torch: TorchID(0), isOn: isOn, time: 7 + time, uncertainty: 0.01)))
      }
    }
    let result = comparison.result()
    #expect(result.read == read)
    #expect(result.isCorrect == (read == text))
  }

  @Test("errors are characters of the torch whose text is nearest")
  func errors() throws {
    let result = try result(reading(["TEST"], torch: 0) + reading(["PARI", "E"], torch: 1))
    #expect(result.read == "PARI E")
    #expect(result.errors == 1)
    #expect(!result.isCorrect)
    #expect(abs(result.errorRate - 1.0 / 7) < 1e-9)
  }

  @Test("if nothing is read, every character is an error")
  func nothing() {
    let result = result([])
    #expect(result.read == "")
    #expect(result.errors == 7)
    #expect(result.errorRate == 1)
    #expect(result.timing == nil)
  }

  @Test(
    "marks are lengthened by the off delay minus the on delay",
    arguments: [(0.01, 0.06), (0.05, 0.01), (0, 0)])
  func lengthening(_ rise: Double, _ fall: Double) throws {
    let timing = try #require(MeasuredTiming(of: keying, in: edges(start: 100, rise: rise, fall: fall)))
    #expect(abs(timing.lengthening - (fall - rise)) < 0.002)
    #expect(timing.measuredEdges == timing.plannedEdges)
    let known = try #require(
      MeasuredTiming(of: keying, in: edges(start: 100, rise: rise, fall: fall), start: 100)?.delays)
    #expect(abs(known.rise - rise) < 1e-9)
    #expect(abs(known.fall - fall) < 1e-9)
  }

  @Test("a delay longer than a dot is measured")
  func late() throws {
    let edges = edges(start: 100, rise: 0.4, fall: 0.42)
    let delays = try #require(MeasuredTiming(of: keying, in: edges, start: 100)?.delays)
    #expect(abs(delays.rise - 0.4) < 1e-9)
    #expect(abs(delays.fall - 0.42) < 1e-9)
  }

  @Test("missing edges and edges before the message do not change the measured timing")
  func gaps() throws {
    var edges = edges(start: 50, rise: 0.02, fall: 0.02)
    edges.removeSubrange(8..<12)
    edges.insert(LightEdge(torch: TorchID(0), isOn: true, time: 20, uncertainty: 0.01), at: 0)
    edges.insert(LightEdge(torch: TorchID(0), isOn: false, time: 20.3, uncertainty: 0.01), at: 1)
    let timing = try #require(MeasuredTiming(of: keying, in: edges))
    #expect(timing.measuredEdges == 26)
    #expect(timing.plannedEdges == 30)
    #expect(abs(timing.lengthening) < 1e-6)
  }

  @Test("a clock that is faster by a thousandth is tolerated")
  func drift() throws {
    let timing = try #require(MeasuredTiming(of: keying, in: edges(start: 3, pace: 1.001)))
    #expect(timing.measuredEdges == timing.plannedEdges)
    #expect(abs(timing.lengthening) < 0.002)
    #expect(timing.jitter < 0.01)
  }

  @Test("edges of another light give no timing")
  func stranger() {
    let edges = (0..<40).map {
      LightEdge(torch: TorchID(0), isOn: $0.isMultiple(of: 2), time: Double($0) * 1.7, uncertainty: 0.01)
    }
    #expect(MeasuredTiming(of: keying, in: edges) == nil)
  }
}
