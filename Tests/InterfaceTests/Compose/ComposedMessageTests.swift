import Morse
import Testing

@testable import Interface

@Suite("A message that is being written")
struct ComposedMessageTests {
  private func message(_ text: String, _ alphabet: String = "auto") -> ComposedMessage {
    ComposedMessage(text, alphabet: alphabet, timing: .itu(wordsPerMinute: 12))
  }

  @Test("a message has code words and a duration before it is sent")
  func codes() {
    let paris = message("paris")
    #expect(paris.keying.characters.map(\.code.description) == [".--.", ".-", ".-.", "..", "..."])
    // PARIS without the gap of 7 units after it, at 0.1 s each (ITU-R M.1677-1, part I, section 2).
    #expect(abs(paris.keying.duration - 4.3) < 1e-9)
    #expect(paris.canBeSent && paris.obstacle == nil)
    #expect(!message("").canBeSent && !message("  ").canBeSent)
  }

  @Test("a message reports each character without a code word once, and can be sent without these")
  func unknown() {
    let text = message("A☃B☃~", "latin")
    #expect(text.obstacle == .noCodeWord(["☃", "~"]))
    #expect(text.keying.characters.map(\.sign) == ["A", "B"])
    #expect(message("☃", "latin").canBeSent == false)
    #expect(message("<SK", "latin").obstacle == .badProsign("<SK"))
  }

  @Test("a message is encoded in the chosen alphabet, or in the alphabet of its script")
  func alphabets() {
    #expect(message("Καλημέρα").obstacle == nil)
    #expect(message("Καλημέρα", "latin").obstacle != nil)
    #expect(message("שלום", "hebrew").keying.characters.count == 4)
  }

  @Test("a dot of the window's own lamp is a whole number of refreshes")
  func refreshes() {
    var compose = Compose(lamps: [.other("led:red"), .lamp], wordsPerMinute: 25)
    #expect(compose.timing.unit == 1.2 / 25)
    compose.lamp = .lamp
    compose.refreshRate = 60
    #expect(abs(compose.timing.unit * 60 - 3) < 1e-9)
    #expect(Compose.speed(0) == 3 && Compose.speed(99) == 40)
  }

  @Test("the history returns earlier messages, and after them the present text")
  func history() {
    var history = MessageHistory()
    #expect(history.step(-1, from: "X") == nil)
    for line in ["ONE", "TWO", "ONE"] { history.note(line) }
    #expect(history.step(1, from: "X") == nil)
    #expect(history.step(-1, from: "X") == "ONE")
    #expect(history.step(-1, from: "ONE") == "TWO")
    #expect(history.step(-1, from: "TWO") == nil)
    #expect(history.step(1, from: "TWO") == "ONE")
    #expect(history.step(1, from: "ONE") == "X")
    _ = history.step(-1, from: "Y")
    history.leave()
    #expect(history.step(-1, from: "ONE MORE") == "ONE")
    #expect(history.step(1, from: "ONE") == "ONE MORE")
  }

  @Test("a long message shows the part that is being sent, with more characters after it than before it")
  func strip() {
    let characters = message(String(repeating: "PARIS ", count: 50)).keying.characters
    for number in [0, 1, 2, 30, 120, 249, 250] {
      let shown = CodeStrip(characters: characters, number: number).shown(in: 600, unit: 4)
      #expect(shown.contains(max(number, 1) - 1), "\(number): \(shown)")
      #expect((5...40).contains(shown.count), "\(number): \(shown)")
      if number == 120 { #expect(shown.upperBound - number > number - shown.lowerBound) }
    }
    let written = CodeStrip(characters: characters, number: nil).shown(in: 600, unit: 4)
    #expect(written.upperBound == 250)
    #expect(CodeStrip(characters: [], number: nil).shown(in: 600, unit: 4).isEmpty)
    #expect(CodeStrip(characters: characters, number: 3).shown(in: 0, unit: 4) == 2..<3)
  }
}
