import Frames
import Monitor
import Morse
import Testing

@Suite("Incoming message")
struct IncomingMessageTests {
  private func character(
    _ sign: Character, torch: Int = 0, wordsPerMinute: Double = 12
  ) throws -> MonitorEvent {
    let code = try #require(Alphabet.latin.codeWord(for: sign))
    return .character(
      TorchID(torch),
      .init(
        sign: "\(sign)", code: code, start: 0, end: 1, confidence: 1, wordsPerMinute: wordsPerMinute))
  }

  private func dark(at time: Double) -> MonitorEvent {
    .light(LightEdge(torch: TorchID(0), isOn: false, time: time, uncertainty: 0.01))
  }

  @Test("a message ends when the light has been dark for the pause, and not before there was light")
  func end() throws {
    var message = IncomingMessage(CopyingRules(), pause: 3)
    #expect(!message.isOver(at: 100))
    message.note(try character("K"))
    message.note(dark(at: 10))
    #expect(!message.isOver(at: 12.9))
    #expect(message.isOver(at: 13))
  }

  @Test("the message of a slow sender ends after two gaps between words")
  func slow() throws {
    var message = IncomingMessage(CopyingRules(), pause: 3)
    message.note(try character("K", wordsPerMinute: 1.2))
    message.note(dark(at: 10))
    #expect(!message.isOver(at: 23.9))
    #expect(message.isOver(at: 24.1))
  }

  @Test("a message without a pause ends after 4096 characters")
  func endless() throws {
    var message = IncomingMessage(CopyingRules(), pause: 3)
    for _ in 0..<4095 { message.note(try character("E")) }
    #expect(!message.isOver(at: 0))
    message.note(try character("T"))
    #expect(message.isOver(at: 0))
  }

  @Test("the text of a message is that of the torch with the most characters")
  func text() throws {
    var message = IncomingMessage(CopyingRules(), pause: 3)
    #expect(message.text == "")
    message.note(try character("E", torch: 1))
    for sign in "CQ" { message.note(try character(sign)) }
    message.note(.word(TorchID(0), text: "CQ", time: 1))
    message.note(try character("K"))
    #expect(message.text == "CQ K")
  }

  @Test("the text is written in the chosen alphabet")
  func alphabet() throws {
    var message = IncomingMessage(CopyingRules(alphabet: .alphabet(.russian)), pause: 3)
    for sign in "DA" { message.note(try character(sign)) }
    #expect(message.text == "ДА")
  }
}
