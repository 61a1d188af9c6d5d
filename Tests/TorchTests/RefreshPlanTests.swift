import Morse
import Testing
import Torch

@Suite("Refresh plan")
struct RefreshPlanTests {
  /// `##.####`: a refresh with light, or without.
  private func picture(_ text: String, rate: Double, timing: Timing) throws -> String {
    let keying = try Encoder(timing: timing.inWholeRefreshes(of: rate)).encode(text)
    return String(RefreshPlan(keying, rate: rate).map { $0 ? "#" : "." })
  }

  @Test("A at one refresh a dot")
  func oneRefresh() throws {
    #expect(try picture("A", rate: 60, timing: .itu(wordsPerMinute: 200)) == "#.###")
  }

  @Test("a dot of 0.1 s is six refreshes at 60 a second, and every dot of a long text is")
  func everyDot() throws {
    let picture = try picture(String(repeating: "E", count: 500), rate: 60, timing: .itu(wordsPerMinute: 12))
    let runs = picture.split(separator: ".").map(\.count)
    #expect(runs == [Int](repeating: 6, count: 500))
    #expect(picture.split(separator: "#").map(\.count) == [Int](repeating: 18, count: 499))
  }

  @Test(
    "a unit is rounded to refreshes",
    arguments: [(0.048, 60, 3), (0.1, 75, 8), (0.001, 60, 1), (1, 59.94, 60)])
  func rounding(_ unit: Double, _ rate: Double, _ refreshes: Int) {
    var timing = Timing.morseTorch
    timing.unit = unit
    #expect(abs(timing.inWholeRefreshes(of: rate).unit * rate - Double(refreshes)) < 1e-9)
  }

  @Test("a message without marks has no refreshes")
  func empty() {
    #expect(Array(RefreshPlan(Keying(marks: [], characters: []), rate: 60)).isEmpty)
  }
}
