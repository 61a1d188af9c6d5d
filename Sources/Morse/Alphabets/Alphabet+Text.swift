extension Alphabet {
  /// The alphabet to send a text in: the first that has all its characters, Latin before all others. Where none has,
  /// the one that lacks the fewest.
  ///
  /// Bulgarian letters are all Russian ones too; a text is taken for Bulgarian if it has a `Ъ` where Russian cannot: other
  /// than before Е, Ё, Ю or Я.
  public static func spelling(_ text: String) -> Alphabet {
    let signs = signs(of: text)
    var best = (alphabet: latin, missing: Int.max)
    for alphabet in [latin, greek, russian, ukrainian, serbian, hebrew, arabic, persian, wabun, korean]
    where best.missing > 0 {
      let missing = alphabet.lacking(of: signs)
      if missing < best.missing { best = (alphabet, missing) }
    }
    return best.alphabet == russian && isBulgarian(text) ? bulgarian : best.alphabet
  }

  /// What a text is made of, each character once and in upper case; prosigns are the same in every alphabet and left out.
  ///
  /// A text of any length comes down to the few hundred characters of its script.
  static func signs(of text: String) -> String {
    var seen: Set<Character> = []
    var signs = ""
    var isProsign = false
    for character in text.uppercased() {
      if character == "<" { isProsign = true }
      if !isProsign, seen.insert(character).inserted { signs.append(character) }
      if character == ">" { isProsign = false }
    }
    return signs
  }

  /// How many of the characters have no code word.
  private func lacking(of signs: String) -> Int {
    var speller = Speller(self)
    do throws(EncodingError) {
      _ = try speller.spell(signs)
      return 0
    } catch .noCodeWord(let unknown) {
      return unknown.count
    } catch {
      // Nothing that `signs(of:)` gives is a prosign.
      return signs.count
    }
  }

  private static func isBulgarian(_ text: String) -> Bool {
    let text = Array(text.uppercased())
    return text.indices.contains { place in
      guard text[place] == "Ъ" else { return false }
      return place + 1 == text.count || !"ЕЁЮЯ".contains(text[place + 1])
    }
  }
}
