import Testing

@testable import Localization

@Suite("The file of a translation")
struct TranslationTests {
  private static let header = """
    # Translators: A, B
    msgid ""
    msgstr ""
    "Language: pl\\n"
    "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : 1);\\n"


    """

  private func read(_ text: String) throws(TranslationError) -> Translation {
    try Translation(Self.header + text, name: "pl.po")
  }

  @Test("a file has a header")
  func header() throws {
    let file = try read("")
    #expect(file.header["Language"] == "pl")
    #expect(file.header["Plural-Forms"] == "nplurals=3; plural=(n==1 ? 0 : 1);")
    #expect(file.texts.isEmpty)
    #expect(try Translation("", name: "").header.isEmpty)
  }

  @Test("entries may have comments, contexts, plurals, escapes, and texts of several lines")
  func entries() throws {
    let file = try read(
      #"""
      #. strerror(3)
      #: Sources/A.swift:7
      #, c-format
      #| msgid "before"
      msgid "a {}"
      msgstr "b {}"
      msgctxt "script"
      msgid "Greek"
      msgstr "greka"

      msgid "{} frame"
      msgid_plural "{} frames"
      msgstr[0] "{} klatka"
      msgstr[1] "{} klatki"
      msgstr[2] "{} klatek"

      msgid ""
      "one \"two\" "
      "three\n"
      msgstr   ""
      "jeden\t"
      "dwa\\trzy"

      #~ msgid "removed"
      #~ msgstr "usunięte"
      """#)
    #expect(
      file.texts == [
        .init(text: "a {}"): [["b ", ""]], .init(context: "script", text: "Greek"): [["greka"]],
        .init(text: "{} frame"): [["", " klatka"], ["", " klatki"], ["", " klatek"]],
        .init(text: "one \"two\" three\n"): [["jeden\tdwa\\trzy"]],
      ])
  }

  @Test("a file may have line ends of any system, and combining characters next to a quote")
  func signs() throws {
    let file = try read("msgid \"a\"\r\nmsgstr \"\u{301}b\u{200D}\"\r\n")
    #expect(file.texts == [.init(text: "a"): [["\u{301}b\u{200D}"]]])
  }

  @Test("entries without a translation, or marked as fuzzy, are left out")
  func untranslated() throws {
    let file = try read(
      """
      msgid "a"
      msgstr ""

      #, fuzzy
      msgid "b"
      msgstr "b"

      msgid "c"
      msgid_plural "cs"
      msgstr[0] "c"
      msgstr[1] ""
      msgstr[2] "c"

      msgid "d"
      msgstr "D"
      """)
    #expect(file.texts == [.init(text: "d"): [["D"]]])
  }

  @Test(
    "a damaged file is refused, and the error has its name and the line",
    arguments: [
      ("msgid \"a\nmsgstr \"\"", 7, .unfinished), ("msgid a\"", 7, .unfinished),
      ("msgid \"a\"\nmsgstr \"\\q\"", 8, .unknownEscape), ("msgid \"a\"\nmsgstr \"\\", 8, .unknownEscape),
      ("\"a\"", 7, .missing("msgid")), ("msgstr \"a\"", 7, .missing("msgid")),
      ("\n\nmsgid \"a\"\n", 9, .missing("msgstr")),
      ("msgid \"a\"\nmsgid \"b\"\nmsgstr \"\"", 7, .missing("msgstr")),
      ("msgid \"a\"\nmsgstr \"b\"\nmsgstr \"c\"", 9, .unexpected("msgstr")),
      ("message \"a\"", 7, .unexpected("message")), ("msgid \"a\" b", 7, .unexpected(" b")),
      ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"", 7, .missing("msgstr[2]")),
      ("msgid \"a\"\nmsgstr \"\"\nmsgstr[1] \"\"", 7, .unexpected("msgstr[1]")),
    ] as [(String, Int, TranslationError.Kind)])
  func damaged(_ text: String, _ line: Int, _ kind: TranslationError.Kind) {
    #expect(throws: TranslationError(name: "pl.po", line: line, kind: kind)) { try read(text) }
  }

  @Test("errors have the form that editors know")
  func errors() {
    #expect(
      "\(TranslationError(name: "pl.po", line: 7, kind: .missing("msgstr[2]")))"
        == "pl.po:7: msgstr[2] is missing")
  }
}
