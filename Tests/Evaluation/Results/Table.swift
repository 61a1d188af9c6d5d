import Foundation

/// A table that is printed line by line.
struct Table {
  var isMarkdown: Bool
  private var widths: [Int] = []

  init(isMarkdown: Bool) { self.isMarkdown = isMarkdown }

  /// - Parameter longest: The length of the longest cell of the first column.
  mutating func begin(_ titles: [String], longest: Int) {
    widths = [longest] + titles.dropFirst().map { max($0.count, 5) }
    add(titles)
    if isMarkdown {
      Self.write("|---|" + titles.dropFirst().map { _ in "---:|" }.joined())
    }
  }

  func add(_ cells: [String]) {
    if isMarkdown {
      Self.write("| " + cells.joined(separator: " | ") + " |")
    } else {
      let padded = zip(cells, widths).enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
        return column == 0 ? cell.0 + blanks : blanks + cell.0
      }
      Self.write(padded.joined(separator: "  "))
    }
  }

  /// Writes without a buffer, because the rows of a table may be minutes apart.
  static func write(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }
}
