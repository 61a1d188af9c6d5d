extension Alphabet {
  /// Recommendation ITU-R M.1677-1 (10/2009), International Morse code, complete, and the signs and prosigns in common
  /// use beside it.
  ///
  /// Where two share a code word, the Recommendation's reading wins: `.-.-.` is `+` (also AR), `-...-` is `=` (BT),
  /// `-.--.` is `(` (KN), `.-...` is wait, `<AS>` (also `&`), `-..-` is `X` (also the multiplication sign).
  public static let international = Alphabet(
    name: "international",
    table: letters + figures + punctuation + procedure + beyondTheRecommendation + prosigns)

  /// Section 1.1.1, letters, the accented e among them.
  private static let letters: [(sign: String, code: String)] = [
    ("A", ".-"), ("B", "-..."), ("C", "-.-."), ("D", "-.."), ("E", "."), ("É", "..-.."), ("F", "..-."),
    ("G", "--."), ("H", "...."), ("I", ".."), ("J", ".---"), ("K", "-.-"), ("L", ".-.."), ("M", "--"),
    ("N", "-."), ("O", "---"), ("P", ".--."), ("Q", "--.-"), ("R", ".-."), ("S", "..."), ("T", "-"),
    ("U", "..-"), ("V", "...-"), ("W", ".--"), ("X", "-..-"), ("Y", "-.--"), ("Z", "--.."),
  ]

  /// Section 1.1.2, figures.
  private static let figures: [(sign: String, code: String)] = [
    ("1", ".----"), ("2", "..---"), ("3", "...--"), ("4", "....-"), ("5", "....."),
    ("6", "-...."), ("7", "--..."), ("8", "---.."), ("9", "----."), ("0", "-----"),
  ]

  /// Section 1.1.3, punctuation marks and miscellaneous signs. The typographic twins of a sign are sent as it is.
  private static let punctuation: [(sign: String, code: String)] = [
    (".", ".-.-.-"), (",", "--..--"), (":", "---..."), ("÷", "---..."), ("?", "..--.."),
    ("'", ".----."), ("’", ".----."), ("′", ".----."),  // also the minute, section 3.5
    ("-", "-....-"), ("–", "-....-"), ("—", "-....-"), ("/", "-..-."),
    ("(", "-.--."), (")", "-.--.-"), ("\"", ".-..-."), ("“", ".-..-."), ("”", ".-..-."),
    ("=", "-...-"), ("+", ".-.-."), ("×", "-..-"), ("@", ".--.-."),
  ]

  /// Signs of section 1.1.3 that are no characters of a text. Understood (SN) is also written VE, end of work VA, the starting
  /// signal KA. The invitation to transmit is `K`.
  private static let procedure: [(sign: String, code: String)] = [
    ("<SN>", "...-."), ("<HH>", "........"), ("<AS>", ".-..."), ("<SK>", "...-.-"), ("<CT>", "-.-.-"),
  ]

  /// Not in the Recommendation, though common.
  private static let beyondTheRecommendation: [(sign: String, code: String)] = [
    ("!", "-.-.--"), (";", "-.-.-."), ("$", "...-..-"), ("_", "..--.-"), ("&", ".-..."),
  ]

  /// Procedure signs of the ARRL and of lamp signalling (AA calls an unknown station).
  private static let prosigns: [(sign: String, code: String)] = [
    ("<AA>", ".-.-"), ("<AL>", ".-.-.."), ("<BK>", "-...-.-"), ("<CL>", "-.-..-.."), ("<NJ>", "-..---"),
    ("<SOS>", "...---..."),
  ]
}
