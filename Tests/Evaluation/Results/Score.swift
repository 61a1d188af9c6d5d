import Filming
import Foundation
import Morse

/// Counts the mistakes of a reader in one condition.
enum Score {
  /// The cell of a row; `nil` if the reader is not on this machine or does not read the condition.
  ///
  /// Mistakes are the edits that turn the text read into the text sent. Without a message they are the characters read.
  static func cell(
    _ condition: Condition, _ column: String, _ takes: [Take], _ readings: [String?]
  ) -> Results.Cell? {
    let readings = readings.compactMap { $0.map(plain) }
    guard readings.count == takes.count else { return nil }
    let mistakes = zip(takes, readings).map { take, reading in
      condition.hasMessage ? editDistance(reading, take.message) : reading.count { $0 != " " }
    }
    return Results.Cell(
      row: condition.name, column: column, mistakes: mistakes,
      characters: condition.hasMessage ? takes.map(\.message.count) : [])
  }

  /// The text as one line without blanks at its ends. A prosign counts as one character, because it is one code word.
  static func plain(_ reading: String) -> String {
    reading.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing(/<[A-Z]+>/, with: "\u{25A1}")
  }
}
