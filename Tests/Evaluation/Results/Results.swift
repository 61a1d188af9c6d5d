import Foundation

/// The results of an evaluation, film by film, for comparison with other results of the same films.
struct Results: Codable, Equatable {
  /// The options that chose the films. Only results of the same films can be compared.
  struct Films: Codable, Equatable {
    var kind: String
    var seed: Int
    var count: Int
    var minutes: Double
  }

  /// One cell of the table: the numbers of mistakes and of characters sent in each film.
  struct Cell: Codable, Equatable {
    var row: String
    var column: String
    var mistakes: [Int]
    /// Empty if only mistakes are counted.
    var characters: [Int]

    mutating func add(_ other: Cell) { mistakes += other.mistakes }

    /// The text in the table: the error rate in percent, or the number of mistakes if only these are counted.
    var text: String {
      let sum = mistakes.reduce(0, +)
      let all = characters.reduce(0, +)
      return all > 0 ? String(format: "%.1f", 100 * Double(sum) / Double(all)) : "\(sum)"
    }
  }

  var version = 1
  var films: Films
  var cells: [Cell] = []

  init(_ films: Films) { self.films = films }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    try encoder.encode(self).write(to: URL(filePath: path), options: .atomic)
  }

  /// - Throws: ``ResultsError``.
  init(path: String) throws {
    guard let contents = try? Data(contentsOf: URL(filePath: path)) else { throw ResultsError.missing(path) }
    guard let results = try? JSONDecoder().decode(Results.self, from: contents), results.version == 1,
      results.cells.allSatisfy({ $0.characters.isEmpty || $0.characters.count == $0.mistakes.count })
    else { throw ResultsError.notUnderstood(path) }
    self = results
  }
}

enum ResultsError: LocalizedError, Equatable {
  case missing(String)
  case notUnderstood(String)
  /// The results are of different films. The value names the difference.
  case otherFilms(String)

  var errorDescription: String? {
    switch self {
    case .missing(let path): "no results in \(path); write them by --results \(path)"
    case .notUnderstood(let path):
      "\(path) holds no results of this version; write them anew by --results \(path)"
    case .otherFilms(let difference):
      "results of other films cannot be compared: \(difference); evaluate with the same options"
    }
  }
}

// MARK: Comparing

extension Results {
  /// A cell that differs between two results of the same films.
  struct Difference: Equatable {
    var row: String
    var column: String
    var before: String
    var after: String
    /// The probability, 0...1, that two equally good readers differ by at least as much in the mean.
    var probability: Double
  }

  private static func difference(from before: Cell, to after: Cell) -> Difference {
    Difference(
      row: after.row, column: after.column, before: before.text, after: after.text,
      probability: permutationTest(zip(after.mistakes, before.mistakes).map(-)))
  }

  /// The cells that differ from those in `before`, which is of the same films, in the order of the table.
  ///
  /// - Returns: `missing` names the cells that have no counterpart in the other results.
  func differences(from before: Results) -> (differences: [Difference], missing: [String]) {
    func name(_ cell: Cell) -> String { "\(cell.row), \(cell.column)" }
    let others = Dictionary(before.cells.map { (name($0), $0) }) { first, _ in first }
    let names = Set(cells.map(name))
    var missing =
      cells.map(name).filter { others[$0] == nil } + before.cells.map(name).filter { !names.contains($0) }
    var differences: [Difference] = []
    for cell in cells {
      guard let other = others[name(cell)], other.mistakes != cell.mistakes else { continue }
      guard other.mistakes.count == cell.mistakes.count, other.characters == cell.characters else {
        missing.append(name(cell))
        continue
      }
      differences.append(Self.difference(from: other, to: cell))
    }
    return (differences, missing)
  }

  /// The sums of mistakes over all rows, for each column in which any row differs. One row has few films, so the sum of all
  /// rows is stronger evidence.
  func totals(since before: Results) -> [Difference] {
    var columns: [String: (before: Cell, after: Cell)] = [:]
    for cell in cells {
      guard let other = before.cells.first(where: { $0.row == cell.row && $0.column == cell.column }),
        other.mistakes.count == cell.mistakes.count, other.characters == cell.characters
      else { continue }
      let empty = Cell(row: "all rows together", column: cell.column, mistakes: [], characters: [])
      columns[cell.column, default: (empty, empty)].before.add(other)
      columns[cell.column, default: (empty, empty)].after.add(cell)
    }
    return columns.values.filter { $0.before != $0.after }
      .map { Self.difference(from: $0.before, to: $0.after) }
      .sorted { $0.column < $1.column }
  }

  /// A paired permutation test (Fisher 1935): the share of all assignments of signs to the differences whose sum is at least as
  /// far from 0.
  ///
  /// - Parameter differences: After minus before, film by film.
  static func permutationTest(_ differences: [Int]) -> Double {
    let sizes = differences.map(abs).filter { $0 > 0 }
    let observed = abs(differences.reduce(0, +))
    // The share of all assignments of signs that have each sum.
    var ways: [Int: Double] = [0: 1]
    for size in sizes {
      var next: [Int: Double] = [:]
      for (sum, share) in ways {
        next[sum + size, default: 0] += share / 2
        next[sum - size, default: 0] += share / 2
      }
      ways = next
    }
    return min(ways.reduce(0) { abs($1.key) >= observed ? $0 + $1.value : $0 }, 1)
  }
}

extension Results.Films {
  /// How these films differ from `other`; `nil` if they are the same.
  func difference(from other: Self) -> String? {
    func differs(_ name: String, _ own: String, _ other: String) -> String? {
      own == other ? nil : "\(name) \(other) there, \(own) here"
    }
    return differs("films of", kind, other.kind) ?? differs("seed", "\(seed)", "\(other.seed)")
      ?? differs("messages", "\(count)", "\(other.count)")
      ?? differs("minutes", minutes.formatted(), other.minutes.formatted())
  }
}
