extension Alphabet {
  /// Hebrew. Final forms are sent as their letters and written at the end of a word.
  ///
  /// The table in use since 1922, as the Weizmann Institute's course on communication prints it (stwww1.weizmann.ac.il, "סימני
  /// מורס בעברית"). It equals Wikipedia's "Morse code for non-Latin alphabets". Vowel points are not sent.
  public static let hebrew = Alphabet(
    name: "hebrew",
    letters: [
      ("א", ".-"), ("ב", "-..."), ("ג", "--."), ("ד", "-.."), ("ה", "---"), ("ו", "."), ("ז", "--.."),
      ("ח", "...."), ("ט", "..-"), ("י", ".."), ("כ", "-.-"), ("ל", ".-.."), ("מ", "--"), ("נ", "-."),
      ("ס", "-.-."), ("ע", ".---"), ("פ", ".--."), ("צ", ".--"), ("ק", "--.-"), ("ר", ".-."), ("ש", "..."),
      ("ת", "-"),
    ],
    replacements: [
      ("ך", "כ"), ("ם", "מ"), ("ן", "נ"), ("ף", "פ"), ("ץ", "צ"), ("״", "\""), ("׳", "'"), ("־", "-"),
    ],
    composition: .finalForms(["כ": "ך", "מ": "ם", "נ": "ן", "פ": "ף", "צ": "ץ"]))
}
