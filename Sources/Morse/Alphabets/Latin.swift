extension Alphabet {
  /// The international code with the letters that national Latin alphabets add.
  ///
  /// The seven optional letters of the old Telegraph Regulations (Ä, Å, CH, É, Ñ, Ö, Ü) are the readings of their code words.
  /// Letters of other languages that share a code word are sent as that letter. The other extensions are those of Wikipedia's
  /// "Morse code", section on letters, numbers, punctuation and prosigns, with the Icelandic ones confirmed by its Icelandic
  /// edition. The Regulations were not available; the letters' codes were compared with those of ebook2cw and ripmors.
  ///
  /// Any other accented letter is sent without its accent, `ß` as `SS`.
  public static let latin = Alphabet(
    name: "latin",
    letters: International.letters + [
      ("Ä", ".-.-"), ("<AA>", ".-.-"), ("Å", ".--.-"), ("CH", "----"), ("Ñ", "--.--"), ("Ö", "---."),
      ("Ü", "..--"), ("Ç", "-.-.."), ("Ð", "..--."), ("È", ".-..-"), ("Ĝ", "--.-."), ("Ĵ", ".---."),
      ("Ś", "...-..."), ("Þ", ".--.."), ("Ź", "--..-."), ("Ż", "--..-"), ("ß", "...--.."),
    ],
    replacements: [
      ("ÆĄ", "Ä"), ("ÀÁ", "Å"), ("ĈĆ", "Ç"), ("ĤŠ", "CH"), ("ĐĘ", "É"), ("Ł", "È"), ("Ń", "Ñ"), ("ÓØŒ", "Ö"),
      ("Ŝ", "<SN>"), ("Ŭ", "Ü"), ("Ħ", "H"), ("Ŀ", "L"), ("Ŋ", "N"), ("Ŧ", "T"), ("«»„", "\""),
    ])
}
