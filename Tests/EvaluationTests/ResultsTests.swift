import Foundation
import Testing

@testable import evaluation

@Suite("Results of evaluations")
struct ResultsTests {
  private static let films = Results.Films(kind: "traces", seed: 1, count: 4, minutes: 3)

  private func results(_ mistakes: [Int], row: String = "noise") -> Results {
    var results = Results(Self.films)
    results.cells = [
      .init(row: row, column: "Aldis", mistakes: mistakes, characters: mistakes.map { _ in 50 })
    ]
    return results
  }

  @Test("equal results do not differ")
  func same() {
    let (differences, missing) = results([1, 0, 2, 0]).differences(from: results([1, 0, 2, 0]))
    #expect(differences.isEmpty && missing.isEmpty)
  }

  @Test("for a row that differs, both values and the probability of a difference by chance are listed")
  func different() {
    let (differences, _) = results([0, 0, 0, 0]).differences(from: results([5, 5, 5, 5]))
    #expect(
      differences == [
        .init(row: "noise", column: "Aldis", before: "10.0", after: "0.0", probability: 2.0 / 16)
      ])
  }

  @Test("the sums of all rows of a column are compared too")
  func totals() {
    func both(_ mistakes: [Int]) -> Results {
      var both = results(mistakes, row: "a")
      both.cells += results(mistakes, row: "b").cells
      return both
    }
    #expect(
      both([0, 0, 0, 0]).totals(since: both([1, 1, 1, 1])) == [
        .init(row: "all rows together", column: "Aldis", before: "8", after: "0", probability: 2.0 / 256)
      ])
    #expect(both([1, 0, 0, 0]).totals(since: both([1, 0, 0, 0])).isEmpty)
  }

  @Test("a row that is in only one of two results is named")
  func otherRows() {
    let (differences, missing) = results([1], row: "a").differences(from: results([0], row: "b"))
    #expect(differences.isEmpty)
    #expect(missing == ["a, Aldis", "b, Aldis"])
  }

  @Test(
    "the probability is the share of sign assignments whose sum is at least as far from 0 as the given sum",
    arguments: [
      ([], 1.0), ([0, 0], 1), ([3], 1), ([1, 1], 0.5), ([1, -1], 1), ([2, 1], 0.5),
      ([1, 1, 1, 1, 1], 0.0625),
      ([5, -1], 1), ([5, 5, 5, -1], 0.25),
    ] as [([Int], Double)])
  func permutationTest(_ differences: [Int], _ probability: Double) {
    #expect(abs(Results.permutationTest(differences) - probability) < 1e-12)
  }

  @Test(
    "written results can be read; a missing file, and a file of another format, is an error with its name")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("results.json")
    try results([1, 2, 3, 4]).write(to: path)
    #expect(try Results(path: path) == results([1, 2, 3, 4]))
    #expect(throws: ResultsError.missing(path + "x")) { try Results(path: path + "x") }
    for text in ["", "{", #"{"version":2}"#] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: ResultsError.notUnderstood(path)) { try Results(path: path) }
    }
  }

  @Test("results of other films are refused, and the error names the difference")
  func otherFilms() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("results.json")
    try results([1]).write(to: path)
    var options = try ResultOptions.parse(["--against", path])
    #expect(try options.earlier(of: Self.films) == results([1]))
    var films = Self.films
    films.seed = 2
    #expect(throws: ResultsError.otherFilms("seed 1 there, 2 here")) { try options.earlier(of: films) }
    options.against = nil
    #expect(try options.earlier(of: films) == nil)
  }
}

/// An empty folder, removed with this value.
final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "evaluation-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}
