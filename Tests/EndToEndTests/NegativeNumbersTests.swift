import Testing

@testable import aldis

@Suite("Negative numbers")
struct NegativeNumbersTests {
  @Test(
    "a negative number is the value of the option before it; what is no value stays a word of its own",
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
}
