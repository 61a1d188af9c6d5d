import Application
import ArgumentParser
import Glibc

/// Checks the words of a command line that name a command.
enum CommandName {
  /// Checks the command and its subcommand. A file may stand in place of the command: one that exists, or a word that looks
  /// like a path, such as `missing.mp4` or `films/a`.
  ///
  /// - Returns: The names of the command and its subcommand; empty if the words do not begin with a command.
  /// - Throws: A ``Failure`` that names the nearest command.
  static func check(_ words: [String]) throws(Failure) -> [String] {
    let isForHelp = words.first == "help"
    var command: any ParsableCommand.Type = Aldis.self
    var names: [String] = []
    for word in isForHelp ? words.dropFirst() : words[...] {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !word.hasPrefix("-") else { return names }
      if let next = subcommands.first(where: { $0.configuration.commandName == word }) {
        command = next
        names.append(word)
        continue
      }
      let mayBeFile = names.isEmpty && !isForHelp
      if mayBeFile, isFile(word) { return [] }
      throw unknown(
        word, mayBeFile: mayBeFile, after: names,
        among: subcommands.compactMap { $0.configuration.commandName })
    }
    return names
  }

  private static func isFile(_ word: String) -> Bool {
    word.contains { "./".contains($0) } || access(word, F_OK) == 0
  }

  private static func unknown(
    _ word: String, mayBeFile: Bool, after names: [String], among known: [String]
  ) -> Failure {
    let path = (names + [word]).joined(separator: " ")
    guard let near = nearest(to: word, among: known) else {
      let help = (["aldis"] + names + ["--help"]).joined(separator: " ")
      return Failure(.usage, "no command\(mayBeFile ? " or file" : "") '\(path)'; \(help) lists the commands")
    }
    return Failure(
      .usage, "no command '\(path)'; did you mean '\((names + [near]).joined(separator: " "))'?")
  }

  /// The name that begins with `word`, else the name with the fewest edits; `nil` if the edits are half of the word or more.
  static func nearest(to word: String, among names: [String]) -> String? {
    let word = word.lowercased()
    if !word.isEmpty, let name = names.first(where: { $0.hasPrefix(word) }) { return name }
    let distances = names.map { (name: $0, edits: edits(from: word, to: $0)) }
    return distances.min { $0.edits < $1.edits }.flatMap { 2 * $0.edits < word.count ? $0.name : nil }
  }

  /// The optimal string alignment distance: the least number of insertions, removals, replacements and swaps of neighbours.
  static func edits(from a: String, to b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    // Rows of the table of distances: for the previous two characters of `a`, and the current one. Each row has a distance for
    // every prefix of `b`.
    var (rowBeforePrevious, previousRow) = ([Int](), Array(0...b.count))
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var edits = min(row[j] + 1, previousRow[j + 1] + 1, previousRow[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          edits = min(edits, rowBeforePrevious[j - 1] + 1)
        }
        row.append(edits)
      }
      (rowBeforePrevious, previousRow) = (previousRow, row)
    }
    return previousRow[b.count]
  }
}
