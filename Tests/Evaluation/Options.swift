import ArgumentParser
import Foundation
import Shell

/// Options that choose the films.
struct FilmOptions: ParsableArguments {
  @Option(help: "Only conditions whose name contains this; may be given again.")
  var rows: [String] = []

  @Option(help: "Messages in each condition; 20 if neither this nor --quick is given.")
  var messages: Int?

  @Option(help: "Minutes of each condition without a message, all its scenes together; 60 if not given.")
  var minutes: Double?

  @Option(help: "Chooses the messages and all chance in the scenes.")
  var seed = 1

  @Flag(help: "Every condition from few films: 3 messages, 3 minutes.")
  var quick = false

  var count: Int { messages ?? (quick ? 3 : 20) }

  var quietMinutes: Double { minutes ?? (quick ? 3 : 60) }

  func validate() throws {
    guard count > 0, quietMinutes > 0 else {
      throw ValidationError("--messages and --minutes must be above 0")
    }
  }

  func selects(_ name: String) -> Bool {
    rows.isEmpty || rows.contains { name.localizedCaseInsensitiveContains($0) }
  }

  func described(as kind: String) -> Results.Films {
    Results.Films(kind: kind, seed: seed, count: count, minutes: quietMinutes)
  }
}

/// Options of the cache, which keeps films and texts from one evaluation to the next.
struct CacheOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keeps rendered films there, and what the other readers read; can be deleted at any time.",
      valueName: "folder"))
  var cache = ".build/evaluation-cache"

  @Option(help: ArgumentHelp("Its size at most, in GB.", valueName: "GB"))
  var cacheLimit = 4.0

  @Flag(help: "Makes everything anew and keeps nothing.")
  var withoutCache = false

  func validate() throws {
    guard (0...1e6).contains(cacheLimit) else { throw ValidationError("--cache-limit must be 0 or more") }
  }

  func open() -> EvaluationCache? {
    if withoutCache { return nil }
    do {
      return try EvaluationCache(folder: cache, limit: Int(cacheLimit * 1e9))
    } catch {
      say("nothing is kept: \(error.localizedDescription)")
      return nil
    }
  }

  /// The cache for films, with a hash of the sources that render them.
  func renderer(_ cache: EvaluationCache?) -> (EvaluationCache, renderer: StableHash)? {
    guard let cache else { return nil }
    do {
      return (cache, try Sources.hash(Sources.filming))
    } catch {
      say("films are rendered anew: \(error.localizedDescription)")
      return nil
    }
  }
}

/// Options that write the results and compare them with earlier ones.
struct ResultOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Writes the results of each film there, to be compared with.", valueName: "file"))
  var results: String?

  @Option(
    help: ArgumentHelp(
      """
      Compares with the results in this file, of the same films: prints each row that differs, and the probability that two \
      equally good readers differ by so much (a paired permutation test).
      """, valueName: "file"))
  var against: String?

  /// How many of the cells that only one of two results has are named. `--rows` leaves out hundreds.
  private static let namedCells = 8

  /// - Throws: ``ResultsError``, also if the results are not of `films`.
  func earlier(of films: Results.Films) throws -> Results? {
    guard let earlier = try against.map(Results.init(path:)) else { return nil }
    if let difference = films.difference(from: earlier.films) { throw ResultsError.otherFilms(difference) }
    return earlier
  }

  func conclude(_ results: Results, _ earlier: Results?) throws {
    try self.results.map { try results.write(to: $0) }
    guard let earlier else { return }
    let (differences, missing) = results.differences(from: earlier)
    for name in missing.prefix(Self.namedCells) { say("only in one of the two: \(name)") }
    if missing.count > Self.namedCells { say("and \(missing.count - Self.namedCells) more") }
    guard !differences.isEmpty else {
      return Table.write("\nno row differs from \(against ?? "")")
    }
    Table.write("\nrows that differ from \(against ?? ""):")
    var table = Table(isMarkdown: false)
    table.begin(
      ["row", "column", "before", "after", "by chance"], longest: differences.map(\.row.count).max() ?? 0)
    for row in differences + results.totals(since: earlier) {
      table.add([row.row, row.column, row.before, row.after, String(format: "%.3f", row.probability)])
    }
  }
}
