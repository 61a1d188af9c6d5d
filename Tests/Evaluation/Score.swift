import Filming
import Foundation
import Morse

/// How a reader did in one condition.
enum Score: Sendable {
  /// The reader is not on this machine, or this condition is not for it.
  case none
  /// Edits that turn what was read into what was sent, and characters sent.
  case errors(Int, of: Int)
  /// Characters read where nothing was sent.
  case falseCharacters(Int)

  init(_ condition: Condition, _ takes: [Take], _ readings: [String?]) {
    let readings = readings.compactMap { $0.map(Self.plain) }
    guard readings.count == takes.count else {
      self = .none
      return
    }
    if condition.hasMessage {
      let edits = zip(takes, readings).reduce(0) { $0 + editDistance($1.1, $1.0.message) }
      self = .errors(edits, of: takes.reduce(0) { $0 + $1.message.count })
    } else {
      self = .falseCharacters(readings.reduce(0) { $0 + $1.count { $0 != " " } })
    }
  }

  /// One line without blanks at its ends; a prosign is one character, as it is one code word.
  static func plain(_ reading: String) -> String {
    reading.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing(/<[A-Z]+>/, with: "\u{25A1}")
  }

  var text: String {
    switch self {
    case .none: "-"
    case .errors(let edits, let count): String(format: "%.1f", 100 * Double(edits) / Double(max(count, 1)))
    case .falseCharacters(let count): "\(count)"
    }
  }
}
