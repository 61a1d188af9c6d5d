import Testing

@testable import Application

@Suite("Messages on one line")
struct OneLineTests {
  @Test(
    "a message is one line without control characters",
    arguments: [
      ("no such file a b.mp4", "no such file a b.mp4"),
      ("two\nlines\r\n", "two lines"),
      ("red \u{1B}[31m, a bell \u{7}", "red <U+001B>[31m, a bell <U+0007>"),
      ("nothing to see: \u{200B}\u{202E}", "nothing to see: <U+200B><U+202E>"),
      ("\u{F6}\u{301} 👩\u{200D}🚀 می\u{200C}خواهم", "\u{F6}\u{301} 👩\u{200D}🚀 می\u{200C}خواهم"),
    ])
  func line(_ text: String, _ shown: String) {
    #expect(text.onOneLine.unicodeScalars.elementsEqual(shown.unicodeScalars))
  }
}
