import Testing

@testable import Morse

@Suite("Repeated text")
struct RepeatedTextTests {
  /// A text of code words, given as letters, and spaces.
  private func repeated(_ text: String) -> RepeatedText {
    var repeated = RepeatedText()
    var isAfterSpace = false
    for letter in text.utf8 {
      if letter != UInt8(ascii: " ") { repeated.append(letter, afterSpace: isAfterSpace) }
      isAfterSpace = letter == UInt8(ascii: " ")
    }
    return repeated
  }

  @Test("the symbol or space that last followed the same three symbols is predicted")
  func prediction() {
    #expect(repeated("DL1ABC DL1").prediction(afterSpace: false) == UInt8(ascii: "A"))
    #expect(repeated("DL1ABC DL1ABC").predictsSpace == true)
    #expect(repeated("DL1ABC DL1ABC").prediction(afterSpace: true) == UInt8(ascii: "D"))
    #expect(repeated("DL1ABC DL1ABC").prediction(afterSpace: false) == nil)
    #expect(repeated("DL1ABC").predictsSpace == nil)
  }

  @Test("confidence in predictions grows after right ones and falls after wrong ones")
  func confidence() {
    #expect(repeated("SOS SOS SOS SOS SOS SOS").confidence > 0.8)
    #expect(repeated("ABCV1ABCW2ABCX3ABCY4ABCZ").confidence < 0.3)
  }

  @Test("a repetition is found over the last hundred symbols, and not over two hundred")
  func memory() {
    let others = (0..<25).map { "\(UnicodeScalar(UInt8(97 + $0)))\(UnicodeScalar(UInt8(65 + $0)))" }
    #expect(repeated("DL1ABC " + others.joined(separator: " ") + " DL1").prediction(afterSpace: false) != nil)
    let more = others + others.map { $0 + "0" }
    #expect(repeated("DL1ABC " + more.joined(separator: " ") + " DL1").prediction(afterSpace: false) == nil)
  }
}
