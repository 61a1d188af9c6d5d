import Filming
import Foundation
import Morse

/// How a reader did in one condition.
enum Score {
  /// The cell of a row; `nil` where the reader is not on this machine, or the condition is not for it.
  ///
  /// Mistakes are the edits that turn what was read into what was sent, or the characters read where nothing was sent.
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

  /// One line without blanks at its ends; a prosign is one character, as it is one code word.
  static func plain(_ reading: String) -> String {
    reading.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing(/<[A-Z]+>/, with: "\u{25A1}")
  }
}
