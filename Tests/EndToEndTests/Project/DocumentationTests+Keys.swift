import Testing

@testable import Interface

/// The tables of keys in docs/window.md and docs/tuning-shaders.md.
extension DocumentationTests {
  struct KeyTable: CustomTestStringConvertible {
    let page: String
    /// Commands with a letter, and words of their rows.
    let commands: [(command: Command, words: String)]

    var testDescription: String { page }
  }

  private static let tables = [
    KeyTable(
      page: "docs/window.md",
      commands: [
        (.chooseSource, "opens another camera"), (.freeze, "pauses a recording"),
        (.steady, "holds the scene"),
        (.traceNext, "the next lamp"), (.calibrate, "calibrates"), (.nextExposure, "exposure"),
        (.chooseAlphabet, "the alphabet"), (.lockSpeed, "the present speed"), (.compose, "a message"),
        (.record, "a [recording"), (.copyText, "copies"), (.chooseTextFile, "saves"), (.clearText, "clears"),
        (.restoreText, "takes the clearing back"), (.nextTheme, "theme"), (.fullscreen, "full screen on"),
        (.screenshot, "saves a picture of the window"), (.help, "help"), (.leave, "closes what is on top"),
        (.quit, "ends the program"),
      ]),
    KeyTable(
      page: "docs/tuning-shaders.md",
      commands: [
        (.freeze, "freezes"), (.nextTarget, "the tile pass"), (.writeValues, "into the files"),
        (.resetValues, "to the values of the files"), (.screenshot, "saves a picture"), (.help, "help"),
        (.leave, "ends"),
      ]),
  ]

  @Test("the letters in a table of keys are those of the window", arguments: tables)
  func letters(_ table: KeyTable) throws {
    let page = try DocumentedPage(table.page).text
    let rows = page.matches(of: #/(?m)^\| ([^|]+) \| ([^|]+) \|$/#).map { row in
      (keys: row.1.split(separator: ", ").map(String.init), words: row.2)
    }
    let labels = table.commands.map { command, _ in
      KeyBindings.label(of: command).map { $0.description.replacing(" ", with: "-") } ?? ""
    }
    for (label, (command, words)) in zip(labels, table.commands) {
      let row = rows.first { $0.keys.contains(label) }
      #expect(row?.words.contains(words) == true, "\(label) \(command)")
    }
    let documented = rows.flatMap(\.keys).filter { $0.wholeMatch(of: #/(Ctrl-)?[A-Z]/#) != nil }
    #expect(Set(documented).subtracting(labels).isEmpty)
  }
}
