import Testing
import Typesetting

@Suite("Every script has its own direction")
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
    "a line begins on the side where its script begins",
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

  @Test("centred text has equal ink on both sides")
  func centred() throws {
    #expect(abs(try picture("OXO", alignment: .center).inkOnTheLeft - 0.5) < 0.05)
  }

  @Test("the newest Hebrew words are kept, and the ellipsis is on the right, where the line begins")
  func hebrewTail() throws {
    let picture = try picture("אחת שתיים שלוש ארבע חמש שש שבע", width: 80)
    #expect(picture.visibleText.hasPrefix("…"))
    #expect(picture.visibleText.hasSuffix("שבע"))
    #expect(picture.hasEllipsis(onTheLeft: false))
  }

  @Test("a paragraph keeps its direction if only words of the other script are kept")
  func directionSurvivesTheCut() throws {
    let hebrew = try picture("שלום שלום שלום שלום CQ DE DL1ABC", width: 90)
    #expect(hebrew.visibleText.hasSuffix("DL1ABC"))
    #expect(!hebrew.visibleText.contains("שלום"))
    #expect(hebrew.hasEllipsis(onTheLeft: false))

    let latin = try picture("CQ CQ CQ CQ CQ שלום עולם", width: 60)
    #expect(!latin.visibleText.contains("CQ"))
    #expect(latin.hasEllipsis(onTheLeft: true))
  }

  @Test("a paragraph keeps its direction if its beginning is kilobytes before the kept text")
  func directionOfALongParagraph() throws {
    let text = "שלום " + String(repeating: "CQ DE DL1ABC ", count: 2000)
    #expect(try picture(text + "K", width: 60).hasEllipsis(onTheLeft: false))
    let latin = "A\nשלום\nB " + String(repeating: "C ", count: 4000)
    #expect(try picture(latin, width: 160).hasEllipsis(onTheLeft: true))
  }

  @Test("only characters without a font are counted as unknown")
  func unknownGlyphs() throws {
    #expect(try picture("ALDIS שלום مرحبا Ж Ω").unknownGlyphs == 0)
    // A noncharacter, which no font has.
    #expect(try picture("A\u{10FFFF}\u{10FFFF}B").unknownGlyphs == 2)
  }

  @Test("a colour change inside an Arabic word keeps its letters joined")
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
