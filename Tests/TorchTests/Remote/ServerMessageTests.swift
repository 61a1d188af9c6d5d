import Testing

@testable import Torch

@Suite("Server messages")
struct ServerMessageTests {
  private func messages(_ pieces: String...) -> [ServerMessage] {
    var parser = ServerMessageParser()
    return pieces.flatMap { parser.messages(adding: $0.utf8) }
  }

  @Test(
    "messages of a server are read from any pieces of the stream",
    arguments: [.welcome, .inUse(by: "192.0.2.7"), .inUse(by: "2001:db8::7"), .yourTurn, .requiresTLS]
      as [ServerMessage])
  func roundTrip(_ message: ServerMessage) {
    let line = message.line
    #expect(messages(line + line) == [message, message])
    for place in line.indices {
      #expect(messages(String(line[..<place]), String(line[place...])) == [message])
    }
  }

  @Test("other text is not a message, and endless lines are not stored")
  func others() {
    let long = String(repeating: "aldis: in use by ", count: 1000)
    #expect(messages("HTTP/1.1 400 Bad Request\r\n\r\n", long, "\n", "\n", "aldis: welcome") == [])
    #expect(messages(long, "\naldis: your turn\n") == [.yourTurn])
  }
}
