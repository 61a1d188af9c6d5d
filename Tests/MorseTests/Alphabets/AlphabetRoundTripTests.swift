import Morse
import Testing

extension Alphabet: CustomTestStringConvertible {
  public var testDescription: String { name }
}

/// Encodes a text, and reads it back.
func roundTrip(
  _ text: String, _ alphabet: Alphabet, sharedCodes: SharedCodes = .recommendation
) throws -> String {
  let words = try codeWords(of: text, in: alphabet)
  var copyist = Copyist(alphabet, sharedCodes: sharedCodes, startsInLatin: true)
  return copyist.text(of: words)
}

/// The code words of each word.
func codeWords(of text: String, in alphabet: Alphabet) throws -> [[CodeWord]] {
  try Encoder(alphabet: alphabet, timing: .itu(wordsPerMinute: 12)).encode(text).words
}

@Suite("Alphabets, encoded and read back")
struct AlphabetRoundTripTests {
  /// Characters that share their code word with another: the first of a pair is read as the second.
  private static let readAs: [String: [String: String]] = [
    "international": shared,
    "latin": shared.merging([
      "Æ": "Ä", "Ą": "Ä", "À": "Å", "Á": "Å", "Ĉ": "Ç", "Ć": "Ç", "Ĥ": "CH", "Š": "CH", "Đ": "É", "Ę": "É",
      "Ł": "È",
      "Ń": "Ñ", "Ó": "Ö", "Ø": "Ö", "Œ": "Ö", "Ŝ": "<SN>", "Ŭ": "Ü", "Ħ": "H", "Ŀ": "L", "Ŋ": "N", "Ŧ": "T",
      "«": "\"",
      "»": "\"", "„": "\"", "ß": "SS",
    ]) { $1 },
    "greek": marks.merging(["«": "\"", "»": "\""]) { $1 },
    "russian": marks.merging(["«": "\"", "»": "\"", "Ѣ": "Э"]) { $1 },
    "ukrainian": marks.merging(["«": "\"", "»": "\"", "Ґ": "Г"]) { $1 },
    "bulgarian": marks.merging(["„": "\""]) { $1 },
    "serbian": marks.merging(["„": "\""]) { $1 },
    "hebrew": marks.merging([
      "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ", "״": "\"", "׳": "'", "־": "-",
    ]) { $1 },
    "arabic": marks.merging([
      "ى": "ي", "ة": "ه", "٠": "0", "١": "1", "٢": "2", "٣": "3", "٤": "4", "٥": "5", "٦": "6", "٧": "7",
      "٨": "8",
      "٩": "9", ",": "،", ";": "؛", "?": "؟", "«": "\"", "»": "\"",
    ]) { $1 },
    "persian": marks.merging([
      "ك": "ک", "ي": "ی", "ى": "ی", "ة": "ه", "1": "۱", "2": "۲", "3": "۳", "4": "۴", "5": "۵", "6": "۶",
      "7": "۷",
      "8": "۸", "9": "۹", "0": "۰", "١": "۱", "٢": "۲", "٣": "۳", "٤": "۴", "٥": "۵", "٦": "۶", "٧": "۷",
      "٨": "۸",
      "٩": "۹", "٠": "۰", ",": "،", ";": "؛", "?": "؟", "«": "\"", "»": "\"",
    ]) { $1 },
    "wabun": marks.merging([
      "ァ": "ア", "ィ": "イ", "ゥ": "ウ", "ェ": "エ", "ォ": "オ", "ッ": "ツ", "ャ": "ヤ", "ュ": "ユ", "ョ": "ヨ", "ヮ": "ワ",
      "ヵ": "カ", "ヶ": "ケ", "－": "ー", "」": "。",
    ]) { $1 },
    "korean": marks,
  ]

  /// Variants of punctuation marks.
  private static let marks = [
    "÷": ":", "’": "'", "′": "'", "–": "-", "—": "-", "“": "\"", "”": "\"", "&": "<AS>",
  ]
  private static let shared = marks.merging(["×": "X"]) { $1 }

  @Test(
    "every character is read as itself, or as the one that shares its code word",
    arguments: Alphabet.all)
  func characters(_ alphabet: Alphabet) throws {
    let readAs = try #require(Self.readAs[alphabet.name])
    #expect(alphabet.characters.count >= 22 + 10)
    for character in alphabet.characters {
      #expect(try roundTrip(String(character), alphabet) == readAs[String(character)] ?? String(character))
    }
  }

  @Test("every character that can be read can be sent", arguments: Alphabet.all)
  func codeWords(_ alphabet: Alphabet) throws {
    for code in alphabet.codeWords {
      let sign = try #require(alphabet.sign(for: code))
      guard sign.count == 1 else { continue }
      let sent = try #require(alphabet.codeWord(for: Character(sign)))
      #expect(alphabet.sign(for: sent) == sign)
    }
  }

  @Test("every alphabet has its own name, and is found by it")
  func names() {
    #expect(Set(Alphabet.all.map(\.name)).count == Alphabet.all.count)
    for alphabet in Alphabet.all { #expect(Alphabet.named(alphabet.name) == alphabet) }
    #expect(Alphabet.named("klingon") == nil)
  }

  @Test(
    "a text is read as it was sent",
    arguments: [
      (Alphabet.latin, "FALSCHES ÜBEN VON XYLOPHONMUSIK QUÄLT JEDEN GRÖSSEREN ZWERG"),
      (.greek, "ΞΕΣΚΕΠΑΖΩ ΤΗΝ ΨΥΧΟΦΘΟΡΑ ΒΔΕΛΥΓΜΙΑ"),
      (.russian, "СЪЕШЬ ЖЕ ЕЩЕ ЭТИХ МЯГКИХ ФРАНЦУЗСКИХ БУЛОК, ДА ВЫПЕЙ ЧАЮ."),
      (.ukrainian, "ЖЕБРАКУЮТЬ ФІЛОСОФИ ПРИ ГАНКУ ЦЕРКВИ В ГАДЯЧІ, ЩЕ Й ШАТРО ЇХНЄ П'ЯНЕ ЗНАЄМО."),
      (.bulgarian, "ЖЪЛТАТА ДЮЛЯ БЕШЕ ЩАСТЛИВА, ЧЕ ПУХЪТ, КОЙТО ЦЪФНА, ЗАМРЪЗНА КАТО ГЬОН."),
      (.serbian, "ЉУБАЗНИ ФЕЊЕРЏИЈА ЧАЂАВОГ ЛИЦА ХОЋЕ ДА МИ ПОКАЖЕ ШТОС."),
      (.hebrew, "דג סקרן שט בים מאוכזב ולפתע מצא חברה נץ ארך כסף"),
      (.arabic, "نص حكيم له سر قاطع وذو شان عظيم مكتوب على ثوب اخضر ومغلف بجلد ازرق"),
      (.persian, "در گنجه پژمرده ۱۲۳، چون غول ظریف ذره ضد خاص طعم ثابت قشنگ بود."),
      (.wabun, "イロハニホヘト チリヌルヲ ワカヨタレソ ツネナラム ウヰノオクヤマ ケフコエテ アサキユメミシ ヱヒモセス。"),
      (.wabun, "CQ CQ DE JA1ABC コンニチハ、ガンバル ピンポン 599 K"),
      (.korean, "키스의 고유 조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다"),
    ])
  func texts(_ alphabet: Alphabet, _ text: String) throws {
    // Alif maksura is read as ya.
    #expect(try roundTrip(text, alphabet) == text.replacing("ى", with: "ي"))
  }

  @Test(
    "a character that an alphabet does not have is sent as its parts",
    arguments: [
      (Alphabet.latin, "Ðê ﬁn… Ő", "ÐE FIN... O"), (.greek, "Καλημέρα, κόσμε", "ΚΑΛΗΜΕΡΑ, ΚΟΣΜΕ"),
      (.russian, "Ёлка", "ЕЛКА"),
      (.hebrew, "שָׁלוֹם", "שלום"), (.arabic, "أَهْلًا", "اهلا"), (.persian, "می\u{200C}روم", "میروم"),
      (.wabun, "がっこう", "ガツコウ"), (.wabun, "ｶﾞﾝ", "ガン"), (.wabun, "ヴァ", "ヴア"), (.serbian, "њушка", "ЊУШКА"),
    ])
  func pieces(_ alphabet: Alphabet, _ text: String, _ read: String) throws {
    #expect(try roundTrip(text, alphabet) == read)
  }

  @Test(
    "the alphabet for sending is chosen by the script of the text",
    arguments: [
      ("SOS DE ALDIS", "latin"), ("Grüße 73 <SK>", "latin"), ("Καλημέρα", "greek"),
      ("Привет, мир!", "russian"),
      ("Привіт, світе", "ukrainian"), ("Добър ден", "bulgarian"), ("объект, съезд", "russian"),
      ("Ћао, свете", "serbian"),
      ("שלום", "hebrew"), ("مرحبا", "arabic"), ("چطوری", "persian"), ("こんにちは", "wabun"),
      ("CQ コンニチハ K", "wabun"),
      ("안녕하세요", "korean"), ("A~B", "latin"), ("", "latin"),
    ])
  func spelling(_ text: String, _ name: String) {
    #expect(Alphabet.spelling(text).name == name)
  }
}
