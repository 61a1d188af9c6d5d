extension Alphabet {
  /// Russian.
  ///
  /// Wikipedia, "Russian Morse code" (law of 1856, and the later Э). The marks are the Russian ones: the full stop is six dots,
  /// `.-.-.-` is the comma and `--..--` the exclamation mark. `Ъ` is `--.--`; many operators send it as `Ь`, `-..-`. `Ё` is
  /// sent as `Е`.
  public static let russian = Alphabet(
    name: "russian",
    letters: Cyrillic.shared + [
      ("И", ".."), ("Щ", "--.-"), ("Ъ", "--.--"), ("Ы", "-.--"), ("Ь", "-..-"), ("Э", "..-.."), ("Ю", "..--"),
      ("Я", ".-.-"),
    ] + Cyrillic.sovietMarks,
    replacements: [("«»", "\""), ("Ѣ", "Э")])

  /// Ukrainian: the Russian code with `Є`, `І` and `Ї`, and `И` for `Ы`.
  ///
  /// Wikipedia, "Morse code for non-Latin alphabets", Cyrillic. Another table, taught by Ukrainian scouts, gives `Г ....`, `Ґ
  /// --.`, `Х ----`, `Ш --.-`, `Щ --.--`; the table here is the one that Ukrainian operators share with their neighbours. `Ґ`
  /// is sent as `Г`.
  public static let ukrainian = Alphabet(
    name: "ukrainian",
    letters: Cyrillic.shared + [
      ("Є", "..-.."), ("И", "-.--"), ("І", ".."), ("Ї", ".---."), ("Щ", "--.-"), ("Ь", "-..-"), ("Ю", "..--"),
      ("Я", ".-.-"),
    ] + Cyrillic.sovietMarks,
    replacements: [("Ґ", "Г"), ("«»", "\"")])

  /// Bulgarian: the Russian code, in which `Ъ` has the code word of the Russian `Ь`, and `Ь` that of `Ы`.
  ///
  /// Wikipedia, "Morse code for non-Latin alphabets", Cyrillic. The marks are the international ones.
  public static let bulgarian = Alphabet(
    name: "bulgarian",
    letters: Cyrillic.shared + [
      ("И", ".."), ("Щ", "--.-"), ("Ъ", "-..-"), ("Ь", "-.--"), ("Ю", "..--"), ("Я", ".-.-"),
    ],
    replacements: [("„“", "\"")])

  /// Serbian, in Cyrillic.
  ///
  /// Serbian Morse uses the code words of the corresponding Latin letters: `В` is V, not W. The letters that the international
  /// code lacks have the code words of Q, W, X, Y and É, which Serbian does not need (Wikipedia in Bosnian, "Morseov kod": the
  /// only national table that was found; no standard was found). `Љ` and `Њ` are sent as `ЛЈ` and `НЈ`, as they are spelt in
  /// Latin, and read back. A word with a real `НЈ`, such as ИНЈЕКЦИЈА, is read with `Њ`.
  public static let serbian = Alphabet(
    name: "serbian",
    letters: [
      ("А", ".-"), ("Б", "-..."), ("В", "...-"), ("Г", "--."), ("Д", "-.."), ("Ђ", "..-.."), ("Е", "."),
      ("Ж", ".--"), ("З", "--.."), ("И", ".."), ("Ј", ".---"), ("К", "-.-"), ("Л", ".-.."), ("М", "--"),
      ("Н", "-."), ("О", "---"), ("П", ".--."), ("Р", ".-."), ("С", "..."), ("Т", "-"), ("Ћ", "--.-"),
      ("У", "..-"), ("Ф", "..-."), ("Х", "...."), ("Ц", "-.-."), ("Ч", "-..-"), ("Џ", "-.--"), ("Ш", "----"),
    ],
    replacements: [("„“", "\"")],
    composition: .pairs(["ЛЈ": "Љ", "НЈ": "Њ"]))
}

private enum Cyrillic {
  /// The letters that Russian, Ukrainian and Bulgarian send alike.
  static let shared: [Alphabet.Entry] = [
    ("А", ".-"), ("Б", "-..."), ("В", ".--"), ("Г", "--."), ("Д", "-.."), ("Е", "."), ("Ж", "...-"),
    ("З", "--.."), ("Й", ".---"), ("К", "-.-"), ("Л", ".-.."), ("М", "--"), ("Н", "-."), ("О", "---"),
    ("П", ".--."), ("Р", ".-."), ("С", "..."), ("Т", "-"), ("У", "..-"), ("Ф", "..-."), ("Х", "...."),
    ("Ц", "-.-."), ("Ч", "---."), ("Ш", "----"),
  ]

  static let sovietMarks: [Alphabet.Entry] = [(".", "......"), (",", ".-.-.-"), ("!", "--..--")]
}
