import Foundation

/// The results of an evaluation, film by film, to be compared with others of the same films.
struct Results: Codable, Equatable {
  /// What chose the films. Only results of the same films can be compared.
  struct Films: Codable, Equatable {
    var kind: String
    var seed: Int
    var count: Int
    var minutes: Double
  }

  /// One column of one row of the table: the mistakes in each film, and how many there could be.
  struct Cell: Codable, Equatable {
    var row: String
    var column: String
    var mistakes: [Int]
    /// Characters sent in each film; empty where mistakes are counted alone.
    var characters: [Int]

    /// Mistakes alone, as a number.
    var sum: String { "\(mistakes.reduce(0, +))" }

    mutating func add(_ other: Cell) { mistakes += other.mistakes }

    /// As the table shows it.
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
  /// The two are of other films, and what they differ in.
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
    /// How probable a difference of the mean as large as this one is, where both are equally good; 0...1.
    var probability: Double
  }

  /// What became other since `before`, which is of the same films, in the order of the table.
  ///
  /// - Returns: Also the cells that are in one of the two alone.
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
      differences.append(
        Difference(
          row: cell.row, column: cell.column, before: other.text, after: cell.text,
          probability: Self.permutationTest(zip(cell.mistakes, other.mistakes).map(-))))
    }
    return (differences, missing)
  }

  /// All rows of each column together, where any of them differs: few films in a row tell little, those of all rows more.
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
    return columns.values.filter { $0.before != $0.after }.map {
      Difference(
        row: $0.after.row, column: $0.after.column, before: $0.before.sum, after: $0.after.sum,
        probability: Self.permutationTest(zip($0.after.mistakes, $0.before.mistakes).map(-)))
    }.sorted { $0.column < $1.column }
  }

  /// A paired permutation test (Fisher 1935): the share of all ways to give the differences their signs that make a sum at
  /// least as far from 0.
  ///
  /// - Parameter differences: After less before, film by film.
  static func permutationTest(_ differences: [Int]) -> Double {
    let sizes = differences.map(abs).filter { $0 > 0 }
    let observed = abs(differences.reduce(0, +))
    // The number of ways to each sum, as a share of all ways.
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
  /// What tells these films from others; `nil` where they are the same.
  func difference(from other: Self) -> String? {
    func differs(_ name: String, _ own: String, _ other: String) -> String? {
      own == other ? nil : "\(name) \(other) there, \(own) here"
    }
    return differs("films of", kind, other.kind) ?? differs("seed", "\(seed)", "\(other.seed)")
      ?? differs("messages", "\(count)", "\(other.count)")
      ?? differs("minutes", minutes.formatted(), other.minutes.formatted())
  }
}
