import FoundationEssentials
import Glibc
import Localization
import TOMLKit

/// A table of a TOML file that is read key by key. A key that is not read is an error in the file.
struct SettingsTable {
  private let table: TOMLTable
  /// The prefix of the table's keys in messages, such as `send.`
  private let prefix: String
  private var known: [String] = []

  init(toml text: String) throws(SettingsError) {
    if let place = Self.namelessTable(in: text) {
      throw .syntax(line: place.line, column: place.column, reason: "a table's name is missing")
    }
    do {
      table = try TOMLTable(string: text)
      prefix = ""
    } catch let error as TOMLParseError {
      let place = error.source.begin
      let description = LocalizedText(system: error.description)
      throw .syntax(
        line: place.line, column: place.column,
        reason: error.description.hasSuffix("value type") ? "\(description); put text in quotes" : description
      )
    } catch {
      throw .unreadable(reason: "it is no TOML")
    }
  }

  /// The place of a line that begins with a bracket without a name. The library ends the program at such a line (toml++ 3.4,
  /// parse_key). Settings have no arrays, so such a line is always the beginning of a table.
  private static func namelessTable(in text: String) -> (line: Int, column: Int)? {
    let bracket = /^(?>[ \t]*\[\[?[ \t]*)(?![A-Za-z0-9_\-"'\]])/.anchorsMatchLineEndings()
    guard let place = text.firstMatch(of: bracket)?.range else { return nil }
    let line = text[..<place.lowerBound].count(where: \.isNewline) + 1
    return (line, text.distance(from: place.lowerBound, to: place.upperBound) + 1)
  }

  private init(_ table: TOMLTable, prefix: String) {
    (self.table, self.prefix) = (table, prefix)
  }

  /// The table under `key`; `nil` if there is none.
  mutating func section(_ key: String) throws(SettingsError) -> SettingsTable? {
    guard let value = value(key) else { return nil }
    guard let table = value.table else { throw .wrong(prefix + key, expected: "a table") }
    return SettingsTable(table, prefix: prefix + key + ".")
  }

  /// Every table in this one, by its key.
  mutating func sections() throws(SettingsError) -> [String: SettingsTable] {
    var sections: [String: SettingsTable] = [:]
    for key in table.keys { sections[key] = try section(key) }
    return sections
  }

  mutating func text(_ key: String) throws(SettingsError) -> String? {
    guard let value = value(key) else { return nil }
    guard let text = value.string, !text.isEmpty else {
      throw .wrong(prefix + key, expected: "a text in quotes")
    }
    return text
  }

  mutating func number(
    _ key: String, in range: ClosedRange<Double>
  ) throws(SettingsError) -> Double? {
    guard let value = value(key) else { return nil }
    guard let number = value.double ?? value.int.map(Double.init), range.contains(number) else {
      throw .wrong(
        prefix + key,
        expected: "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))")
    }
    return number
  }

  mutating func integer(_ key: String, in range: ClosedRange<Int>) throws(SettingsError) -> Int? {
    guard let value = value(key) else { return nil }
    guard let number = value.int, range.contains(number) else {
      throw .wrong(
        prefix + key, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  mutating func flag(_ key: String) throws(SettingsError) -> Bool? {
    guard let value = value(key) else { return nil }
    guard let flag = value.bool else { throw .wrong(prefix + key, expected: "true or false") }
    return flag
  }

  /// Throws if the table has keys that were not read.
  func finish() throws(SettingsError) {
    guard let unknown = table.keys.sorted().first(where: { !known.contains($0) }) else { return }
    throw .unknown(prefix + unknown, known: known.map { prefix + $0 })
  }

  private mutating func value(_ key: String) -> (any TOMLValueConvertible)? {
    known.append(key)
    return table[key]
  }

  /// The number as text. A whole number has no fraction: 1, not 1.0.
  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
