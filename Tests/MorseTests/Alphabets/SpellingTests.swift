import Testing

@testable import Morse

@Suite("Spelling")
struct SpellingTests {
  @Test("each different character of a text counts once, without its prosigns")
  func signs() {
    let text = String(repeating: "cq de <AR> Ωmega\n", count: 10_000)
    #expect(Alphabet.signs(of: text) == "CQ DEΩMGA\n")
  }

  @Test("the letters of a long text decide the alphabet; prosigns do not")
  func longText() {
    #expect(Alphabet.spelling(String(repeating: "<SK> привет ", count: 10_000)) == .russian)
  }
}
