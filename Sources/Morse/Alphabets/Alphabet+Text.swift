extension Alphabet {
  /// The alphabet to send a text in: the first that has all its characters, Latin before all others. Where none has,
  /// the one that lacks the fewest.
  ///
  /// Bulgarian letters are all Russian ones too; a text is taken for Bulgarian if it has a `Ъ` where Russian cannot: other
  /// than before Е, Ё, Ю or Я.
  public static func spelling(_ text: String) -> Alphabet {
    var best = (alphabet: latin, missing: Int.max)
    for alphabet in [latin, greek, russian, ukrainian, serbian, hebrew, arabic, persian, wabun, korean] {
      var speller = Speller(alphabet)
      let missing: Int
      do throws(EncodingError) {
        _ = try speller.spell(text)
        missing = 0
      } catch .noCodeWord(let signs) {
        missing = signs.count
      } catch {
        continue
      }
      if missing < best.missing { best = (alphabet, missing) }
    }
    return best.alphabet == russian && isBulgarian(text) ? bulgarian : best.alphabet
  }

  private static func isBulgarian(_ text: String) -> Bool {
    let text = Array(text.uppercased())
    return text.indices.contains { place in
      guard text[place] == "Ъ" else { return false }
      return place + 1 == text.count || !"ЕЁЮЯ".contains(text[place + 1])
    }
  }
}
