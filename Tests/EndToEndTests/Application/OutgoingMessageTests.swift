import Morse
import Testing

@testable import Application

@Suite("Outgoing message")
struct OutgoingMessageTests {
  @Test("if unknown characters are left out, a text with any character can be sent")
  func anySign() throws {
    // Every character of the first two planes, without the brackets of prosigns. Emoji are in the second plane.
    for value in (0x20..<0x20000 as Range<UInt32>) {
      guard let sign = Unicode.Scalar(value), !"<>".unicodeScalars.contains(sign) else { continue }
      let message = OutgoingMessage(text: "E\(sign) E", alphabet: .alphabet(.latin), skipsUnknown: true)
      let (keying, leftOut) = try message.keyed(.itu(wordsPerMinute: 12))
      let isSent = keying.characters.count > 2
      // Marks above or below a letter may be missing.
      let isPart = "E\(sign)".count == 1
      #expect(
        isSent || !leftOut.isEmpty || isPart || sign.properties.isWhitespace, "U+\(String(value, radix: 16))")
    }
  }
}
