import Foundation
import Shell
import Testing

/// Scripts/check-translations, which `make build` runs.
@Suite("The check of the translations")
struct CheckTranslationsTests {
  /// A copy of the Polish translations with `part` replaced, removed with this value.
  private final class Copy {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("aldis-\(UUID().uuidString)")
    var path: String { folder.path + "/pl.po" }
    var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

    init(replacing part: String = "", by other: String = "") throws {
      let text = try String(contentsOfFile: Repository.languages + "/pl.po", encoding: .utf8)
      try #require(part.isEmpty || text.contains(part), "\(part)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.replacing(part.isEmpty ? "\u{0}" : part, with: other)
        .write(toFile: path, atomically: false, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func check(_ options: String = "") throws -> (status: Int32, output: String) {
      try Repository.run("Scripts/check-translations \(options) \(Shell.quoted(path))")
    }

    /// The number of the line that begins with `start`.
    func line(_ start: String) -> Int? {
      text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.hasPrefix(start) }.map {
        $0 + 1
      }
    }
  }

  @Test("the check finds no fault in the translations of the program")
  func program() throws {
    let result = try Repository.run("Scripts/check-translations")
    #expect(result.status == 0 && result.output == "", "\(result.output)")
    #expect(try Copy().check().status == 0)
  }

  /// A part of the file, what replaces it, the beginning of the line that is named, and what the message contains.
  struct Fault: Sendable, CustomTestStringConvertible {
    var part: String
    var other: String
    var line: String
    var message: String
    var testDescription: String { message }

    init(_ part: String, _ other: String, at line: String, _ message: String) {
      (self.part, self.other, self.line, self.message) = (part, other, line, message)
    }
  }

  @Test(
    "the check names the file and the line of each fault",
    arguments: [
      Fault("msgstr \"Zapisano {}\"", "msgstr \"Zapisano\"", at: "msgid \"Saved {}\"", "0 places for values"),
      Fault("msgstr \"Zapisano {}\"", "msgstr \"{} {}\"", at: "msgid \"Saved {}\"", "2 places for values"),
      Fault(
        "msgstr[1] \"{} znaki\"", "msgstr[1] \"znaki\"", at: "msgid \"{} character\"",
        "msgstr[1] has 0 places"),
      Fault(
        "msgstr[2] \"{} znaków\"\n", "", at: "msgid \"{} character\"",
        "in place of msgstr[0], msgstr[1], msgstr[2]"),
      Fault(
        "msgid_plural \"{} characters\"", "msgid_plural \"{} letters\"", at: "msgid \"{} character\"",
        "msgid_plural"),
      Fault("msgstr \"Zapisano {}\"", "msgstr \"\"", at: "msgid \"Saved {}\"", "msgstr is empty"),
      Fault("msgid \"Saved {}\"", "msgid \"Kept {}\"", at: "msgid \"Kept {}\"", "the sources have no text"),
      Fault("msgid \"Saved {}\"", "#, fuzzy\nmsgid \"Saved {}\"", at: "msgid \"Saved {}\"", "fuzzy"),
      Fault(
        "msgid \"Permission denied\"", "msgid \"Access denied\"", at: "msgid \"Access denied\"", "strerror(3)"
      ),
      Fault("msgid \"Copied.\"", "msgid \"Recorded.\"", at: "msgid \"Copied.\"", "a second entry"),
      Fault(
        "msgstr \"Zapisano {}\"", "msgstr \"Zapisano {}", at: "msgstr \"Zapisano {}", "no line of a file"),
      Fault("msgstr \"Zapisano {}\"", "msgstr \"\\q {}\"", at: "msgstr \"\\q", "no line of a file"),
      Fault("Plural-Forms: nplurals=3", "Plural-Forms: nplurals=2", at: "msgid \"\"", "Plural-Forms"),
      Fault("Language: pl", "Language: de", at: "msgid \"\"", "Language: pl"),
    ])
  func faults(_ fault: Fault) throws {
    let copy = try Copy(replacing: fault.part, by: fault.other)
    let result = try copy.check()
    #expect(result.status == 1)
    // Of two entries for one text the second is named.
    let line = copy.line(fault.line)
    #expect((line == nil) == (fault.message == "a second entry"))
    let place = "\(copy.path):\(line.map { "\($0): " } ?? "")"
    let lines = result.output.split(separator: "\n").filter { $0.contains(fault.message) }
    #expect(lines.contains { $0.hasPrefix(place) }, "\(result.output)")
  }

  @Test("the check names the place of an untranslated text in the sources")
  func missing() throws {
    let result = try Copy(replacing: "msgid \"no such file: {}\"\nmsgstr \"nie ma takiego pliku: {}\"\n")
      .check()
    #expect(result.status == 1)
    #expect(
      result.output.contains(#/Sources/Capture/CaptureError\.swift:\d+: pl\.po lacks "no such file: \{\}"/#),
      "\(result.output)")
  }

  @Test("--update adds missing texts, removes old ones, and keeps the comments of translators")
  func update() throws {
    let copy = try Copy(
      replacing: "msgid \"Saved {}\"\nmsgstr \"Zapisano {}\"",
      by:
        "msgid \"Kept {}\"\nmsgstr \"Zapisano {}\"\n\n# of a list\n#. by hand\nmsgid \"not in the sources\"\nmsgstr \"a\""
    )
    let before = copy.text
    let result = try copy.check("--update")
    #expect(result.output.contains("msgstr is empty") && result.status == 1)
    let added = before.replacing(
      "msgid \"Kept {}\"\nmsgstr \"Zapisano {}\"\n\n", with: "msgid \"Saved {}\"\nmsgstr \"\"\n\n"
    )
    .replacing("# of a list\n#. by hand\nmsgid \"not in the sources\"\nmsgstr \"a\"\n\n", with: "")
    #expect(copy.text.hasPrefix(added.prefix(added.count / 2)))
    #expect(copy.text.contains("# of a list\n#. by hand\nmsgid \"not in the sources\"\nmsgstr \"a\""))
    // Another update changes nothing.
    let after = copy.text
    _ = try copy.check("--update")
    #expect(copy.text == after)
  }

  @Test("the check runs before each build, and in the lint", arguments: ["build", "build-tests", "lint"])
  func make(_ target: String) throws {
    let result = try Repository.run("make --dry-run \(target)")
    #expect(result.output.split(separator: "\n").contains("Scripts/check-translations"), "\(result.output)")
  }

  @Test("gettext's msgfmt accepts the translations of the program")
  func msgfmt() throws {
    let result = try Repository.run(
      """
      command -v msgfmt >/dev/null || exit 0
      for file in Sources/Localization/Languages/*.po; do msgfmt --check --output-file /dev/null "$file" || exit; done
      """)
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }
}
