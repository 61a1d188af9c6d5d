extension Alphabet {
  /// Modern Greek. The accent is not sent.
  ///
  /// Wikipedia, "Morse code for non-Latin alphabets", Greek; each letter is the same in the table of the Hellenic Amateur Group
  /// (hag.gr, "Κώδικας Morse"). The diphthongs of old Greek tables are long out of use and are not read.
  public static let greek = Alphabet(
    name: "greek",
    letters: [
      ("Α", ".-"), ("Β", "-..."), ("Γ", "--."), ("Δ", "-.."), ("Ε", "."), ("Ζ", "--.."), ("Η", "...."),
      ("Θ", "-.-."), ("Ι", ".."), ("Κ", "-.-"), ("Λ", ".-.."), ("Μ", "--"), ("Ν", "-."), ("Ξ", "-..-"),
      ("Ο", "---"), ("Π", ".--."), ("Ρ", ".-."), ("Σ", "..."), ("Τ", "-"), ("Υ", "-.--"), ("Φ", "..-."),
      ("Χ", "----"), ("Ψ", "--.-"), ("Ω", ".--"),
    ],
    replacements: [("«»", "\"")])
}
