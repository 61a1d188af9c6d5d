import Morse
import Testing

/// Text in every script to light and back, through the built program.
@Suite("Alphabets")
struct AlphabetTests {
  struct Text: CustomTestStringConvertible, Sendable {
    var sent: String
    var read: String
    var alphabet: String
    var testDescription: String { alphabet }

    init(_ alphabet: String, _ sent: String, reads read: String? = nil) {
      (self.alphabet, self.sent, self.read) = (alphabet, sent, read ?? sent)
    }
  }

  private static let pangrams = [
    Text("international", "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG 1234567890"),
    Text("latin", "ZWÖLF BOXKÄMPFER JAGEN VIKTOR QUER ÜBER DEN DEICH"),
    Text("greek", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία", reads: "ΞΕΣΚΕΠΑΖΩ ΤΗΝ ΨΥΧΟΦΘΟΡΑ ΒΔΕΛΥΓΜΙΑ"),
    Text(
      "russian", "Съешь же ещё этих мягких французских булок, да выпей чаю",
      reads: "СЪЕШЬ ЖЕ ЕЩЕ ЭТИХ МЯГКИХ ФРАНЦУЗСКИХ БУЛОК, ДА ВЫПЕЙ ЧАЮ"),
    Text(
      "ukrainian", "Чуєш їх, доцю, га? Кумедна ж ти, прощайся без ґольфів!",
      reads: "ЧУЄШ ЇХ, ДОЦЮ, ГА? КУМЕДНА Ж ТИ, ПРОЩАЙСЯ БЕЗ ГОЛЬФІВ!"),
    Text(
      "bulgarian", "Жълтата дюля беше щастлива, че пухът, който цъфна, замръзна като гьон.",
      reads: "ЖЪЛТАТА ДЮЛЯ БЕШЕ ЩАСТЛИВА, ЧЕ ПУХЪТ, КОЙТО ЦЪФНА, ЗАМРЪЗНА КАТО ГЬОН."),
    Text(
      "serbian", "Љубазни фењерџија чађавог лица хоће да ми покаже штос",
      reads: "ЉУБАЗНИ ФЕЊЕРЏИЈА ЧАЂАВОГ ЛИЦА ХОЋЕ ДА МИ ПОКАЖЕ ШТОС"),
    Text("hebrew", "דג סקרן שט בים מאוכזב ולפתע מצא חברה"),
    Text(
      "arabic", "نص حكيم له سر قاطع وذو شان عظيم مكتوب على ثوب",
      reads: "نص حكيم له سر قاطع وذو شان عظيم مكتوب علي ثوب"),
    Text("persian", "در گنجه پژمرده چون غول ظریف ذره ضد خاص طعم ثابت قشنگ بود"),
    Text("wabun", "いろはにほへと ちりぬるを わかよたれそ", reads: "イロハニホヘト チリヌルヲ ワカヨタレソ"),
    Text("korean", "키스의 고유 조건은 입술끼리 만나야 하고"),
  ]

  @Test("a pangram that is sent to a video is read from it, in every alphabet", arguments: pangrams)
  func named(_ text: Text) throws {
    let result = try Program().run(
      """
      aldis send '\(text.sent)' --alphabet \(text.alphabet) --torch video:- --wpm 20 |
        aldis decode - --alphabet \(text.alphabet)
      """)
    #expect(result.errors == "")
    #expect(result.output == text.read + "\n")
  }

  @Test("every alphabet has a pangram")
  func complete() {
    #expect(Set(Self.pangrams.map(\.alphabet)) == Set(Alphabet.all.map(\.name)))
  }

  private static let sentences = [
    Text("latin", "ALL HUMAN BEINGS ARE BORN FREE"),
    Text("greek", "ΟΛΟΙ ΟΙ ΑΝΘΡΩΠΟΙ ΓΕΝΝΙΟΥΝΤΑΙ ΕΛΕΥΘΕΡΟΙ ΚΑΙ ΙΣΟΙ ΣΤΗΝ ΑΞΙΟΠΡΕΠΕΙΑ"),
    Text("wabun", "CQ スベテノ ニンゲンハ ウマレナガラニシテ K"),
    Text("korean", "모든 인간은 태어날 때부터 자유로우며"),
  ]

  @Test("a sentence is read with automatic detection of its alphabet", arguments: sentences)
  func automatic(_ text: Text) throws {
    let result = try Program().run(
      """
      aldis simulate '\(text.sent)' --size 160x120 --backdrop plain --wpm 20 --lead 1 --output - |
        aldis decode - --alphabet auto
      """)
    #expect(result.errors == "")
    #expect(result.output == text.read + "\n")
  }

  @Test("events contain the code words, in any alphabet")
  func events() throws {
    let result = try Program().run(
      """
      aldis simulate 'ガン' --size 160x120 --backdrop plain --lead 1 --output a.y4m
      aldis decode a.y4m --alphabet wabun --format jsonl >events
      grep -o '"character":"[^"]*","code":"[^"]*"' events
      grep -o '"text":"[^"]*"' events
      """)
    #expect(
      result.output == """
        "character":"<DO>","code":"-..---"
        "character":"カ","code":".-.."
        "character":"゛","code":".."
        "character":"ン","code":".-.-."
        "character":"<SN>","code":"...-."
        "text":"ガン"

        """)
  }

  @Test("an option decides how a code word that a sign and a prosign share is written")
  func prosigns() throws {
    let result = try Program().run(
      """
      aldis simulate 'SOS + = ( &' --size 160x120 --backdrop plain --lead 1 --output a.y4m
      for option in '' --prosigns --no-prosigns; do aldis decode a.y4m $option; done
      """)
    #expect(result.output == "SOS + = ( <AS>\nSOS <AR> <BT> <KN> <AS>\nSOS + = ( &\n")
  }

  @Test("cut figures are sent and read with an option")
  func cutFigures() throws {
    let result = try Program().run(
      """
      aldis simulate 'RST 6990' --cut-figures --size 160x120 --backdrop plain --lead 1 --output a.y4m
      aldis decode a.y4m
      aldis decode a.y4m --cut-figures
      """)
    #expect(result.output == "RST 6NNT\nRST 6990\n")
  }
}
