import Foundation
import TOMLKit

/// A table of a TOML file that is read key by key; a key that nobody asks for is a mistake of whoever wrote it.
struct SettingsTable {
  private let table: TOMLTable
  /// What its keys begin with in messages: `send.`
  private let prefix: String
  private var known: [String] = []

  /// Bytes; far more than settings are.
  private static let largest = 65_536

  /// - Returns: The text of the file at `path`; `nil` where there is none.
  static func read(_ path: String) throws(SettingsError) -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      let data = try file.read(upToCount: largest + 1) ?? Data()
      guard data.count <= largest else { throw SettingsError.unreadable("it is too large for settings") }
      guard let text = String(data: data, encoding: .utf8) else {
        throw SettingsError.unreadable("it is no text in UTF-8")
      }
      return text
    } catch let error as SettingsError {
      throw error
    } catch {
      throw .unreadable("it cannot be read")
    }
  }

  init(toml text: String) throws(SettingsError) {
    do {
      table = try TOMLTable(string: text)
      prefix = ""
    } catch let error as TOMLParseError {
      let place = error.source.begin
      throw .syntax(line: place.line, column: place.column, reason: error.description)
    } catch {
      throw .unreadable("it is no TOML")
    }
  }

  private init(_ table: TOMLTable, prefix: String) {
    (self.table, self.prefix) = (table, prefix)
  }

  /// The table under `key`; `nil` where there is none.
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

  mutating func flag(_ key: String) throws(SettingsError) -> Bool? {
    guard let value = value(key) else { return nil }
    guard let flag = value.bool else { throw .wrong(prefix + key, expected: "true or false") }
    return flag
  }

  /// Everything was asked for that means anything.
  func finish() throws(SettingsError) {
    guard let stranger = table.keys.sorted().first(where: { !known.contains($0) }) else { return }
    throw .unknown(prefix + stranger, known: known.map { prefix + $0 })
  }

  private mutating func value(_ key: String) -> (any TOMLValueConvertible)? {
    known.append(key)
    return table[key]
  }

  /// Without a fraction that is none.
  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
