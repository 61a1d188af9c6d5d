extension Alphabet {
  /// Recommendation ITU-R M.1677-1 (10/2009), International Morse code, complete, and other signs and prosigns in common use.
  ///
  /// If two signs share a code word, the Recommendation's reading is used: `.-.-.` is `+` (also AR), `-...-` is `=` (BT),
  /// `-.--.` is `(` (KN), `.-...` is wait, `<AS>` (also `&`), `-..-` is `X` (also the multiplication sign).
  public static let international = Alphabet(
    name: "international", letters: International.letters, common: International.marks)
}

/// The tables of the international code, which other alphabets share.
enum International {
  /// Figures, marks and prosigns.
  static let marks = figures + punctuation + procedure + beyondTheRecommendation + prosigns

  /// Section 1.1.1, letters, the accented e among them.
  static let letters: [Alphabet.Entry] = [
    ("A", ".-"), ("B", "-..."), ("C", "-.-."), ("D", "-.."), ("E", "."), ("É", "..-.."), ("F", "..-."),
    ("G", "--."), ("H", "...."), ("I", ".."), ("J", ".---"), ("K", "-.-"), ("L", ".-.."), ("M", "--"),
    ("N", "-."), ("O", "---"), ("P", ".--."), ("Q", "--.-"), ("R", ".-."), ("S", "..."), ("T", "-"),
    ("U", "..-"), ("V", "...-"), ("W", ".--"), ("X", "-..-"), ("Y", "-.--"), ("Z", "--.."), ("×", "-..-"),
  ]

  /// Section 1.1.2, figures.
  static let figures: [Alphabet.Entry] = [
    ("1", ".----"), ("2", "..---"), ("3", "...--"), ("4", "....-"), ("5", "....."),
    ("6", "-...."), ("7", "--..."), ("8", "---.."), ("9", "----."), ("0", "-----"),
  ]

  /// Section 1.1.3, punctuation marks and miscellaneous signs. Typographic variants of a sign have its code word.
  static let punctuation: [Alphabet.Entry] = [
    (".", ".-.-.-"), (",", "--..--"), (":", "---..."), ("÷", "---..."), ("?", "..--.."),
    ("'", ".----."), ("’", ".----."), ("′", ".----."),  // also the minute, section 3.5
    ("-", "-....-"), ("–", "-....-"), ("—", "-....-"), ("/", "-..-."),
    ("(", "-.--."), (")", "-.--.-"), ("\"", ".-..-."), ("“", ".-..-."), ("”", ".-..-."),
    ("=", "-...-"), ("+", ".-.-."), ("@", ".--.-."),
  ]

  /// Signs of section 1.1.3 that are not characters of a text. Understood (SN) is also written VE, end of work VA, the starting
  /// signal KA. The invitation to transmit is `K`.
  private static let procedure: [Alphabet.Entry] = [
    ("<SN>", "...-."), ("<HH>", "........"), ("<AS>", ".-..."), ("<SK>", "...-.-"), ("<CT>", "-.-.-"),
  ]

  /// Signs that are common but not in the Recommendation.
  private static let beyondTheRecommendation: [Alphabet.Entry] = [
    ("!", "-.-.--"), (";", "-.-.-."), ("$", "...-..-"), ("_", "..--.-"), ("&", ".-..."),
  ]

  /// Procedure signs of the ARRL and of lamp signalling (AA calls an unknown station). NJ, the shift to Japanese kana, is also
  /// written DO.
  private static let prosigns: [Alphabet.Entry] = [
    ("<AR>", ".-.-."), ("<BT>", "-...-"), ("<KN>", "-.--."), ("<AA>", ".-.-"), ("<AL>", ".-.-.."),
    ("<BK>", "-...-.-"), ("<CL>", "-.-..-.."), ("<NJ>", "-..---"), ("<SOS>", "...---..."),
  ]
}
