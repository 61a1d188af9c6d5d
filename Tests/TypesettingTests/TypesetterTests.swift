import Testing

@testable import Typesetting

@Suite("The typesetter sets text boxes")
struct TypesetterTests {
  @Test("twice the scale gives twice the size, with the same line breaks", arguments: [1.0, 1.5])
  func scale(_ scale: Double) throws {
    let text = "WHAT HATH GOD WROUGHT AND SO ON AND ON"
    let single = try Typesetter().set(monoBox(text, columns: 14, rows: 3, scale: scale))
    let double = try Typesetter().set(monoBox(text, columns: 14, rows: 3, scale: scale * 2))
    #expect(abs(double.width - 2 * single.width) <= 1)
    #expect(abs(double.height - 2 * single.height) <= 1)
    #expect(abs(double.ink.width - 2 * single.ink.width) <= 4)
    #expect(double.visibleText == single.visibleText)
    #expect(double.lineCount == single.lineCount)
    // The text is set again, not enlarged: an enlarged picture has pairs of equal pixels.
    let pairs = stride(from: 0, to: double.bitmap.width - 1, by: 2)
    #expect(pairs.contains { double.bitmap[$0, 8] != double.bitmap[$0 + 1, 8] })
  }

  @Test("runs keep their own colours, premultiplied")
  func colours() throws {
    // A full block is solid ink.
    let text =
      AttributedText("██", color: Color(0xFF0000)) + AttributedText("██", color: Color(0x00FF00, alpha: 128))
    let picture = try Typesetter().set(TextBox(text, width: 100, height: 20, font: mono))
    func at(_ column: Double) -> Color {
      picture.bitmap[Int(column * 6.02) - picture.ink.x, picture.bitmap.height / 2]
    }
    #expect(at(1) == Color(red: 255, green: 0, blue: 0))
    #expect(at(3) == Color(red: 0, green: 128, blue: 0, alpha: 128))
  }

  @Test("letters are not cut at any size, alone or beside higher letters")
  func wholeLetters() throws {
    for tenths in 80...160 {
      let font = TextBox.Font(family: sans.family, size: Double(tenths) / 10)
      func top(_ text: String, columns: Int) throws -> Int? {
        let picture = try Typesetter().set(
          TextBox(AttributedText(text, color: .white), width: 100, height: 40, font: font))
        return (0..<picture.bitmap.height).first { y in
          (0..<min(columns, picture.bitmap.width)).contains { picture.bitmap[$0, y].alpha > 0 }
        }.map { $0 + picture.ink.y }
      }
      #expect(try top("E", columns: 6) == top("EÅ", columns: 6), "\(font.size)")
    }
  }

  @Test("bold type has more ink")
  func weight() throws {
    func ink(_ weight: AttributedText.Weight) throws -> Int {
      let text = AttributedText("ALDIS", color: .white, weight: weight)
      let picture = try Typesetter().set(TextBox(text, width: 100, height: 20, font: sans))
      return stride(from: 3, to: picture.bitmap.pixels.count, by: 4).reduce(0) {
        $0 + Int(picture.bitmap.pixels[$1])
      }
    }
    #expect(try Double(ink(.bold)) > 1.2 * Double(ink(.regular)))
  }

  @Test("no line ends inside the hyphens of an option")
  func options() throws {
    func lines(_ text: String) throws -> Int {
      try Typesetter().set(monoBox(text, columns: 8, rows: 5)).lineCount
    }
    // AAAA | --camera | A; and BB-BB- | camera A, as in other text.
    #expect(try lines("AAAA --camera A") == 3)
    #expect(try lines("BB-BB-camera A") == 2)
  }

  @Test("line spacing changes the height of the lines")
  func lineSpacing() throws {
    func lines(_ spacing: Double) throws -> Int {
      var box = monoBox("A\nB\nC\nD", columns: 4, rows: 20)
      box.font.lineSpacing = spacing
      return try Typesetter().set(box).lines.height
    }
    #expect(abs(Double(try lines(2)) - 2 * Double(try lines(1))) <= 12)
  }

  @Test("equal boxes give equal pictures, and boxes and bytes are counted")
  func count() throws {
    let typesetter = Typesetter()
    let box = monoBox("SOS", columns: 10, rows: 1)
    #expect(try typesetter.set(box) == typesetter.set(monoBox("SOS", columns: 10, rows: 1)))
    #expect(typesetter.statistics == .init(boxes: 2, laidOutBytes: 6))
  }

  @Test(
    "a box without text or area gives a picture without ink",
    arguments: [("", 100.0, 20.0), ("SOS", 0, 20), ("SOS", 100, 0), ("SOS", 0.4, 0.4), (" \n ", 100, 40)])
  func empty(_ text: String, _ width: Double, _ height: Double) throws {
    let picture = try Typesetter().set(
      TextBox(AttributedText(text, color: .white), width: width, height: height, font: sans))
    #expect(picture.ink.isEmpty)
    #expect(picture.bitmap.pixels.isEmpty)
    #expect(picture.width == Int(width))
  }

  @Test("a box too small for a letter gives a picture within its size, with an ellipsis")
  func tiny() throws {
    for side in [1.0, 2, 3, 5, 9] {
      let box = TextBox(
        AttributedText("WHAT HATH GOD WROUGHT", color: .white), width: side, height: side, font: sans,
        overflow: .keepNewest)
      let picture = try Typesetter().set(box)
      #expect(picture.isEllipsized)
      #expect(picture.bitmap.width <= Int(side) && picture.bitmap.height <= Int(side))
    }
  }

  @Test(
    "an invalid size is an error that names the size",
    arguments: [
      (-1.0, 20.0, 10.0, 1.0), (100, .nan, 10, 1), (100, .infinity, 10, 1), (100, 20, 0, 1), (100, 20, 10, 0),
      (100, 20, 10, -2), (100, 20, 10, .nan), (20_000, 20, 10, 1), (9000, 20, 10, 2), (100, 20, 1e9, 1),
    ])
  func invalid(_ width: Double, _ height: Double, _ size: Double, _ scale: Double) throws {
    let box = TextBox(
      AttributedText("SOS", color: .white), width: width, height: height,
      font: TextBox.Font(family: "DejaVu Sans", size: size), scale: scale)
    let error = try #require(throws: TypesettingError.self) { try Typesetter().set(box) }
    guard case .invalidBox = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.description.contains("\(size)"))
  }

  @Test(
    "control characters do not hide the text after them",
    arguments: ["A\0B", "\u{7}\u{1B}[0m", "\u{202E}", "\r\n\r\n", "\t"])
  func controlCharacters(_ text: String) throws {
    let picture = try Typesetter().set(monoBox(text + "END", columns: 20, rows: 4, overflow: .keepNewest))
    #expect(picture.visibleText.hasSuffix("END"))
  }

  @Test("an unknown font family falls back to an installed one")
  func fallback() throws {
    let box = TextBox(
      AttributedText("SOS", color: .white), width: 100, height: 20,
      font: TextBox.Font(family: "No Such Face, DejaVu Sans", size: 10))
    #expect(try Typesetter().set(box).unknownGlyphs == 0)
  }

  @Test("the character at a point is found in both directions; beside the text there is none")
  func hit() throws {
    let typesetter = Typesetter()
    let font = TextBox.Font(family: "DejaVu Sans", size: 20)
    func hit(
      _ text: String, _ x: Int, _ y: Int, overflow: TextBox.Overflow = .keepNewest
    ) -> Typesetter.Character? {
      typesetter.character(
        x: x, y: y,
        of: TextBox(
          AttributedText(text, color: .white), width: 200, height: 24, font: font, overflow: overflow))
    }
    #expect(hit("ABC", 3, 12)?.bytesToEnd == 3)
    let second = try #require(hit("ABC", 20, 12))
    #expect(second.bytesToEnd == 2)
    #expect(second.area.x > 8 && second.area.x < 20 && second.area.width > 8)
    #expect(hit("ABC", 150, 12) == nil)
    #expect(hit("ABC", 3, 80) == nil)
    #expect(hit("", 3, 12) == nil)
    // Hebrew runs from the right, with two bytes per letter.
    #expect(hit("אב", 196, 12)?.bytesToEnd == 4)
    // Only the end of a cut text is visible. The last letter has the same distance to the end.
    let long = String(repeating: "EISH ", count: 60) + "T"
    let width = Int(
      try typesetter.set(
        TextBox(
          AttributedText(long, color: .white), width: 200, height: 24, font: font, overflow: .keepNewest)
      ).lines.width)
    #expect(hit(long, width - 3, 12)?.bytesToEnd == 1)
  }
}
