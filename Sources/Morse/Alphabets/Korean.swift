extension Alphabet {
  /// Korean, letter by letter as in SKATS, the Standard Korean Alphabet Transliteration System; `Hangul` composes syllables
  /// from the letters.
  ///
  /// Wikipedia, "SKATS", which is the code of the Korean telegraph of 1885. The code that Korea is said to have adopted in 2024
  /// (the same article's "SKATS 2.0") assigns other code words to the letters. No regulation was found, and it is not
  /// supported. Double consonants and compound vowels are sent as the letters they are made of; `ㅐ` and `ㅔ` have code words of
  /// their own.
  public static let korean = Alphabet(
    name: "korean",
    letters: [
      ("ㄱ", ".-.."), ("ㄴ", "..-."), ("ㄷ", "-..."), ("ㄹ", "...-"), ("ㅁ", "--"), ("ㅂ", ".--"), ("ㅅ", "--."),
      ("ㅇ", "-.-"), ("ㅈ", ".--."), ("ㅊ", "-.-."), ("ㅋ", "-..-"), ("ㅌ", "--.."), ("ㅍ", "---"), ("ㅎ", ".---"),
      ("ㅏ", "."), ("ㅑ", ".."), ("ㅓ", "-"), ("ㅕ", "..."), ("ㅗ", ".-"), ("ㅛ", "-."), ("ㅜ", "...."),
      ("ㅠ", ".-."), ("ㅡ", "-.."), ("ㅣ", "..-"), ("ㅐ", "--.-"), ("ㅔ", "-.--"),
    ],
    composition: .hangul)
}
