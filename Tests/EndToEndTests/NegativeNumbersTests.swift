import Shell
import Testing

@testable import aldis

@Suite("Negative numbers")
struct NegativeNumbersTests {
  @Test(
    "a negative number becomes the value of the option before it; other words stay separate",
    arguments: [
      ("send E --wpm -5", "send E --wpm=-5"), ("--unit -.5 --wpm -inf", "--unit=-.5 --wpm=-inf"),
      ("--wpm --unit 5", "--wpm --unit 5"), ("--wpm=5 -5", "--wpm=5 -5"),
      ("light set -1 0", "light set -1 0"),
      ("--fullscreen -x", "--fullscreen -x"), ("send -- -5", "send -- -5"),
      ("-- --wpm -5", "-- --wpm -5"), ("send --torch null -", "send --torch null -"),
    ])
  func joining(_ words: String, _ joined: String) {
    #expect(
      words.split(separator: " ").map(String.init).joiningNegativeNumbers.joined(separator: " ") == joined)
  }

  @Test(
    "an error names a word that begins with a dash and cannot be an option, and gives advice",
    arguments: [
      (["send", "-... .", "--torch", "null"], "-... ."),
      (["send", "--- OK", "--torch", "null"], "--- OK"), (["send", "--torch", "null", "-5 C"], "-5 C"),
      (["send", "-HELLO", "--torch", "null"], "-HELLO"),
    ])
  func noOption(_ words: [String], _ word: String) throws {
    let command = words.map(Shell.quoted).joined(separator: " ")
    let result = try Program().run("aldis \(command)")
    #expect(result.status == 64)
    #expect(
      result.errors
        == """
        aldis: no option \(word); aldis help send lists the options; text that begins with a dash goes to the end, after --

        """)
  }

  @Test(
    "if the command takes no text, the error names the word and the command's help",
    arguments: [
      ("light set -0.1 0 0", "-0.1; aldis help light set"), ("decode a.y4m -v", "-v; aldis help decode"),
      ("-V", "-V; aldis help monitor"),
    ])
  func noText(_ words: String, _ answer: String) throws {
    let result = try Program().run("aldis \(words)")
    #expect(result.status == 64)
    #expect(result.errors == "aldis: no option \(answer) lists the options\n")
  }

  @Test("words after -- are not changed")
  func afterDashes() throws {
    let result = try Program().run(
      "aldis send --torch null --unit 0.006 -- '-5 C'; echo $?; aldis light set -- -0.1 0 0; echo $?")
    #expect(result.output == "0\n64\n")
    #expect(result.errors.contains("BASS must be a number from 0 to 1, not -0.1"))
  }
}
