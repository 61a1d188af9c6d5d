import Morse
import Testing

/// Compares our tables with those of other programs. Every difference has a stated reason.
@Suite("Code tables of other programs")
struct SecondSourceTests {
  /// A difference between another program's table and ours, and the reason for ours.
  struct Disagreement: Sendable {
    var source: String
    var alphabet: String
    /// Each character, with the code word of the other program.
    var theirs: String
    var ruling: String
  }

  private static let explained: [Disagreement] = [
    // Latin
    .init(
      source: "ebook2cw", alphabet: "latin", theirs: "!..--.",
      ruling: "an older American exclamation mark, which is Ð here; -.-.-- (KW) is in use, and ripmors has it"
    ),
    .init(
      source: "both", alphabet: "latin", theirs: "&.+...",
      ruling: "an abbreviation, ES for and; .-... is the sign's own code word"),
    .init(
      source: "both", alphabet: "latin", theirs: "\\-..-.",
      ruling: "a backslash has no code word; sent as / it would be another sign"),
    .init(
      source: "ebook2cw", alphabet: "latin", theirs: "`.----.",
      ruling: "a backtick has no code word"),
    .init(
      source: "ripmors", alphabet: "latin",
      theirs: "`.-----. *-..- <-.--. >-.--.- [-.--. ]-.--.- {-.--. }-.--.- |-..-.",
      ruling: "no code words of these characters, by its own comments; < and > enclose prosigns here"),
    .init(
      source: "both", alphabet: "latin", theirs: "ß...--..",
      ruling: "sent as its upper case SS, which every operator reads; ...--.. is read"),
    .init(
      source: "ebook2cw", alphabet: "latin",
      theirs: "È..-.. Ó--- Ą.- Ć-.-. Đ-.. Ę. Ł.-.. Ń-. Ś... Š... Ź--.. Ż--..",
      ruling: "the bare letter, or another's code word, where Wikipedia's table has one for the letter itself"
    ),
    .init(
      source: "ripmors", alphabet: "latin", theirs: "Ð..-.",
      ruling: "that is F; ..--. in ebook2cw and in the Icelandic Wikipedia"),
    .init(
      source: "ripmors", alphabet: "latin", theirs: "Ż--..-.",
      ruling: "that is Ź; Wikipedia tells the two Polish letters apart, Ż being --..-"),
    .init(
      source: "ripmors", alphabet: "latin", theirs: "Ì.---.",
      ruling: "that is the Esperanto Ĵ in its own table; ebook2cw sends the upper case as I"),
    .init(
      source: "ripmors", alphabet: "latin", theirs: "ĸ-.- ŉ-.",
      ruling:
        "letters of no alphabet in use: ĸ is not sent, ŉ is sent as its two characters ʼN, the first of which is none"
    ),
    // Cyrillic: one table for all languages there, one for each here.
    .init(
      source: "both", alphabet: "russian", theirs: "Ъ-..-",
      ruling: "that is Ь; Wikipedia's Russian table tells them apart, Ъ being --.--"),
    .init(
      source: "both", alphabet: "ukrainian", theirs: "Є. И.. Ї..",
      ruling: "the nearest Russian letters; Ukrainian has code words for these: ..-.. -.-- .---."),
    .init(
      source: "both", alphabet: "bulgarian", theirs: "Ь-..-",
      ruling: "that is Ъ, which is frequent in Bulgarian; Ь has the code word that Ы leaves free"),
    .init(
      source: "both", alphabet: "serbian", theirs: "В.-- Ж...-",
      ruling: "the Russian letters; in Serbian V is V, and Ž has the W that is not needed"),
    .init(
      source: "both", alphabet: "serbian", theirs: "Ћ-.-. Ч---. Ђ-..+.--- Џ-..+--..",
      ruling:
        "by sound: C for Ћ, DJ for Ђ, DZ for Џ where DŽ was meant; Bosnian Wikipedia has a code word for each"
    ),
  ]

  /// The letters of each language in the other programs' common Cyrillic table.
  private static let cyrillic = [
    "russian": "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѢ", "ukrainian": "АБВГДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ",
    "bulgarian": "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯ", "serbian": "АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШ",
  ]

  /// The differences, in the form of the table above.
  private func differences(_ source: SecondSource, _ alphabet: Alphabet) -> Set<String> {
    let letters = Self.cyrillic[alphabet.name]
    let entries = source.entries(for: letters == nil ? alphabet.name : "cyrillic")
      .filter { letters?.contains($0.character) ?? true }
    return Set(
      entries.filter { codes(of: $0.character, in: alphabet) != $0.codes }
        .map { "\($0.character)\($0.codes.replacing(" ", with: "+"))" })
  }

  private func codes(of character: Character, in alphabet: Alphabet) -> String? {
    let keying = try? Encoder(alphabet: alphabet, timing: .itu(wordsPerMinute: 12)).encode(String(character))
    return keying?.characters.filter { $0.sign != "<DO>" && $0.sign != "<SN>" }.map(\.code.description)
      .joined(separator: " ")
  }

  private static let pairs: [(SecondSource, Alphabet)] =
    [ebook2cw, ripmors].flatMap { source in
      [Alphabet.latin, .greek, .russian, .ukrainian, .bulgarian, .serbian, .hebrew, .arabic, .wabun].map {
        (source, $0)
      }
    } + [(ripmors, .korean), (keyer, .persian)]

  @Test("every difference is explained, and every explained difference exists", arguments: pairs.indices)
  func disagreements(_ pair: Int) {
    let (source, alphabet) = Self.pairs[pair]
    let expected = Self.explained
      .filter { $0.alphabet == alphabet.name && ($0.source == source.name || $0.source == "both") }
      .flatMap { $0.theirs.split(separator: " ").map(String.init) }
    let found = differences(source, alphabet)
    #expect(found.subtracting(expected).sorted() == [], "\(source.name) and \(alphabet.name), unexplained")
    #expect(
      Set(expected).subtracting(found).sorted() == [],
      "\(source.name) and \(alphabet.name), explained in vain")
  }

  @Test("ripmors lacks the Greek Ω; ebook2cw lacks the Arabic heh and all Korean letters")
  func lacking() {
    func letters(_ source: SecondSource, _ name: String) -> Set<Character> {
      Set(source.entries(for: name).map(\.character))
    }
    #expect(letters(ebook2cw, "greek").subtracting(letters(ripmors, "greek")) == ["Ω"])
    #expect(letters(ripmors, "arabic").subtracting(letters(ebook2cw, "arabic")) == ["ه"])
    #expect(letters(ebook2cw, "korean").isEmpty)
    #expect(Alphabet.greek.codeWord(for: "Ω")?.description == ".--")
    #expect(Alphabet.arabic.codeWord(for: "ه")?.description == "..-..")
  }
}
