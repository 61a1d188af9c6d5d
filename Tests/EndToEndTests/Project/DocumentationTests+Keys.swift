import Testing

@testable import Interface

/// The table of keys in docs/window.md.
extension DocumentationTests {
  /// Commands with a letter, and words of their rows.
  private static let keys: [(command: Command, words: String)] = [
    (.chooseSource, "opens another camera"), (.freeze, "pauses a recording"), (.traceNext, "the next lamp"),
    (.calibrate, "calibrates"), (.nextExposure, "exposure"), (.chooseAlphabet, "the alphabet"),
    (.lockSpeed, "the present speed"), (.steady, "holds the scene still"), (.compose, "a message"),
    (.record, "a [recording"),
    (.copyText, "copies"), (.chooseTextFile, "saves"), (.clearText, "clears"),
    (.restoreText, "takes the clearing back"), (.nextTheme, "theme"), (.fullscreen, "full screen on"),
    (.screenshot, "saves a picture of the window"), (.help, "help"), (.leave, "closes what is on top"),
    (.quit, "ends the program"),
  ]

  @Test("the letters in the table of keys are those of the window")
  func letters() throws {
    let page = try DocumentedPage("docs/window.md").text
    let rows = page.matches(of: #/(?m)^\| ([^|]+) \| ([^|]+) \|$/#).map { row in
      (keys: row.1.split(separator: ", ").map(String.init), words: row.2)
    }
    let labels = Self.keys.map { command, _ in
      KeyBindings.label(of: command).map { $0.description.replacing(" ", with: "-") } ?? ""
    }
    for (label, (command, words)) in zip(labels, Self.keys) {
      let row = rows.first { $0.keys.contains(label) }
      #expect(row?.words.contains(words) == true, "\(label) \(command)")
    }
    let documented = rows.flatMap(\.keys).filter { $0.wholeMatch(of: #/(Ctrl-)?[A-Z]/#) != nil }
    #expect(Set(documented).subtracting(labels).isEmpty)
  }
}
