import Testing

@testable import Morse

@Suite("Spelling")
struct SpellingTests {
  @Test("a text of any length is judged by each of its characters once, without its prosigns")
  func signs() {
    let text = String(repeating: "cq de <AR> Ωmega\n", count: 10_000)
    #expect(Alphabet.signs(of: text) == "CQ DEΩMGA\n")
  }

  @Test("prosigns say nothing of the alphabet, and a long text is in that of its letters")
  func longText() {
    #expect(Alphabet.spelling(String(repeating: "<SK> привет ", count: 10_000)) == .russian)
  }
}
