import Filming
import Testing

@testable import Morse

@Suite("Sources other than Morse")
struct OtherSourcesTests {
  /// Takes marks and pauses of these lengths in seconds.
  ///
  /// - Parameter unit: The length of a dot by which they are read, in seconds.
  private func take(_ lengths: [Double], unit: Double, by sources: inout OtherSources) {
    for (index, seconds) in lengths.enumerated() {
      sources.take(
        .init(isLit: index % 2 == 0, length: seconds / unit, seconds: seconds, regularity: 1, frames: 20))
    }
  }

  @Test("data are found after a mark that was read at quite another speed", arguments: [0.01, 1, 20])
  func speed(first: Double) {
    var random = SeededRandom(seed: 1)
    var sources = OtherSources()
    take([first], unit: first, by: &sources)
    take((0..<200).map { _ in Bool.random(using: &random) ? 0.05 : 0.1 }, unit: 0.05, by: &sources)
    guard case .data(let bitsPerSecond) = sources.likeliest else {
      Issue.record("\(sources)")
      return
    }
    #expect(abs(bitsPerSecond - 20) < 0.5 || abs(bitsPerSecond - 10) < 0.3)
  }

  @Test(
    "one mark at a very different speed leaves Morse's lead over data", arguments: [0.3, 3])
  func lead(factor: Double) throws {
    let unit = 0.1
    let marks = try Encoder(timing: .itu(wordsPerMinute: 12)).encode("WAIT FOR US AT THE BRIDGE").marks
    let lengths = zip(marks, marks.dropFirst()).flatMap { mark, next in
      [mark.upperBound - mark.lowerBound, next.lowerBound - mark.upperBound]
    }
    var sources = OtherSources()
    take(lengths, unit: unit, by: &sources)
    let before = sources.morseLead
    #expect(before > 15)
    take([factor * unit], unit: factor * unit, by: &sources)
    #expect(sources.morseLead > before - 5)
  }

  @Test(
    "groups of two and three flashes are recognised, whether flashes and pauses are equal or not",
    arguments: [
      [0.17, 0.08, 0.83, 0.08], [0.1, 0.2, 0.1, 0.7], [0.1, 0.3, 0.4, 0.7],
      [0.1, 0.1, 0.1, 0.1, 0.1, 0.7], [0.15, 0.2, 0.23, 0.2, 0.15, 0.33], [0.1, 0.1, 0.1, 0.1, 0.4, 0.5],
    ])
  func groups(group: [Double]) {
    var sources = OtherSources()
    take((0..<30).flatMap { _ in group }, unit: 0.1, by: &sources)
    guard case .flashes(group.count / 2, let period) = sources.likeliest else {
      Issue.record("\(sources)")
      return
    }
    #expect(abs(period - group.reduce(0, +)) < 0.01)
  }
}
