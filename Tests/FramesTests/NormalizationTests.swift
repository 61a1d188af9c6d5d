import Frames
import Testing

/// Normal forms of Unicode (UAX 15).
@Suite("Normalization")
struct NormalizationTests {
  @Test(
    "NFKC makes compatible characters plain; NFD separates letters and marks",
    arguments: [
      ("", "", ""), ("SOS", "SOS", "SOS"), ("Ä", "Ä", "A\u{308}"), ("A\u{308}", "Ä", "A\u{308}"),
      ("ﬁ", "fi", "ﬁ"), ("ＳＯＳ", "SOS", "ＳＯＳ"), ("ｶﾞ", "ガ", "ｶﾞ"), ("각", "각", "\u{1100}\u{1161}\u{11A8}"),
      ("①", "1", "①"), ("Å", "Å", "A\u{30A}"), ("e\u{301}\u{323}", "ẹ\u{301}", "e\u{323}\u{301}"),
    ])
  func forms(_ text: String, _ compatible: String, _ decomposed: String) {
    // Strings that differ only in their form are equal.
    #expect(
      Array(text.precomposedStringWithCompatibilityMapping.unicodeScalars) == Array(compatible.unicodeScalars)
    )
    #expect(
      Array(text.decomposedStringWithCanonicalMapping.unicodeScalars) == Array(decomposed.unicodeScalars))
  }
}
