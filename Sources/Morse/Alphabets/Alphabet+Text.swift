extension Alphabet {
  /// The alphabet to send a text in: the first that has all its characters. Latin is tried first. If none has all, the one that
  /// lacks the fewest.
  ///
  /// All Bulgarian letters are Russian ones too. A text counts as Bulgarian if it has a `Ъ` where Russian cannot have one:
  /// other than before Е, Ё, Ю or Я.
  public static func spelling(_ text: String) -> Alphabet {
    let signs = signs(of: text)
    var best = (alphabet: latin, missing: Int.max)
    for alphabet in all where best.missing > 0 {
      let missing = alphabet.lacking(of: signs)
      if missing < best.missing { best = (alphabet, missing) }
    }
    return best.alphabet == russian && isBulgarian(text) ? bulgarian : best.alphabet
  }

  /// The different characters of a text, in upper case. Prosigns are left out, because they are the same in every alphabet.
  ///
  /// This reduces a text of any length to the few hundred characters of its script.
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

  /// The number of characters without a code word.
  private func lacking(of signs: String) -> Int {
    var speller = Speller(self)
    do throws(EncodingError) {
      _ = try speller.spell(signs)
      return 0
    } catch .noCodeWord(let unknown) {
      return unknown.count
    } catch {
      // The result of `signs(of:)` has no prosigns.
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
