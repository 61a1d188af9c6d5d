import Testing

@testable import Typesetting

@Suite("A text that is too long is cut at the end that its box names, and the cut is marked")
struct OverflowTests {
  @Test(
    "the oldest text is kept, the last visible line ends in an ellipsis",
    arguments: [
      // text, columns, rows, visible text
      ("WHAT HATH GOD", 13, 1, "WHAT HATH GOD"),
      ("WHAT HATH GOD WROUGHT", 13, 1, "WHAT HATH…"),
      ("WHAT HATH GOD WROUGHT", 14, 1, "WHAT HATH GOD…"),
      ("WHAT HATH GOD WROUGHT", 9, 2, "WHAT HATH GOD…"),
      ("WHAT HATH GOD WROUGHT", 9, 3, "WHAT HATH GOD WROUGHT"),
      ("WROUGHT", 4, 1, "WRO…"),
      ("one\ntwo\nthree", 10, 2, "one\ntwo…"),
      ("one\ntwo\nthree", 10, 3, "one\ntwo\nthree"),
    ])
  func keepOldest(_ text: String, _ columns: Int, _ rows: Int, _ seen: String) throws {
    #expect(try visible(text, columns: columns, rows: rows, overflow: .keepOldest) == seen)
  }

  @Test(
    "the newest text is kept, the first visible line begins with an ellipsis",
    arguments: [
      ("WHAT HATH GOD", 13, 1, "WHAT HATH GOD"),
      ("WHAT HATH GOD WROUGHT", 13, 1, "… GOD WROUGHT"),
      ("WHAT HATH GOD WROUGHT", 12, 1, "… WROUGHT"),
      ("WHAT HATH GOD WROUGHT", 9, 2, "… GOD WROUGHT"),
      ("WHAT HATH GOD WROUGHT", 9, 3, "WHAT HATH GOD WROUGHT"),
      // Inside a word, no space follows the mark.
      ("WROUGHT", 4, 1, "…GHT"),
      ("ABCDEFGHIJKL", 4, 2, "…FGHIJKL"),
      ("one\ntwo\nthree", 10, 2, "… two\nthree"),
      // The mark moves words on, so several short words are removed.
      ("AAAAAAAA E T I E BBBBBBBB", 8, 2, "… T I E BBBBBBBB"),
      // A short line stays short, so that the text does not move when a word is added.
      ("AAAAAAAA E T I E E BBBBBBBB", 8, 2, "… E BBBBBBBB"),
    ])
  func keepNewest(_ text: String, _ columns: Int, _ rows: Int, _ seen: String) throws {
    #expect(try visible(text, columns: columns, rows: rows, overflow: .keepNewest) == seen)
  }

  @Test("a cut text still fits its box", arguments: 1...40)
  func cutTextFits(columns: Int) throws {
    let text =
      "CQ CQ DE DL1ABC = ANTIDISESTABLISHMENTARIANISM ÄÖÜ e\u{301}e\u{301} 73 <SK> I A E T " + "日本語のテキスト"
    for rows in 1...4 {
      for overflow in [TextBox.Overflow.keepOldest, .keepNewest] {
        let picture = try Typesetter().set(
          monoBox(text, columns: columns, rows: rows, overflow: overflow))
        #expect(picture.lines.height <= picture.height + 1 || picture.lineCount == 1)
        #expect(picture.isEllipsized == picture.visibleText.contains("…"))
        switch overflow {
        case .keepOldest: #expect(text.hasPrefix(picture.visibleText.filter { $0 != "…" }))
        case .keepNewest:
          let seen = picture.visibleText.trimmingPrefix(/…[\u{A0}\u{2060}]/)
          #expect(text.hasSuffix(seen))
        }
      }
    }
  }

  @Test("the ellipsis has the style of the text beside it")
  func ellipsisLook() throws {
    let text = FlatText(
      AttributedText("AB ", color: .black) + AttributedText("CD EF", color: .white, weight: .bold),
      keeping: .keepNewest, byteLimit: 100)
    let cut = text.cut(6..<8, before: "… ")
    #expect(cut.text == "… EF")
    #expect(cut.spans.map(\.weight) == [.bold])
    #expect(cut.spans.map(\.bytes) == [0..<6])
  }

  @Test("only the last or first few kilobytes of a very long text are laid out")
  func boundedWork() throws {
    let words = String(repeating: "PARIS ", count: 3334)
    #expect(words.count > 20_000)
    for overflow in [TextBox.Overflow.keepOldest, .keepNewest] {
      let small = Typesetter()
      let picture = try small.set(monoBox(words, columns: 30, rows: 3, overflow: overflow))
      #expect(picture.isEllipsized)
      #expect(picture.lineCount == 3)
      #expect(small.statistics.laidOutBytes < 3000)

      let large = Typesetter()
      _ = try large.set(monoBox(words, columns: 600, rows: 200, overflow: overflow))
      #expect(large.statistics.laidOutBytes < 4 * Typesetter.byteLimit)
    }
  }

  @Test("the work for one character with many combining marks is bounded")
  func giantCharacter() throws {
    let typesetter = Typesetter()
    let stack = "e" + String(repeating: "\u{301}", count: 20_000)
    _ = try typesetter.set(monoBox(stack, columns: 10, rows: 1, overflow: .keepNewest))
    _ = try typesetter.set(monoBox(stack, columns: 10, rows: 1, overflow: .keepOldest))
    #expect(typesetter.statistics.laidOutBytes < 3000)
  }
}
