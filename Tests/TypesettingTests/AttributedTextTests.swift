import Testing
import Typesetting

@Suite("Attributed text is a value")
struct AttributedTextTests {
  @Test("two ways to write the same text are equal and hash equal")
  func equality() {
    var pieces = AttributedText("WHAT ", color: .white)
    pieces.append("", color: .black)
    pieces.append("HATH", color: .white)
    let whole = AttributedText("WHAT HATH", color: .white)
    #expect(pieces == whole)
    #expect(pieces.hashValue == whole.hashValue)
    #expect(pieces.runs.count == 1)
  }

  @Test("a change of colour or weight begins a new run")
  func runs() {
    var text = AttributedText("A", color: .white)
    text.append("B", color: .black)
    text.append("C", color: .black, weight: .bold)
    #expect(text.runs.map(\.text) == ["A", "B", "C"])
    #expect(text.plain == "ABC")
    #expect(!text.isEmpty)
    #expect(AttributedText("", color: .white).isEmpty)
  }

  @Test("colours are made from 0xRRGGBB, get an opacity, and mix")
  func colours() {
    #expect(Color(0x12_34_56) == Color(red: 0x12, green: 0x34, blue: 0x56))
    #expect(Color.white.opacity(0.5).alpha == 128)
    #expect(Color.white.opacity(7).alpha == 255)
    #expect(Color.black.mixed(with: .white, 0.2) == Color(0x333333))
  }
}
