import Testing

@testable import Monitor

@Suite("Reading score")
struct ReadingScoreTests {
  @Test(
    "insertions, deletions and substitutions count; capitals and the length of white space do not",
    arguments: [
      (["SOS DE ALDIS"], 0), (["SOS DE ALDES"], 1), (["SOSDE ALDIS"], 1), (["XSOS DE ALDIS "], 1), ([""], 12),
      ([], 12), (["E E", "SOS DE ALDI"], 1),
    ])
  func errors(_ texts: [String], _ errors: Int) {
    let score = ReadingScore(texts, against: "sos  de\nAldis\n")
    #expect(score.errors == errors && score.count == 12)
    #expect(score.rate == Double(errors) / 12)
  }

  @Test("the error rate can exceed 1, and is 0 for an empty text")
  func extremes() {
    #expect(ReadingScore(["EEEE"], against: "T").rate == 4)
    #expect(ReadingScore([""], against: " ").rate == 0)
  }
}
