import Morse
import Testing

@Suite("Alphabet")
struct AlphabetTests {
  @Test(
    "Letters, figures and signs have the Recommendation's code words",
    arguments: [
      ("A", ".-"), ("É", "..-.."), ("Q", "--.-"), ("Z", "--.."), ("1", ".----"), ("0", "-----"),
      (".", ".-.-.-"),
      (",", "--..--"), (":", "---..."), ("?", "..--.."), ("'", ".----."), ("-", "-....-"), ("/", "-..-."),
      ("(", "-.--."), (")", "-.--.-"), ("\"", ".-..-."), ("=", "-...-"), ("+", ".-.-."), ("×", "-..-"),
      ("@", ".--.-."), ("!", "-.-.--"), (";", "-.-.-."), ("$", "...-..-"), ("_", "..--.-"), ("&", ".-..."),
    ])
  func codeWords(sign: Character, code: String) {
    #expect(Alphabet.international.codeWord(for: sign)?.description == code)
  }

  @Test(
    "A code word is read as the Recommendation reads it",
    arguments: [
      (".-.-.", "+"), ("-...-", "="), ("-.--.", "("), (".-...", "<AS>"), ("-..-", "X"), ("...-.-", "<SK>"),
      ("...-.", "<SN>"), ("........", "<HH>"), ("-.-.-", "<CT>"), ("...---...", "<SOS>"), ("---...", ":"),
    ])
  func signs(code: String, sign: String) throws {
    #expect(Alphabet.international.sign(for: try #require(CodeWord(code))) == sign)
  }

  @Test("The Recommendation has 27 letters, 10 figures and 21 marks; five other marks are common")
  func count() {
    #expect(Alphabet.international.characters.count == 27 + 10 + 21 + 5)
  }

  @Test("A code word is made from dots and hyphens only")
  func codeWord() {
    #expect(CodeWord("-.-")?.elements == [.dash, .dot, .dash])
    #expect(CodeWord("-.-")?.description == "-.-")
    #expect(CodeWord(".") != CodeWord(".."))
    #expect(CodeWord("") == nil)
    #expect(CodeWord(".x") == nil)
    #expect(CodeWord(String(repeating: "-", count: 15))?.count == 15)
    #expect(CodeWord(String(repeating: "-", count: 16)) == nil)
  }
}
