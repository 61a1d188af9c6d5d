import Testing

@testable import Localization

@Suite("Localized text")
struct LocalizedTextTests {
  @Test("a text is English, or its translation with the values in their places")
  func values() {
    let text: LocalizedText = "no such file: \("clip.mp4")"
    #expect("\(text)" == "no such file: clip.mp4")
    #expect(text.text(in: .german) == "keine solche Datei: clip.mp4")
    #expect(text.text(in: .polish) == "nie ma takiego pliku: clip.mp4")
    let frames: LocalizedText = "frame \(UInt64(7)) has \(20) of \(27) bytes"
    #expect("\(frames)" == "frame 7 has 20 of 27 bytes")
    #expect(frames.text(in: .german) == "Bild 7 hat 20 von 27 Bytes")
  }

  @Test("a text without a translation is English in every language", arguments: Language.allCases)
  func untranslated(_ language: Language) {
    #expect(LocalizedText("what \("nobody") says").text(in: language) == "what nobody says")
    #expect(LocalizedText("").text(in: language) == "")
    #expect(LocalizedText("\("a"): \(7)").text(in: language) == "a: 7")
  }

  @Test("a text within another text is translated as well")
  func nested() {
    let denied = LocalizedText(system: "Permission denied")
    let error: LocalizedText = "cannot read \("/a"): \(denied)"
    #expect("\(error)" == "cannot read /a: Permission denied")
    #expect(error.text(in: .german) == "/a ist nicht zu lesen: nicht erlaubt")
    let more: LocalizedText = "cannot use \("/s"): \(error); correct it, or remove it"
    #expect(
      more.text(in: .german)
        == "/s ist nicht zu gebrauchen: /a ist nicht zu lesen: nicht erlaubt; berichtigen oder entfernen")
  }

  private enum Fault: Error, LocalizedTextConvertible {
    case lost(Int)

    var text: LocalizedText {
      switch self {
      case .lost(let count): "\(count) lost"
      }
    }
  }

  @Test("the text of an error is its message, and can be a value in other texts")
  func errors() {
    #expect(Fault.lost(3).message == "3 lost" && "\(Fault.lost(3))" == "3 lost")
    let text: LocalizedText = "No score: \(Fault.lost(3))"
    #expect("\(text)" == "No score: 3 lost")
    #expect(text.text(in: .polish) == "Brak oceny: utracone: 3")
  }

  @Test("texts of the user or the system may contain braces; a text of the user is never translated")
  func braces() {
    #expect(LocalizedText("Saved \("a {} b.txt")").text(in: .german) == "a {} b.txt gesichert")
    #expect(LocalizedText(system: "bad {} here").text(in: .german) == "bad {} here")
    #expect(
      LocalizedText("cannot read \("{}"): \(LocalizedText(system: "{}"))").text(in: .polish)
        == "nie można odczytać {}: {}")
    #expect(LocalizedText(verbatim: "Freeze").text(in: .german) == "Freeze")
    #expect(LocalizedText("Freeze").text(in: .german) == "Anhalten")
    #expect(LocalizedText(verbatim: "Freeze") != "Freeze" && LocalizedText(system: "Freeze") == "Freeze")
  }

  @Test("numbers in a text have the language's decimal mark")
  func numbers() {
    let text: LocalizedText = "\(29.97, decimals: 1) fps"
    #expect("\(text)" == "30.0 fps" && text.text(in: .german) == "30,0 Bilder/s")
    #expect(LocalizedText("next \(0.25)").text(in: .polish) == "next 0,25")
    // The dots of a name are no decimal marks.
    #expect(LocalizedText("Saved \("1.5.txt")").text(in: .german) == "1.5.txt gesichert")
  }

  @Test(
    "a text for a count has the plural form of the language",
    arguments: [
      (1, "1 character", "1 Zeichen", "1 znak"), (0, "0 characters", "0 Zeichen", "0 znaków"),
      (2, "2 characters", "2 Zeichen", "2 znaki"), (5, "5 characters", "5 Zeichen", "5 znaków"),
      (12, "12 characters", "12 Zeichen", "12 znaków"), (22, "22 characters", "22 Zeichen", "22 znaki"),
      (112, "112 characters", "112 Zeichen", "112 znaków"),
      (103, "103 characters", "103 Zeichen", "103 znaki"),
    ])
  func plurals(_ count: Int, _ english: String, _ german: String, _ polish: String) {
    let text = LocalizedText(count, one: "\(count) character", other: "\(count) characters")
    #expect(Language.allCases.map(text.text(in:)) == [english, german, polish])
  }

  @Test("a text for the count 1 may leave the count out")
  func singular() {
    let one = LocalizedText(1, one: "One more error follows.", other: "\(1) more errors follow.")
    #expect(one.text(in: .english) == "One more error follows.")
    #expect(one.text(in: .polish) == "Jest jeszcze jeden błąd.")
    let two = LocalizedText(2, one: "One more error follows.", other: "\(2) more errors follow.")
    #expect(two.text(in: .german) == "2 weitere Fehler folgen.")
  }

  @Test("a text has a translation for each context")
  func contexts() {
    #expect(LocalizedText("Greek").text(in: .polish) == "Grecki")
    let script = LocalizedText("Greek", context: "script")
    #expect(script.text(in: .polish) == "greka" && "\(script)" == "Greek")
    #expect(LocalizedText("Greek", context: "cheese").text(in: .polish) == "Greek")
  }

  @Test("a text reports whether it begins with a value, which keeps its case, or with words")
  func beginnings() {
    let file: LocalizedText = "\("clip.mp4") holds no moving picture; name a video"
    #expect(file.beginsVerbatim(in: .english) && file.beginsVerbatim(in: .german))
    let light: LocalizedText = "\(LocalizedText("the remote light")) is free now"
    #expect(!light.beginsVerbatim(in: .english) && !light.beginsVerbatim(in: .german))
    // German puts the path first.
    let unreadable: LocalizedText = "cannot read \("/a"): \(7)"
    #expect(!unreadable.beginsVerbatim(in: .english) && unreadable.beginsVerbatim(in: .german))
    #expect(LocalizedText(verbatim: "a").beginsVerbatim(in: .polish))
  }

  @Test("the text of an error number is that of the system")
  func system() {
    #expect(LocalizedText(errno: 13) == "Permission denied")
    #expect(LocalizedText(errno: 28).text(in: .polish) == "brak miejsca")
  }
}
