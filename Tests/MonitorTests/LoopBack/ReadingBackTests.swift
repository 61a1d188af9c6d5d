import Frames
import Monitor
import Morse
import Testing

@Suite("Reading back")
struct ReadingBackTests {
  private let keying: Keying

  init() throws { keying = try Encoder(alphabet: .latin, timing: .itu(wordsPerMinute: 12)).encode("PARIS E") }

  /// The message's edges, seen from `start`.
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

  /// What a receiver tells of a torch that says these words.
  private func reading(_ words: [String], torch: Int) throws -> [MonitorEvent] {
    try words.flatMap { word in
      try word.map { sign in
        let code = try #require(Alphabet.latin.codeWord(for: sign))
        return MonitorEvent.character(
          TorchID(torch),
          .init(sign: "\(sign)", code: "\(code)", start: 0, end: 1, confidence: 1, wordsPerMinute: 12))
      } + [.word(TorchID(torch), text: word, time: 1)]
    }
  }

  private func arrival(_ events: [MonitorEvent], start: Double? = nil) -> Arrival {
    var back = ReadingBack(of: keying, timing: .itu(wordsPerMinute: 12), alphabet: .latin)
    for event in events { back.note(event) }
    return back.arrival(start: start)
  }

  @Test("a message that is read as it was sent has arrived")
  func whole() throws {
    let arrival = try arrival(reading(["PARIS", "E"], torch: 0) + edges(start: 7).map { .light($0) })
    #expect(arrival.sent == "PARIS E")
    #expect(arrival.read == "PARIS E")
    #expect(arrival.hasArrived)
    #expect(arrival.errorRate == 0)
    let timing = try #require(arrival.timing)
    #expect(timing.seen == timing.planned && timing.planned == 30)
    #expect(abs(timing.lengthening) < 1e-9)
    #expect(timing.spread < 1e-9)
    #expect(timing.delays == nil)
  }

  @Test(
    "marks that are all alike are read by the timing they were sent with",
    arguments: [
      ("E", "E"), ("T", "T"), ("TT", "TT"), ("EE", "EE"), ("I", "I"), ("M", "M"), ("5", "5"),
      ("SH E", "SH E"),
      ("E", "T"), ("I", "EE"), ("TT", "T T"),
    ])
  func alike(_ text: String, _ read: String) throws {
    let timing = Timing.itu(wordsPerMinute: 12)
    let encoder = Encoder(alphabet: .latin, timing: timing)
    var back = ReadingBack(of: try encoder.encode(text), timing: timing, alphabet: .latin)
    for mark in try encoder.encode(read).marks {
      for (isOn, time) in [(true, mark.lowerBound + 0.02), (false, mark.upperBound - 0.02)] {
        back.note(.light(LightEdge(torch: TorchID(0), isOn: isOn, time: 7 + time, uncertainty: 0.01)))
      }
    }
    let arrival = back.arrival()
    #expect(arrival.read == read)
    #expect(arrival.hasArrived == (read == text))
  }

  @Test("errors are counted in characters, of the torch that comes nearest")
  func errors() throws {
    let arrival = try arrival(reading(["TEST"], torch: 0) + reading(["PARI", "E"], torch: 1))
    #expect(arrival.read == "PARI E")
    #expect(arrival.errors == 1)
    #expect(!arrival.hasArrived)
    #expect(abs(arrival.errorRate - 1.0 / 7) < 1e-9)
  }

  @Test("where nothing is read all is lost")
  func nothing() {
    let arrival = arrival([])
    #expect(arrival.read == "")
    #expect(arrival.errors == 7)
    #expect(arrival.errorRate == 1)
    #expect(arrival.timing == nil)
  }

  @Test(
    "marks are seen as much longer as the light takes longer to go off",
    arguments: [(0.01, 0.06), (0.05, 0.01), (0, 0)])
  func lengthening(_ rise: Double, _ fall: Double) throws {
    let timing = try #require(SeenTiming(of: keying, in: edges(start: 100, rise: rise, fall: fall)))
    #expect(abs(timing.lengthening - (fall - rise)) < 0.002)
    #expect(timing.seen == timing.planned)
    let known = try #require(
      SeenTiming(of: keying, in: edges(start: 100, rise: rise, fall: fall), start: 100)?.delays)
    #expect(abs(known.rise - rise) < 1e-9)
    #expect(abs(known.fall - fall) < 1e-9)
  }

  @Test("light that is later than a dot is long is found all the same")
  func late() throws {
    let edges = edges(start: 100, rise: 0.4, fall: 0.42)
    let delays = try #require(SeenTiming(of: keying, in: edges, start: 100)?.delays)
    #expect(abs(delays.rise - 0.4) < 1e-9)
    #expect(abs(delays.fall - 0.42) < 1e-9)
  }

  @Test("edges that are missing, or come before the message, do not mislead it")
  func gaps() throws {
    var edges = edges(start: 50, rise: 0.02, fall: 0.02)
    edges.removeSubrange(8..<12)
    edges.insert(LightEdge(torch: TorchID(0), isOn: true, time: 20, uncertainty: 0.01), at: 0)
    edges.insert(LightEdge(torch: TorchID(0), isOn: false, time: 20.3, uncertainty: 0.01), at: 1)
    let timing = try #require(SeenTiming(of: keying, in: edges))
    #expect(timing.seen == 26)
    #expect(timing.planned == 30)
    #expect(abs(timing.lengthening) < 1e-6)
  }

  @Test("a clock that goes a thousandth faster is followed")
  func drift() throws {
    let timing = try #require(SeenTiming(of: keying, in: edges(start: 3, pace: 1.001)))
    #expect(timing.seen == timing.planned)
    #expect(abs(timing.lengthening) < 0.002)
    #expect(timing.spread < 0.01)
  }

  @Test("light that is of something else has no timing")
  func stranger() {
    let edges = (0..<40).map {
      LightEdge(torch: TorchID(0), isOn: $0.isMultiple(of: 2), time: Double($0) * 1.7, uncertainty: 0.01)
    }
    #expect(SeenTiming(of: keying, in: edges) == nil)
  }
}
