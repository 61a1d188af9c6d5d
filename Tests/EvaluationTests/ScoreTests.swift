import Filming
import Testing

@testable import evaluation

@Suite("Scores")
struct ScoreTests {
  private let condition = Condition("any", goal: nil, .morseTorch)

  private func score(_ readings: [String?]) throws -> String? {
    let takes = try readings.indices.map {
      var take = try condition.take($0, seed: 1, minutes: 1)
      take.message = "CQ DE W1AW"
      return take
    }
    return Score.cell(condition, "", takes, readings)?.text
  }

  @Test("the error rate is the number of edits divided by the number of characters, over all messages")
  func rate() throws {
    #expect(try score(["CQ DE W1AW"]) == "0.0")
    #expect(try score([" CQ  DE W1AW\n"]) == "0.0")
    #expect(try score(["CQ DE W1AW", "CQ DEW1AX"]) == "10.0")
    #expect(try score([""]) == "100.0")
    #expect(try score(["CQ DE <SK>W1AW"]) == "10.0")
    #expect(try score([nil]) == nil)
  }

  @Test("without a message, every character that is read counts as a mistake")
  func falseCharacters() throws {
    let condition = Condition("noise", goal: 2) { _, seed in
      FilmedLight().play(.init(marks: [], characters: []), seed: seed)
    }
    let takes = [try condition.take(0, seed: 1, minutes: 1)]
    #expect(Score.cell(condition, "", takes, ["E T <AS>\nE"])?.text == "4")
  }

  @Test("a character is right if it was sent at that time, and is counted in the bin of its confidence")
  func calibration() throws {
    let take = try condition.take(0, seed: 1, minutes: 1)
    let sent = try #require(take.sending).keying.characters[0]
    let marks = take.film.marks[0..<sent.code.count]
    let start = try #require(marks.first).lowerBound
    let end = try #require(marks.last).upperBound
    var calibration = Calibration()
    calibration.add(
      [
        ReadCharacter(character: sent.sign, start: start + 0.02, end: end - 0.02, confidence: 0.85),
        ReadCharacter(character: "<SK>", start: start, end: end, confidence: 0.87),
        ReadCharacter(character: sent.sign, start: start + 1000, end: end + 1000, confidence: 1),
      ], of: take)
    let filled = calibration.bins.filter { $0.count > 0 }
    #expect(filled.map(\.count) == [2, 1])
    #expect(filled.map(\.right) == [1, 0])
    #expect(abs(filled[0].sum - 1.72) < 1e-9)
  }

  @Test("every condition can be filmed and has its own name")
  func conditions() throws {
    #expect(Set(allConditions.map(\.name)).count == allConditions.count)
    for condition in allConditions {
      let take = try condition.take(0, seed: 1, minutes: 0.5)
      #expect(take.message.isEmpty == !condition.hasMessage)
      #expect(take.film.frames.count > 300)
    }
  }
}
