import Morse
import Testing

@testable import Monitor

@Suite("Own signal")
struct OwnSignalTests {
  private let own: OwnSignal

  init() throws {
    var own = OwnSignal()
    // S from 100 to 100.5, O from 100.8 to 101.9 s.
    own.note(try Encoder(timing: .itu(wordsPerMinute: 12)).encode("SO"), start: 100)
    self.own = own
  }

  @Test(
    "a character is recognized by its code word and its time",
    arguments: [
      ("...", 100.0, 100.5, true), ("...", 100.2, 100.7, true), ("---", 100.85, 101.95, true),
      // Another code word, another time, and another duration.
      ("---", 100.0, 100.5, false), ("...", 101.0, 101.5, false), ("...", 99.5, 100.0, false),
      ("...", 100.0, 101.0, false),
    ])
  func contains(_ code: String, _ start: Double, _ end: Double, _ isOwn: Bool) throws {
    let code = try #require(CodeWord(code))
    #expect(own.contains(code: code, start: start, end: end) == isOwn)
  }

  @Test("old characters are forgotten")
  func bounded() throws {
    var own = own
    let long = try Encoder(timing: .itu(wordsPerMinute: 12)).encode(
      String(repeating: "E", count: OwnSignal.capacity))
    own.note(long, start: 200)
    #expect(!own.contains(code: try #require(CodeWord("...")), start: 100, end: 100.5))
    #expect(own.contains(code: try #require(CodeWord(".")), start: 200, end: 200.1))
  }
}
