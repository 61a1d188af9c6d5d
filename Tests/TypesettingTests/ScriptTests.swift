import Testing
import Typesetting

@Suite("Every script reads in its own direction")
struct ScriptTests {
  private func picture(
    _ text: String, width: Double = 200, rows: Double = 1, overflow: TextBox.Overflow = .keepNewest,
    alignment: TextBox.Alignment = .leading
  ) throws -> TextPicture {
    try Typesetter().set(
      TextBox(
        AttributedText(text, color: .white), width: width, height: rows * 12, font: sans,
        alignment: alignment, overflow: overflow))
  }

  @Test(
    "a line begins on the side of its script",
    arguments: [
      // text, alignment, on the left
      ("ALDIS", TextBox.Alignment.leading, true),
      ("שלום עולם", .leading, false),
      ("مرحبا", .leading, false),
      ("Привет", .leading, true),
      ("ALDIS", .trailing, false),
      ("שלום", .trailing, true),
      ("73 73", .leading, true),
    ])
  func side(_ text: String, _ alignment: TextBox.Alignment, _ isLeft: Bool) throws {
    #expect(try picture(text, alignment: alignment).inkOnTheLeft == (isLeft ? 1 : 0))
  }

  @Test("centred text has as much ink on either side")
  func centred() throws {
    #expect(abs(try picture("OXO", alignment: .center).inkOnTheLeft - 0.5) < 0.05)
  }

  @Test("the newest Hebrew words stay, and the cut is marked on the right, where they begin")
  func hebrewTail() throws {
    let picture = try picture("אחת שתיים שלוש ארבע חמש שש שבע", width: 80)
    #expect(picture.visibleText.hasPrefix("…"))
    #expect(picture.visibleText.hasSuffix("שבע"))
    #expect(picture.hasEllipsis(onTheLeft: false))
  }

  @Test("a paragraph keeps its direction when the cut leaves only words of the other script")
  func directionSurvivesTheCut() throws {
    let hebrew = try picture("שלום שלום שלום שלום CQ DE DL1ABC", width: 90)
    #expect(hebrew.visibleText.hasSuffix("DL1ABC"))
    #expect(!hebrew.visibleText.contains("שלום"))
    #expect(hebrew.hasEllipsis(onTheLeft: false))

    let latin = try picture("CQ CQ CQ CQ CQ שלום עולם", width: 60)
    #expect(!latin.visibleText.contains("CQ"))
    #expect(latin.hasEllipsis(onTheLeft: true))
  }

  @Test("so it does when its beginning lies kilobytes back")
  func directionOfALongParagraph() throws {
    let text = "שלום " + String(repeating: "CQ DE DL1ABC ", count: 2000)
    #expect(try picture(text + "K", width: 60).hasEllipsis(onTheLeft: false))
    let latin = "A\nשלום\nB " + String(repeating: "C ", count: 4000)
    #expect(try picture(latin, width: 160).hasEllipsis(onTheLeft: true))
  }

  @Test("characters without a font are counted, and known ones are not")
  func unknownGlyphs() throws {
    #expect(try picture("ALDIS שלום مرحبا Ж Ω").unknownGlyphs == 0)
    // A noncharacter: no font will ever draw it.
    #expect(try picture("A\u{10FFFF}\u{10FFFF}B").unknownGlyphs == 2)
  }

  @Test("a colour change inside an Arabic word does not part its letters")
  func coloursDoNotBreakShaping() throws {
    func width(_ text: AttributedText) throws -> Int {
      try Typesetter().set(TextBox(text, width: 300, height: 30, font: sans, scale: 2)).ink.width
    }
    let whole = AttributedText("سلام", color: .white)
    let parted =
      AttributedText("سل", color: .white) + AttributedText("ام", color: Color(0x808080))
    #expect(try width(whole) == width(parted))
  }
}
